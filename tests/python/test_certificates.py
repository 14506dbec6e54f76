"""Certificates: what Python returns is proven by the checker, which uses nothing of allide, and tampering is noticed."""

import pathlib
import sys

import numpy
import pytest

import allide

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "scripts"))
from exact_checker.meshes import read_mesh  # noqa: E402
from exact_checker.moving import check_prediction  # noqa: E402
from exact_checker.rationals import Refused  # noqa: E402
from exact_checker.resting import check_collision, check_distance  # noqa: E402


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    folder = tmp_path_factory.mktemp("meshes")
    models, meshes = [], []
    for name, triangles in (("torus", 200), ("sphere", 80)):
        mesh = allide.generate(name, triangles=triangles)
        allide.save_mesh(mesh, folder / f"{name}.obj")
        models.append(allide.Model(folder / f"{name}.obj"))
        meshes.append(read_mesh(str(folder / f"{name}.obj")))
    return *models, *meshes


def rows(pose):
    return pose.matrix[:3].ravel().tolist()


def poses(count, reach):
    rng = numpy.random.default_rng(3)
    for _ in range(count):
        quaternion = rng.normal(size=4)
        yield allide.Pose(rng.uniform(-reach, reach, 3), quaternion / numpy.linalg.norm(quaternion))


def test_collisions_and_distances(pair):
    a, b, mesh_a, mesh_b = pair
    seen = set()
    for pose in poses(12, 1.6):
        answer = {"pose_a": rows(allide.Pose()), "pose_b": rows(pose)}
        colliding = allide.collides(a, b, pose_b=pose)
        seen.add(colliding)
        proof = allide.explain_collision(a, b, pose_b=pose)
        check_collision({**answer, "colliding": colliding, "certificate": proof}, mesh_a, mesh_b)
        with pytest.raises((Refused, KeyError)):
            check_collision({**answer, "colliding": not colliding, "certificate": proof}, mesh_a, mesh_b)
        distance = allide.distance(a, b, pose_b=pose)
        answer.update(distance=distance.upper, lower=distance.lower, upper=distance.upper)
        proof = allide.explain_distance(a, b, distance, pose_b=pose)
        check_distance({**answer, "certificate": proof}, mesh_a, mesh_b)
    assert seen == {True, False}


@pytest.mark.parametrize("reach, outcome", [(-3, "impact"), (3, "clear")])
def test_predictions(pair, reach, outcome):
    a, b, mesh_a, mesh_b = pair
    motion, start = allide.Motion.linear([reach, 0, 0]), allide.Pose.translation([3.5, 0.25, 0.125])
    found = allide.predict(a, b, motion, start)
    assert found.outcome == outcome
    answer = {
        name: getattr(found, name)
        for name in ("outcome", "free_until", "t_lo", "t_hi", "triangle_a", "triangle_b", "delta")
    }
    answer.update(pose_a=rows(start), pose_b=rows(allide.Pose()))
    answer.update(certificate=allide.explain_prediction(a, b, motion, found, start), clearance=0)
    document = {"type": "linear", "translation": [reach, 0, 0]}
    check_prediction(answer, mesh_a, mesh_b, document)
    if outcome == "impact":
        answer["certificate"]["contact"] = None
        with pytest.raises((Refused, TypeError)):
            check_prediction(answer, mesh_a, mesh_b, document)
