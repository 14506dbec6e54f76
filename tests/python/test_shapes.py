"""Shapes of every kind: known answers, agreement with models and bodies, files, and scenes of shapes."""

import copy
import itertools
import json
import math
import pickle
import struct

import numpy
import pytest

import allide
from allide import ConvexBody, Pose, Shape

CUBE = allide.Model(allide.generate("cube"))
BALL = ConvexBody.sphere(1)
HEIGHTS = [[0.0, 0.0, 1.0], [0.0, 1.0, 1.0]]


def shift(x, y=0.0, z=0.0):
    return Pose.translation([x, y, z])


def shapes():
    finger = ConvexBody.box([0.25, 0.25, 1])
    return {
        "mesh": Shape(CUBE),
        "solid": Shape.solid(CUBE),
        "body": Shape(BALL),
        "compound": Shape.compound([(finger, shift(-1)), (finger, shift(1)), BALL]),
        "height field": Shape.height_field(HEIGHTS, spacing_x=0.5),
        "ground": Shape.height_field(HEIGHTS, floor=-1, solid=True),
        "points": Shape.points([[0, 0, 0], [1, 0, 0]], radius=0.25),
        "cells": Shape.cells([[[0, 0, 0], [1, 1, 1]], [[1, 0, 0], [2, 0.5, 0.5]]]),
        "plane": Shape.plane([0, 0, 1], 0.5),
        "half-space": Shape(ConvexBody.half_space([0, 0, 1], -0.5)),
    }


ALL = shapes()


def test_kinds_and_contents():
    kinds = {name: shape.kind for name, shape in ALL.items()}
    assert kinds.pop("solid") == "mesh" and kinds.pop("ground") == "height field"
    assert all(name == kind for name, kind in kinds.items())
    assert {name for name, shape in ALL.items() if not shape.is_solid} == {"mesh", "height field", "plane"}
    assert [len(ALL[name]) for name in ("mesh", "compound", "height field", "points", "cells", "plane")] == [12, 3, 4, 2, 2, 1]
    assert ALL["mesh"].model is not None and len(ALL["height field"].model) == 4
    assert [body.kind for body, _ in ALL["compound"].parts] == ["polytope", "polytope", "sphere"]
    assert ALL["compound"].parts[1][1].position.tolist() == [1, 0, 0]
    assert ALL["points"].centers.tolist() == [[0, 0, 0], [1, 0, 0]] and ALL["points"].radius == 0.25
    assert ALL["cells"].boxes.shape == (2, 2, 3) and ALL["cells"].boxes[1].tolist() == [[1, 0, 0], [2, 0.5, 0.5]]
    boxes = [allide.Box([0, 0, 0], [1, 1, 1])]
    assert Shape.cells(boxes).boxes.tolist() == [[[0, 0, 0], [1, 1, 1]]]
    box = allide.bounding_box(ALL["points"], shift(1))
    assert box.lo.tolist() == pytest.approx([0.75, -0.25, -0.25]) and box.hi.tolist() == pytest.approx([2.25, 0.25, 0.25])
    assert allide.bounding_box(ALL["plane"]).hi[0] == math.inf
    with pytest.raises(ValueError, match="closed mesh"):
        Shape.solid(ALL["height field"].model)
    with pytest.raises(ValueError):
        ALL["points"].model
    with pytest.raises(ValueError, match=r"heights: expected an array of shape \(rows, columns\), found \(3,\)"):
        Shape.height_field([0, 1, 2])
    with pytest.raises(ValueError, match=r"parts\[1\]: expected a ConvexBody"):
        Shape.compound([BALL, CUBE])
    with pytest.raises(ValueError, match=r"boxes: expected an array of shape \(n, 2, 3\)"):
        Shape.cells([[0, 0, 0], [1, 1, 1]])


