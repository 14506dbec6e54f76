"""The answers of C++ come out of Python: golden hashes, and rational arithmetic."""

import os
import pathlib
import re
from fractions import Fraction

import numpy
import pytest
from exact import mapped, rotation, squared_distance, triangles_touch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import allide

ROOT = pathlib.Path(__file__).parents[2]
LONG = bool(os.environ.get("ALLIDE_TEST_LONG"))
SAMPLES = settings(
    max_examples=3000 if LONG else 120, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
MASK = 2**64 - 1


def model(shape, triangles, seed=1, **options):
    return allide.Model(allide.generate(shape, triangles=triangles, seed=seed), **options)


def cases(**options):
    """The cases of tests/query/collide/engines_test.cpp."""
    tilt = ([0.3, 0.2, -0.1], [0.5, 0.5, -0.5, 0.5])
    lean = ([-0.5, 0.1, 0.4], [0.6, 0, 0.8, 0])
    skew = ([0.2, 0.6, 0.3], [0.5, 0.1, 0.7, 0.5])
    nearly = [[1 + 4e-7, 3e-7, 0, 0.4], [-3e-7, 1 - 4e-7, 2e-7, 0.1], [1e-7, 0, 1 + 3e-7, 0]]
    return [
        (model("torus", 180, **options), model("torus", 180, **options), lean, skew),
        (model("noisy-torus", 200, **options), model("sphere", 150, **options), skew, tilt),
        (model("soup", 120, 3, **options), model("soup", 120, 4, **options), tilt, lean),
        (model("box", 100, **options), model("cylinder", 120, **options), nearly, skew),
        (model("box", 48, **options), model("box", 48, **options), tilt, tilt),
        (model("sphere", 100, **options), model("cube", 12, **options), lean, allide.Pose.translation([4, 0, 0])),
    ]


def hash_of(all_contacts):
    value = 0xCBF29CE484222325
    for found in all_contacts:
        for number in [*found.pairs.reshape(-1).tolist(), MASK]:
            value = (value ^ number) * 0x100000001B3 & MASK
    return value


def golden(file, name):
    text = (ROOT / file).read_text()
    return int(re.search(rf"{name} = (\d+)u", text).group(1))


@pytest.mark.parametrize("volume", allide.volumes())
def test_every_engine_has_the_golden_hash_of_cpp(volume):
    expected = golden("tests/query/collide/engines_test.cpp", "golden_hash")
    assert hash_of(allide.contacts(a, b, p, q) for a, b, p, q in cases(volume=volume)) == expected


def test_brute_force_and_batches_have_the_golden_hash_too():
    expected = golden("tests/query/collide/engines_test.cpp", "golden_hash")
    every = cases()
    assert hash_of(allide.contacts(a, b, p, q, search="brute_force") for a, b, p, q in every) == expected
    assert hash_of(allide.contacts_many(a, b, [q], pose_a=p)[0] for a, b, p, q in every) == expected


integers = st.integers(-4, 4)
coordinates = st.one_of(integers.map(float), st.floats(-4, 4, allow_nan=False, width=32), st.sampled_from([0.1, 1 / 3, 1e-9]))
points = st.tuples(coordinates, coordinates, coordinates)
corners = st.tuples(points, points, points)
quaternions = st.tuples(integers, integers, integers, integers).filter(any)
poses = st.builds(
    lambda q, t: numpy.column_stack([rotation(*q), t]), st.one_of(st.just((1, 0, 0, 0)), quaternions), points
)


@SAMPLES
@given(corners, corners, poses, poses)
def test_contact_of_two_triangles_is_that_of_rational_arithmetic(a, b, pose_a, pose_b):
    expected = triangles_touch(mapped(pose_a, a), mapped(pose_b, b))
    first, second = allide.Model(a, [[0, 1, 2]]), allide.Model(b, [[0, 1, 2]])
    assert allide.collides(first, second, pose_a, pose_b) is expected
    assert len(allide.contacts(second, first, pose_b, pose_a)) == int(expected)


@SAMPLES
@given(corners, corners, poses)
def test_distance_brackets_the_rational_one(a, b, pose):
    exact = squared_distance(mapped(pose, a), mapped(numpy.eye(4), b))
    d = allide.distance(allide.Model(a, [[0, 1, 2]]), allide.Model(b, [[0, 1, 2]]), pose)
    assert Fraction(d.lower) ** 2 <= exact <= Fraction(d.upper) ** 2
    assert d.lower <= d.value <= d.upper
    assert (d.value == 0) == (exact == 0)
    assert d.upper - d.lower <= max(1e-12 * d.upper, 2.0**-1074)
