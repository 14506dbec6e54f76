"""Deforming meshes: against contact times computed with fractions, and against each other."""

import random
from fractions import Fraction

import numpy
import pytest

import allide
from exact import cross, dot, minus


def at_time(motion, t):
    """The four points of a raw query at a rational time."""
    return [
        tuple(Fraction(a) + t * (Fraction(b) - Fraction(a)) for a, b in zip(motion[i], motion[i + 4])) for i in range(4)
    ]


def volume(motion, t):
    """Six times the signed volume of the four points: 0 where they are coplanar, as in every contact."""
    p = at_time(motion, t)
    return dot(minus(p[1], p[0]), cross(minus(p[2], p[0]), minus(p[3], p[0])))


def small_motions(count, seed):
    rng = random.Random(seed)
    return [[[rng.randint(-4, 4) / 2 for _ in range(3)] for _ in range(8)] for _ in range(count)]


@pytest.mark.parametrize("features", ["vertex-face", "face-vertex", "edge-edge"])
def test_raw_queries_against_fractions(features):
    motions = small_motions(400, features)
    found = allide.first_contacts(features, motions)
    assert len(found) == 400 and 20 < found.impact.sum() < 380
    for motion, hit, lo, hi in zip(motions, found.impact, found.t_lo, found.t_hi):
        if not hit:
            assert lo == hi == 1
            continue
        lo, hi = Fraction(float(lo)), Fraction(float(hi))
        assert 0 <= lo <= hi <= 1 and hi - lo <= Fraction(1, 10**9)
        # The four points are coplanar at the contact: the volume changes sign or vanishes nearby.
        wider = volume(motion, max(lo - Fraction(1, 10**6), Fraction(0))), volume(motion, min(hi + Fraction(1, 10**6), Fraction(1)))
        values = [*wider, volume(motion, lo), volume(motion, hi)]
        assert min(values) <= 0 <= max(values) or min(map(abs, values)) < Fraction(1, 10**6)


def test_the_mirror_image_of_a_query():
    motions = numpy.array(small_motions(200, "mirror"))
    turned = motions[:, [1, 2, 3, 0, 5, 6, 7, 4]]  # vertex and face, then face and vertex
    a, b = allide.first_contacts("vertex-face", motions), allide.first_contacts("face-vertex", turned)
    assert numpy.array_equal(a.impact, b.impact) and numpy.array_equal(a.t_lo, b.t_lo)
    assert numpy.allclose(a.weights[:, [1, 2, 3, 0]], b.weights)


def grid(n, height):
    x, y = numpy.meshgrid(numpy.linspace(-1, 1, n), numpy.linspace(-1, 1, n), indexing="ij")
    corners = numpy.stack([x.ravel(), y.ravel(), numpy.full(n * n, float(height))], axis=1)
    i = (numpy.arange(n - 1)[:, None] * n + numpy.arange(n - 1)).ravel()
    return corners, numpy.concatenate([numpy.stack([i, i + n, i + 1], 1), numpy.stack([i + 1, i + n, i + n + 1], 1)])


def test_cloth_that_falls_on_a_floor():
    vertices, triangles = grid(6, 2)
    cloth = allide.DeformableModel(vertices, triangles)
    floor = allide.Model([[-9, -9, 0], [9, -9, 0], [0, 18, 0]], [[0, 1, 2]])
    end = vertices - [0, 0, 8]
    step = allide.deforming(cloth, end)
    assert len(step) == 36 and numpy.array_equal(step.start, vertices) and numpy.array_equal(step.end, end)
    assert allide.max_safe_step(step, floor) == pytest.approx(0.25, abs=1e-9)
    assert allide.max_safe_step(step, floor, allide.Pose.translation([0, 0, -2])) == pytest.approx(0.5, abs=1e-9)
    assert allide.max_safe_step(step) == 1 and allide.predict(step).outcome == "clear"
    hit = allide.predict(step, floor)
    assert hit.outcome == "impact" and hit.t_lo <= 0.25 <= hit.t_hi
    first = allide.earliest_impact(step, floor)
    assert first is not None and first.t_lo == hit.t_lo and len(first.vertices) == 4
    assert sum(first.weights) == pytest.approx(2)
    impacts = allide.all_impacts(step, floor)
    assert len(impacts) >= 36 and impacts.vertices.shape == (len(impacts), 4) and impacts.weights.dtype == numpy.float64
    assert (numpy.diff(impacts.t_lo) >= 0).all() and impacts[0].features == impacts.features[0]
    assert allide.predict(step, floor, clearance=0.4).t_lo == pytest.approx(0.2, abs=1e-6)


def test_two_cloths_and_a_fold():
    vertices, triangles = grid(4, 1)
    upper, lower = allide.DeformableModel(vertices, triangles), allide.DeformableModel(vertices * [1, 1, -1], triangles)
    down, up = allide.deforming(upper, vertices - [0, 0, 2]), allide.deforming(lower, vertices * [1, 1, -1] + [0, 0, 2])
    assert allide.max_safe_step(down, up) == pytest.approx(0.5, abs=1e-9)
    folded = vertices.copy()
    folded[vertices[:, 0] > 0.5] *= [-1, 1, 1]  # one edge passes through the rest
    folded[vertices[:, 0] > 0.5, 2] = 1
    bent = vertices.copy()
    bent[vertices[:, 0] > 0.5, 2] += 1
    assert allide.predict(allide.deforming(upper, folded - [0, 0, 1], start=bent)).outcome in ("impact", "clear")


def test_a_step_ends_with_the_state_of_its_model():
    vertices, triangles = grid(3, 1)
    cloth = allide.DeformableModel(vertices, triangles)
    step = allide.deforming(cloth, vertices + 1)
    cloth.move_vertices(vertices * 2)
    for call in (allide.max_safe_step, allide.predict, allide.all_impacts, allide.earliest_impact):
        with pytest.raises(allide.AllideError, match="has changed since"):
            call(step)
    with pytest.raises(allide.AllideError, match="b: expected a Deforming, a Model or None"):
        allide.max_safe_step(allide.deforming(cloth, vertices), 7)
    with pytest.raises(allide.AllideError):
        allide.deforming(cloth, vertices[1:])
    with pytest.raises(allide.AllideError, match=r"shape \(n, 8, 3\), found an array of shape \(2, 3\)"):
        allide.first_contacts("edge-edge", [[0, 0, 0], [1, 1, 1]])
    with pytest.raises(allide.AllideError, match="\"vertex-face\", \"face-vertex\" or \"edge-edge\", found \"edge\""):
        allide.first_contacts("edge", [])


def test_rods_and_points():
    rod = allide.DeformableModel(allide.mesh_of_segments([[0, 0, 1], [1, 0, 1]], [[0, 1]]))
    other = allide.Model(allide.mesh_of_segments([[0.5, -1, 0], [0.5, 1, 0]], [[0, 1]]))
    assert allide.max_safe_step(allide.deforming(rod, [[0, 0, -1], [1, 0, -1]]), other) == pytest.approx(0.5, abs=1e-9)
    dust = allide.DeformableModel(allide.mesh_of_points([[0.2, 0.2, 1], [7, 7, 7]]))
    floor = allide.Model([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    assert allide.max_safe_step(allide.deforming(dust, [[0.2, 0.2, -3], [8, 8, 8]]), floor) == pytest.approx(0.25, abs=1e-9)