@pytest.mark.parametrize("first, second", list(itertools.combinations_with_replacement(ALL, 2)))
def test_every_pair_agrees_with_itself(first, second):
    """Contact, contacts, distance and the first contact of two shapes say the same, in both orders."""
    a, b = ALL[first], ALL[second]
    rng = numpy.random.default_rng(len(first) * 31 + len(second))
    verdicts = set()
    for _ in range(12):
        quaternion = rng.normal(size=4)
        pose = rng.uniform(-2.5, 2.5, 3), quaternion / numpy.linalg.norm(quaternion)
        verdict = allide.collides(a, b, pose_b=pose, clearance=0)
        if isinstance(verdict, bool):
            verdict = "yes" if verdict else "no"
        assert verdict != "undecided"
        touching = verdict == "yes"
        verdicts.add(touching)
        found = allide.first_contact(a, b, pose_b=pose, clearance=0)
        assert found.verdict == verdict and (found.contact is not None) == touching
        pairs = allide.contacts(a, b, pose_b=pose, clearance=0.0)
        assert bool(pairs) == touching and pairs.complete and len(pairs.undecided) == 0
        if touching:
            assert tuple(found.contact) in [tuple(pair) for pair in pairs.pairs.tolist()]
        flipped = allide.contacts(b, a, pose_a=pose, clearance=0.0).pairs
        assert sorted(map(tuple, flipped[:, ::-1].tolist())) == list(map(tuple, pairs.pairs.tolist()))
        gap = allide.distance(a, b, pose_b=pose)
        assert (gap.value == 0) == touching and gap.lower <= gap.value <= gap.upper
        if not touching and math.isfinite(gap.value):
            near, far = gap.value * 0.999, gap.value * 1.001
            assert allide.collides(a, b, pose_b=pose, clearance=near) == "no"
            assert allide.collides(a, b, pose_b=pose, clearance=far) == "yes"
    assert verdicts


def test_shapes_of_models_and_bodies_answer_like_these():
    pose = shift(1.5, 0.25, 0.5)
    assert allide.contacts(Shape(CUBE), CUBE, pose_b=pose).pairs.tolist() == allide.contacts(CUBE, CUBE, pose_b=pose).pairs.tolist()
    assert allide.distance(Shape(BALL), BALL, pose_b=shift(5)).value == allide.distance(BALL, BALL, pose_b=shift(5)).value == 3
    assert allide.collides(CUBE, BALL, pose_b=shift(2)) == allide.collides(BALL, CUBE, pose_a=shift(2)) == "yes"
    assert allide.collides(CUBE, CUBE, pose_b=shift(2.5), clearance=0.5) == "yes"
    assert allide.collides(CUBE, CUBE, pose_b=shift(1.5), clearance=-0.75) == "no"  # half a unit of penetration is allowed
    assert allide.collides(Shape(allide.DeformableModel(CUBE)), BALL, pose_b=shift(1.5)) == "yes"
    cache = allide.QueryCache()
    for x in (1.9, 1.95, 2.1):
        assert allide.collides(ALL["solid"], ALL["cells"], pose_b=shift(x), cache=cache) == allide.collides(
            ALL["solid"], ALL["cells"], pose_b=shift(x)
        )


def test_solids_contain():
    small = ConvexBody.sphere(0.25)
    assert allide.collides(ALL["mesh"], small) == "no" and allide.collides(ALL["solid"], small) == "yes"
    assert allide.contacts(ALL["solid"], small).pairs.tolist() == [[allide.ShapeContact.inside, 0]]
    assert "inside" in repr(allide.first_contact(ALL["solid"], small).contact)
    assert allide.signed_distance(ALL["solid"], ALL["points"], pose_b=shift(-0.5)).value < 0


def test_rays():
    hit = allide.first_hit(ALL["cells"], [-1, 0.75, 0.75], [1, 0, 0])
    assert hit.t == 1 and hit.element == 0 and hit.normal.tolist() == [-1, 0, 0]
    assert [h.element for h in allide.all_hits(ALL["cells"], [-1, 0.25, 0.25], [1, 0, 0])] == [0, 1]
    assert allide.first_hit(BALL, [3, 0, 0], [-1, 0, 0], pose=shift(0.5)).t == pytest.approx(1.5)
    assert allide.first_hit(ALL["plane"], [0, 0, 2], [0, 0, -1], max_t=1) is None


def test_motions():
    found = allide.predict(ALL["compound"], ALL["cells"], allide.Motion.linear([10, 0, 0]), pose_a=shift(-5, 0.5))
    assert found.outcome == "impact" and found.t_lo == pytest.approx(0.375) and (found.body_a, found.body_b) == (1, 0)
    assert allide.predict(ALL["points"], ALL["plane"], allide.Motion.linear([0, 0, -2]), pose_a=shift(0, 0, 2)).t_lo == pytest.approx(0.625)
    assert allide.predict(BALL, ALL["points"], allide.Motion.linear([0, 5, 0]), pose_b=shift(9)).outcome == "clear"


def test_manifolds():
    (found,) = allide.contact_manifolds(ALL["body"], ALL["half-space"], pose_a=shift(0, 0, 0.25))
    assert found.normal.tolist() == pytest.approx([0, 0, 1]) and found.depth_upper == pytest.approx(0.25)
    with pytest.raises(ValueError):
        allide.contact_manifolds(BALL, ALL["plane"])


def test_copies_and_pickles():
    for name, shape in ALL.items():
        for other in (pickle.loads(pickle.dumps(shape)), copy.copy(shape), copy.deepcopy(shape)):
            assert (other.kind, other.is_solid, len(other)) == (shape.kind, shape.is_solid, len(shape)), name
            for probe in (BALL, ALL["cells"]):
                for pose in (shift(0.3, 0.2, 0.9), shift(1.2, -0.3, -1.4), shift(3, 2, 1)):
                    assert allide.distance(other, probe, pose_b=pose).value == allide.distance(shape, probe, pose_b=pose).value


DESCRIPTIONS = [
    {"type": "cylinder", "radius": 1, "half_height": 2},
    {"type": "cone", "radius": 1, "half_height": 2},
    {"type": "ellipsoid", "semi_axes": [1, 2, 3]},
    {"type": "capsule", "radius": 0.5, "half_length": 2},
    {"type": "half_space", "normal": [0, 3, 4], "offset": 5},
    {"type": "plane", "normal": [0, 0, 2], "offset": 1},
    {"type": "points", "points": [[0, 0, 0]], "radius": 1},
    {"type": "height_field", "columns": 2, "rows": 2, "heights": [0, 1, 2, 3], "spacing_x": 1, "spacing_y": 1},
    {"type": "compound", "parts": [{"type": "sphere", "radius": 1}, {"type": "cone", "radius": 1, "half_height": 1, "pose": [3, 0, 0, 1, 0, 0, 0]}]},
]


@pytest.mark.parametrize("description", DESCRIPTIONS, ids=lambda d: d["type"])
def test_files(description, tmp_path):
    file = tmp_path / "shape.json"
    file.write_text(json.dumps(description))
    shape = allide.load_shape(file)
    assert allide.read_shape(file.read_text(), "shape.json").kind == shape.kind
    again = pickle.loads(pickle.dumps(shape))
    far = shift(1, 2, 9)
    assert allide.distance(again, BALL, pose_b=far).value == allide.distance(shape, BALL, pose_b=far).value
    for body, _ in shape.parts:  # a body that a file describes is complete in Python
        assert pickle.loads(pickle.dumps(body)).extent.tolist() == body.extent.tolist()
        assert allide.distance(pickle.loads(pickle.dumps(body)), BALL, pose_b=far).value == allide.distance(body, BALL, pose_b=far).value


def test_errors_of_files_name_the_place(tmp_path):
    file = tmp_path / "shape.json"
    file.write_text('{\n"type": "sphere",\n"radius": -1}')
    with pytest.raises(allide.AllideError) as caught:
        allide.load_shape(file)
    assert caught.value.file == str(file) and caught.value.line == 1
    with pytest.raises(allide.AllideError, match="cannot open"):
        allide.load_shape(tmp_path / "missing.json")
    allide.save_mesh(allide.generate("cube"), tmp_path / "cube.obj")
    assert allide.load_shape(tmp_path / "cube.obj").kind == "mesh"


def octomap(depth_children):
    """The bytes of an OctoMap file of resolution 1 whose root has these occupied children, all leaves."""
    bits = 0
    for child in depth_children:
        bits |= 0b10 << (2 * child)
    body = struct.pack("<H", bits)
    return b"# Octomap OcTree binary file\nid OcTree\nsize 3\nres 1\ndata\n" + body


def test_octomap(tmp_path):
    data = octomap([0, 7])
    cells = allide.read_octomap(data, "tree.bt")
    assert cells.shape == (2, 2, 3) and (cells[:, 0] < cells[:, 1]).all()
    (tmp_path / "tree.bt").write_bytes(data)
    assert numpy.array_equal(allide.load_octomap(tmp_path / "tree.bt"), cells)
    shape = allide.load_shape(tmp_path / "tree.bt")
    assert shape.kind == "cells" and numpy.array_equal(shape.boxes, cells)
    with pytest.raises(allide.AllideError):
        allide.read_octomap(data[:-1], "tree.bt")


# ---- Scenes


def scene_of_all():
    scene = allide.Scene()
    ids = {name: scene.add(shape, shift(10 * i), name=name) for i, (name, shape) in enumerate(ALL.items()) if name not in ("plane", "half-space")}
    return scene, ids


def test_scene_of_shapes():
    scene, ids = scene_of_all()
    assert scene.colliding_pairs() == [] and not scene.collisions()
    assert [scene.shape(id).kind for id in ids.values()] == [ALL[name].kind for name in ids]
    assert pickle.loads(pickle.dumps(scene.shape(ids["height field"]))).kind == "height field"
    assert [name for name in ids if scene.is_mesh(ids[name])] == ["mesh"]
    scene.move(ids["body"], shift(10 * 6 + 0.9))
    (pair,) = scene.collisions().pairs
    assert {scene.name(pair.a), scene.name(pair.b)} == {"body", "points"}
    assert [c.pairs.tolist() for c in scene.contacts()] == [[[0, 0], [0, 1]]]
    scene.ignore(pair.a, pair.b)
    left = scene.collisions()
    assert not left and [(f.a, f.b, f.reason) for f in left.filtered] == [(pair.a, pair.b, "pair")]
    scene.stop_ignoring(pair.a, pair.b)
    scene.set_masks(ids["body"], 2, 4)
    assert [f.reason for f in scene.collisions().filtered] == ["masks"]
    scene.set_masks(ids["body"], 1, 0xFFFFFFFF)
    assert len(scene.collisions()) == 1


def test_scene_paddings_and_distances():
    scene = allide.Scene()
    a = scene.add(BALL, name="a", padding=0.25)
    b = scene.add(ALL["cells"], shift(1.5), name="b")
    assert scene.padding(a) == 0.25 and scene.colliding_pairs() == []
    scene.set_padding(a, 0.5)
    assert [(p.a, p.b) for p in scene.colliding_pairs()] == [(a, b)]
    closest = scene.min_distance().closest
    assert (closest.name_a, closest.name_b) == ("a", "b") and float(closest) == pytest.approx(0.5) == closest.distance.value
    pair = scene.closest_pair()
    assert (pair.a, pair.b) == (a, b)
    assert [float(d) for d in scene.distances(1).list] == pytest.approx([0.5]) and len(scene.distances(0.4)) == 0
    assert allide.Scene().closest_pair() is None and allide.Scene().min_distance().closest is None
    scene.set_padding(a, 0)
    assert len(scene.collisions(clearance=0.5)) == 1 and len(scene.collisions(clearance=0.49)) == 0


def test_scene_against_one_shape_and_another_scene():
    scene, ids = scene_of_all()
    found = scene.colliding_with(BALL, shift(20))
    assert list(found) == found.objects == [ids["body"]] and bool(found) and not found.undecided
    assert not scene.colliding_with(BALL, shift(20), filter=lambda id: id != ids["body"])
    assert scene.colliding_with(BALL, shift(20), mask=2).filtered == [ids["body"]]
    assert scene.colliding_with(BALL, shift(23), clearance=1).objects == [ids["body"]]
    with pytest.raises(ZeroDivisionError):
        scene.colliding_with(BALL, shift(20), filter=lambda id: 1 / 0)
    other = allide.Scene()
    far = other.add(CUBE, shift(23), name="far")
    near = scene.min_distance(other).closest
    assert (near.a, near.b, near.name_b) == (ids["body"], far, "far") and float(near) == pytest.approx(1)
    assert float(scene.min_distance(CUBE, shift(23)).closest) == pytest.approx(1)
    assert scene.min_distance(CUBE, shift(23)).closest.name_b == ""
    assert len(scene.collisions(other)) == 0
    other.move(far, shift(21))
    assert [(p.a, p.b) for p in scene.collisions(other)] == [(ids["body"], far)]
    assert len(scene.collisions(scene)) >= len(ids)  # every object against itself


def test_scene_rays():
    scene, ids = scene_of_all()
    hit = scene.first_hit([20, 0, 9], [0, 0, -1])
    assert hit.object == ids["body"] and hit.hit.t == pytest.approx(8)
    assert [h.object for h in scene.all_hits([20, 0, 9], [0, 0, -2])] == [ids["body"]]
    assert scene.first_hit([20, 0, 9], [0, 0, -1], max_t=7) is None


def test_clash_report_of_a_scene_keeps_its_settings():
    scene = allide.Scene()
    a = scene.add(CUBE, name="a")
    b = scene.add(CUBE, shift(1.5), name="b")
    c = scene.add(CUBE, shift(0, 1.5), name="c")
    assert {(x.a, x.b) for x in allide.clash(scene).clashes} == {("a", "b"), ("a", "c"), ("b", "c")}
    scene.ignore(a, b)
    scene.set_masks(c, 2, 2)
    scene.set_masks(a, 3, 3)
    assert [(x.a, x.b) for x in allide.clash(scene).clashes] == [(x, y) for x, y in [("a", "c")]]
    scene.remove(a)
    assert len(allide.clash(scene).clashes) == 0
    with pytest.raises(ValueError, match="only meshes clash"):
        scene.add(BALL)
        scene.clashes()
