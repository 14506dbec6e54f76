"""Every verb once, with an answer that is known from the picture or from another verb."""

import json

import numpy
import pytest

import allide


@pytest.fixture(scope="module")
def cube():
    return allide.Model(allide.generate("cube"))


@pytest.fixture(scope="module")
def torus():
    return allide.Model(allide.generate("torus", triangles=2000))


def shift(x, y=0.0, z=0.0):
    return allide.Pose.translation([x, y, z])


def random_poses(count, reach, seed=1):
    rng = numpy.random.default_rng(seed)
    quaternions = rng.normal(size=(count, 4))
    quaternions /= numpy.linalg.norm(quaternions, axis=1)[:, None]
    return rng.uniform(-reach, reach, (count, 3)), quaternions


def test_contacts_agree_with_each_other(torus):
    positions, quaternions = random_poses(60, 2)
    touching = 0
    for position, quaternion in zip(positions, quaternions):
        pose = (position, quaternion)
        found = allide.contacts(torus, torus, pose_b=pose)
        assert found.complete and numpy.array_equal(found.pairs, allide.contacts(torus, torus, None, pose).pairs)
        assert allide.collides(torus, torus, pose_b=pose) is bool(found)
        first = allide.any_contact(torus, torus, pose_b=pose)
        witness = allide.first_contact(torus, torus, pose_b=pose)
        assert (first is not None) == bool(found) == bool(witness)
        touching += bool(found)
        if not found:
            continue
        pairs = [tuple(pair) for pair in found.pairs.tolist()]
        assert pairs == sorted(set(pairs))
        assert tuple(first) in pairs and tuple(witness.witness.contact) in pairs
        again = allide.witness_of(torus, torus, found[0], pose_b=pose)
        assert tuple(again.contact) == pairs[0]
        assert numpy.array_equal(allide.witness_of(torus, torus, found.pairs[0], pose_b=pose).point, again.point)
        some = allide.contacts(torus, torus, pose_b=pose, limit=1)
        assert len(some) == 1 and some.complete == (len(found) == 1)
        flipped = allide.contacts(torus, torus, pose_a=pose).pairs
        assert sorted(map(tuple, flipped[:, ::-1].tolist())) == pairs
    assert 10 < touching < 60


def test_batches_answer_as_single_calls(torus):
    poses = random_poses(200, 2.5)
    many = allide.collides_many(torus, torus, poses)
    assert many.dtype == bool and 20 < many.sum() < 180
    contacts = allide.contacts_many(torus, torus, poses)
    distances = allide.distance_many(torus, torus, poses)
    assert len(distances) == len(contacts) == 200
    for i, pose in enumerate(zip(*poses)):
        assert many[i] == allide.collides(torus, torus, pose_b=pose) == bool(contacts[i])
        single = allide.distance(torus, torus, pose_b=pose)
        assert (single.value, single.lower, single.upper) == (distances.value[i], distances.lower[i], distances.upper[i])
        assert numpy.array_equal(single.point_a, distances.point_a[i])
        assert (single.triangle_a, single.triangle_b) == (distances.triangle_a[i], distances.triangle_b[i])
    for threads in (1, 2, 7):
        assert numpy.array_equal(allide.collides_many(torus, torus, poses, threads=threads), many)
    assert allide.collides_many(torus, torus, numpy.empty((0, 4, 4))).shape == (0,)


def test_batches_against_a_scene_and_an_index(torus, tmp_path):
    positions, turns = random_poses(200, 2.5)
    scene = allide.Scene()
    scene.add(torus)
    scene.add(torus, shift(2.5, 0, 0))
    allide.save_mesh(allide.generate("torus", triangles=400), tmp_path / "one.obj")
    allide.Index.build([tmp_path / "one.obj"], tmp_path / "one.allide")
    index = allide.Index(tmp_path / "one.allide")
    first = allide.load(tmp_path / "one.obj")
    for clearance in (0.0, 0.25):
        in_scene = scene.collides_many(torus, (positions, turns), clearance)
        of_index = allide.collides_many(index, torus, (positions, turns), clearance, threads=2)
        assert in_scene.dtype == of_index.dtype == bool and 20 < in_scene.sum() < 180
        for i, pose in enumerate(zip(positions, turns)):
            assert in_scene[i] == bool(scene.colliding_with(torus, pose, clearance).objects)
            assert of_index[i] == bool(allide.distance_within(first, torus, clearance, pose_b=pose))
    with pytest.raises(ValueError):
        scene.collides_many(torus, (positions, turns), -1.0)


def test_distance_and_its_relatives(cube):
    far = shift(5, 0.25, 0.125)
    d = allide.distance(cube, cube, pose_b=far)
    assert d.lower <= 3 <= d.upper and float(d) == d.value
    assert d.point_a[0] == 1 and d.point_b[0] == 4
    assert allide.distance_within(cube, cube, 3, pose_b=far)
    assert not allide.distance_within(cube, cube, numpy.nextafter(3, 0), pose_b=far)
    near = allide.pairs_within(cube, cube, 3, pose_b=far).pairs
    assert len(near) >= 4  # two triangles of each face, and those that share an edge with it
    assert numpy.array_equal(near, allide.pairs_within(cube, cube, 3, pose_b=far, search="brute_force").pairs)
    close = allide.approximate_distance(cube, cube, pose_b=far, relative_error=0.5)
    assert close.minimum.value == d.value and len(close.pairs) >= 4
    assert allide.weak_approximate_distance(cube, cube, pose_b=far).sequence[-1].distance >= d.lower
    cache = allide.QueryCache()
    for x in numpy.linspace(3, 5, 9):
        assert allide.distance(cube, cube, pose_b=shift(x), cache=cache).value == allide.distance(cube, cube, pose_b=shift(x)).value
        assert allide.collides(cube, cube, pose_b=shift(x - 2), cache=cache) == (x - 2 <= 2)


def test_penetration_and_separation(cube):
    deep = allide.penetration(cube, cube, pose_b=shift(1.75))
    assert deep.kind == "convex" and deep.lower <= 0.25 <= deep.upper
    assert abs(deep.direction[0]) == pytest.approx(1)
    apart = allide.separation_along(cube, cube, [-1, 0, 0], pose_b=shift(1.75))
    assert apart.lower <= 0.25 <= apart.upper and apart.last is not None


def test_regions_and_the_clash_of_two_parts(cube):
    (region,) = allide.contact_regions(cube, cube, pose_b=shift(1.5, 0.5, 0.25))
    assert len(region.contacts) == len(allide.contacts(cube, cube, pose_b=shift(1.5, 0.5, 0.25)))
    assert region.curves[0].closed and region.curves[0].points.shape[1] == 3
    assert allide.find_clash(cube, cube, pose_b=shift(1.5)).kind == "hard"
    assert allide.find_clash(cube, cube, pose_b=shift(2)).kind == "touch"
    assert allide.find_clash(cube, cube).kind == "duplicate"
    assert allide.find_clash(cube, cube, pose_b=shift(2.5), clearance=1).distance >= 0.5
    assert allide.find_clash(cube, cube, pose_b=shift(2.5)) is None


def test_interference_of_two_parts(cube):
    found = allide.interference(cube, cube, pose_b=shift(1.75))
    assert found.depth_lower <= 0.25 <= found.depth <= 0.26
    assert found.volume[0] <= 1 <= found.volume[1] and found.volume_fraction == pytest.approx(0.125)
    assert "inside" in (allide.contains(cube, found.witness), allide.contains(cube, found.witness - [1.75, 0, 0]))
    clash = allide.find_clash(cube, cube, pose_b=shift(1.75), depth_error=0.001)
    assert (clash.depth_lower, clash.depth) == (found.depth_lower, found.depth)
    apart = allide.interference(cube, cube, pose_b=shift(3))
    assert apart.depth == 0 and apart.volume == (0, 0) and apart.witness is None
    with pytest.raises(ValueError):
        allide.interference(cube, cube, depth_error=1e-4)


def test_prediction(cube):
    motion = allide.Motion.linear([8, 0, 0])
    p = allide.predict(cube, cube, motion, pose_b=shift(6, 0.5, 0.25))
    assert p.outcome == "impact" and p.t_lo <= 0.5 <= p.t_hi and p.free_until == p.t_lo
    assert p.point[0] == pytest.approx(5) and p.features in ("vertex-face", "face-vertex", "edge-edge")
    assert allide.predict(cube, cube, motion, pose_b=shift(6, 3)).outcome == "clear"
    assert allide.predict(cube, cube, motion).outcome == "touching_at_start"
    clear = allide.predict(cube, cube, motion, pose_b=shift(-4))
    assert clear.t_lo is None and clear.free_until == 1
    near = allide.predict(cube, cube, motion, pose_b=shift(6), clearance=2)
    assert near.t_lo <= 0.25 <= near.t_hi and near.features is None
    both = allide.predict(cube, cube, motion, pose_b=shift(6), motion_b=allide.Motion.linear([-8, 0, 0]))
    assert both.t_lo <= 0.25 <= both.t_hi
    started = allide.predict(cube, cube, motion, pose_a=shift(2), pose_b=shift(6))
    assert started.t_lo <= 0.25 <= started.t_hi
    found = allide.contact_intervals(cube, cube, motion, pose_b=shift(5))
    assert found.complete and found.intervals.shape == (1, 4)
    assert found.intervals[0, 0] <= 3 / 8 <= found.intervals[0, 1] and found.intervals[0, 2] <= 7 / 8 <= found.intervals[0, 3]
    turn = allide.Motion.screw(axis=[0, 0, 1], angle=allide.degrees(360)).from_(shift(4))
    assert allide.predict(cube, cube, turn, pose_b=shift(-4)).outcome == "impact"
    path = allide.Motion.path([shift(0), shift(4), shift(4, 4)], [0, 1, 3])
    assert len(path.segments) == 2 and numpy.allclose(path.at(1).position, [4, 4, 0])


def test_probes(cube):
    assert allide.first_hit(cube, [5, 0.25, 0.5], [-2, 0, 0]).t == 2
    assert allide.first_hit(cube, [5, 0.25, 0.5], to=[3, 0, 0]) is None
    assert [hit.t for hit in allide.all_hits(cube, [5, 0.25, 0.5], [-1, 0, 0])] == [4, 6]
    assert allide.any_hit(cube, [5, 0, 0], [-1, 0, 0]) and not allide.any_hit(cube, [5, 0, 0], [-1, 0, 0], max_t=3)
    near = allide.nearest(cube, [3, 0.25, 0.5])
    assert near.distance == 2 and near.point.tolist() == [1, 0.25, 0.5]
    assert [n.distance for n in allide.nearest_triangles(cube, [3, 0.25, 0.5], 2)][0] == 2
    assert allide.nearest(allide.Model(), [0, 0, 0]) is None
    assert allide.contains(cube, [0, 0, 0]) == "inside" and bool(allide.contains(cube, [0, 0, 0]))
    assert allide.contains(cube, [1, 0, 0]) == "boundary" and allide.contains(cube, [2, 0, 0]) == "outside"
    single = allide.Model([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    verdict = allide.contains(single, [0, 0, 1])
    assert verdict == "open" and not verdict.is_known
    with pytest.raises(allide.AllideError, match="open.*not closed"):
        bool(verdict)
    small = allide.Model(allide.generate("cube").vertices / 4, allide.generate("cube").triangles)
    assert allide.contains(cube, small) == "inside" and allide.contains(small, cube) == "outside"
    assert allide.overlap_solid(cube, small) and not allide.overlap_solid(cube, small, pose_b=shift(3))
    assert allide.winding_number(cube, [0, 0, 0]) == pytest.approx(1)
    assert allide.triangles_in(cube, allide.Ball([1, 1, 1], 0.1)).size >= 3
    assert allide.triangles_in(cube, allide.Box([0.5, -2, -2], [2, 2, 2])).size == 10
    assert allide.triangles_in(cube, [[-1, 0, 0, -0.5]]).tolist() == allide.triangles_in(cube, allide.Box([0.5, -2, -2], [2, 2, 2])).tolist()
    assert len(allide.self_contacts(cube)) == 0


def test_batches_of_probes(torus):
    rng = numpy.random.default_rng(2)
    origins, directions = rng.uniform(-2, 2, (300, 3)), rng.normal(size=(300, 3))
    hits = allide.first_hits(torus, origins, directions)
    assert 10 < hits.hit.sum() < 290
    assert numpy.array_equal(allide.any_hits(torus, origins, directions), hits.hit)
    every = allide.all_hits_many(torus, origins, directions)
    near = allide.nearest_many(torus, origins)
    inside = allide.contains_many(torus, origins)
    for i in range(300):
        one = allide.first_hit(torus, origins[i], directions[i])
        assert (one is not None) == hits.hit[i] == bool(every[i])
        if one:
            assert (one.t, one.triangle) == (hits.t[i], hits.triangle[i]) and every[i][0] == one
        assert allide.nearest(torus, origins[i]).distance == near.distance[i]
        assert (allide.contains(torus, origins[i]) == "inside") == inside.inside[i] == (inside[i] == "inside")
    ends = origins + directions
    assert numpy.array_equal(allide.first_hits(torus, origins, to=ends).hit, allide.first_hits(torus, origins, directions, max_t=1.0).hit)
    balls = [allide.Ball(p, 0.3) for p in origins[:20]]
    for found, ball in zip(allide.triangles_in_many(torus, balls), balls):
        assert numpy.array_equal(found, allide.triangles_in(torus, ball))
    with pytest.raises(allide.AllideError, match="directions: expected as many as origins, 300, found 2"):
        allide.first_hits(torus, origins, directions[:2])


def test_bodies(cube):
    ball, box = allide.ConvexBody.sphere(1), allide.ConvexBody.box([1, 1, 1])
    assert allide.distance(ball, box, pose_b=shift(5)).value == 3
    assert allide.collides(ball, box, pose_b=shift(2)) == "yes" and not allide.collides(ball, box, pose_b=shift(2.1))
    assert allide.overlap_solid(ball, box).certificate in ("direction", "simplex", "points", "exact")
    depth = allide.penetration(box, box, pose_b=shift(1.75))
    assert depth.lower <= 0.25 <= depth.upper
    assert allide.collides(ball, cube, pose_a=shift(1.5)) and len(allide.contacts(ball, cube, pose_a=shift(1.5)).triangles) >= 2
    assert allide.distance(ball, cube, pose_a=shift(5)).value == pytest.approx(3)
    assert box.mass().volume == pytest.approx(8) and len(box.faces) == 6 and box.kind == "polytope"
    kinds = [allide.ConvexBody.capsule(1, 2), allide.ConvexBody.cylinder(1, 2), allide.ConvexBody.cone(1, 2),
             allide.ConvexBody.ellipsoid([1, 2, 3]), allide.ConvexBody.half_space([0, 0, 1], 0)]
    assert [b.kind for b in kinds] == ["capsule", "cylinder", "cone", "ellipsoid", "half_space"]
    for body in kinds:
        assert allide.collides(body, ball) == "yes"
    hull = allide.ConvexBody.from_points(numpy.random.default_rng(1).normal(size=(50, 3)))
    tree = allide.DoubleHierarchy(hull)
    assert bool(allide.overlap_solid(tree, tree)) and not allide.overlap_solid(tree, tree, pose_b=shift(20))
    assert allide.ConvexBody.from_mesh(allide.generate("icosahedron")).faces
    with pytest.raises(allide.AllideError, match="convex"):
        allide.ConvexBody.from_mesh(allide.generate("torus"))


def test_deformable(cube):
    mesh = allide.generate("sphere", triangles=500)
    model = allide.DeformableModel(mesh)
    assert allide.collides(model, cube, pose_b=shift(1.5))
    age = model.move_vertices(mesh.vertices * [0.1, 1, 1])
    assert age.cost > 0 and not allide.collides(model, cube, pose_b=shift(1.5))
    before = model.snapshot()
    model.move_vertices(mesh.vertices)
    assert allide.collides(model, cube, pose_b=shift(1.5)) and not allide.collides(before, cube, pose_b=shift(1.5))
    model.rebuild()
    assert model.age.cost == 1 and model.rebuild_worst() >= 0
    fresh = allide.Model(mesh)
    assert numpy.array_equal(allide.contacts(model, cube, pose_b=shift(1.5)).pairs, allide.contacts(fresh, cube, pose_b=shift(1.5)).pairs)
    with pytest.raises(allide.AllideError):
        model.move_vertices(mesh.vertices[1:])


def test_scene(cube):
    scene = allide.Scene()
    ids = [scene.add(cube, shift(3 * i), name=f"cube {i}", group="ab"[i % 2]) for i in range(6)]
    assert len(scene) == 6 and scene.objects == ids and scene.colliding_pairs() == []
    scene.move(ids[3], shift(7.5))
    assert [tuple(pair) for pair in scene.colliding_pairs()] == [(ids[2], ids[3])]
    (touching,) = scene.contacts()
    assert numpy.array_equal(touching.pairs, allide.contacts(cube, cube, shift(6), shift(7.5)).pairs)
    (clash,) = scene.clashes()
    assert (clash.a, clash.b, clash.kind) == (ids[2], ids[3], "hard") and clash.depth == pytest.approx(0.5)
    assert len(scene.clashes(clearance=1).list) == 4
    assert len(scene.candidate_pairs(1.0)) == 4
    scene.set_filter(lambda a, b: a.number != 2)
    assert scene.colliding_pairs() == []
    scene.set_filter(None)
    scene.ignore("a", "b")
    assert len(scene.clashes(clearance=2)) == 0
    scene.set_clearance("a", "b", 0)
    assert len(scene.clashes()) == 1
    scene.move_many(ids, numpy.stack([shift(10.0 * i).matrix for i in range(6)]))
    assert len(scene.clashes()) == 0
    lazy = scene.add_mesh(cube.mesh, shift(0.5))
    assert [tuple(p) for p in scene.colliding_pairs()] == [(ids[0], lazy)]
    assert scene.name(ids[1]) == "cube 1" and scene.group(ids[1]) == "b" and scene.pose(lazy) == shift(0.5)
    scene.remove(lazy)
    assert lazy not in scene and len(scene) == 6
    with pytest.raises(allide.AllideError):
        scene.name(lazy)

    def broken(a, b):
        raise RuntimeError("from the filter")

    scene.set_filter(broken)
    scene.move(ids[0], shift(9))
    with pytest.raises(RuntimeError, match="from the filter"):
        scene.colliding_pairs()


def test_limits_of_clashes(cube):
    """Cubes 0.5 apart in a row: 0 and 1, 1 and 2, 2 and 3."""
    scene = allide.Scene()
    gone = scene.add(cube)
    ids = [scene.add(cube, shift(2.5 * i), name=str(i), group="cubes") for i in range(4)]
    scene.remove(gone)
    near = lambda a, b: allide.ClashLimits(clearance=1 if ids[1] in (a, b) else 0)  # noqa: E731
    scene.set_clearance("cubes", "cubes", 1)
    for search in ("tree", "brute_force"):
        found = scene.clashes(limits=near, search=search)
        assert [(c.a, c.b, c.kind) for c in found] == [(ids[0], ids[1], "clearance"), (ids[1], ids[2], "clearance")]
    with pytest.raises(ZeroDivisionError):
        scene.clashes(limits=lambda a, b: 1 / 0)
    assert len(allide.clash(scene, clearance=1).clashes) == 3
    scene.set_filter(lambda a, b: 1 / 0)  # clash() does not call it: reports have rules instead
    assert len(allide.clash(scene, clearance=1).clashes) == 3
    assert allide.ObjectId(ids[1].number, ids[1].generation) == ids[1]


def test_the_calls_that_the_contract_fixes(tmp_path):
    """Positions and names of the arguments; the answers are tested elsewhere."""
    cube = allide.generate("cube")
    m = allide.Model(cube.vertices, cube.triangles)
    allide.save_mesh(cube, tmp_path / "x.glb")
    a, b, pose_a, pose_b = m, allide.load(tmp_path / "x.glb"), numpy.eye(4)[:3], ([5.0, 0, 0], [1.0, 0, 0, 0])
    assert allide.collides(a, b, pose_a, pose_b) is False
    assert allide.collides(a, b, pose_a=None, pose_b=None) is True
    c = allide.contacts(a, b, pose_a, pose_a, 5)
    assert c.pairs.dtype == numpy.uint32 and c.pairs.shape == (5, 2) and c.complete is False
    assert allide.contacts(a, b, pose_a=None, pose_b=None, limit=None).complete
    d = allide.distance(a, b, pose_a, pose_b)
    assert d.lower <= d.value <= d.upper and d.point_a.shape == d.point_b.shape == (3,)
    assert isinstance(d.triangle_a, int) and isinstance(d.triangle_b, int)
    motion = allide.Motion.linear([8, 0, 0])
    p = allide.predict(a, b, motion, pose_a, pose_b, 0, 1e-9)
    assert (p.outcome, p.free_until == p.t_lo <= p.t_hi) == ("impact", True)
    assert allide.predict(a, b, motion, pose_a=None, pose_b=None, clearance=0, tolerance=1e-9).outcome == "touching_at_start"
    assert allide.collides_many(a, b, numpy.stack([numpy.eye(4)] * 3)).tolist() == [True] * 3
    r = allide.clash([str(tmp_path / "x.glb")], clearance=0.0, rules=None)
    assert r.clashes == [] and json.loads(r.to_json())["clashes"] == []
    r.save(str(tmp_path / ("report.html" if allide.has_pages() else "report.json")))
    (tmp_path / "arm.urdf").write_text('<robot name="arm"><link name="base"/></robot>')
    robot = allide.Robot(str(tmp_path / "arm.urdf"))
    assert robot.check([]).free and robot.check_trajectory([[], []], scene=[str(tmp_path / "x.glb")]).outcome == "clear"
    assert issubclass(allide.AllideError, ValueError)
    assert allide.trimesh.CollisionManager and allide.fcl.collide


def test_index(tmp_path, cube):
    room = allide.generate_engine_room(triangles=60000, clashes=3)
    allide.save_mesh(room.mesh, tmp_path / "room.glb")
    info = allide.Index.build([tmp_path / "room.glb"], tmp_path / "room.allide")
    assert info.objects == len(room.mesh.part_names)
    assert allide.Index.verify(tmp_path / "room.allide").root_digest == info.root_digest
    assert allide.Index.recognises(tmp_path / "room.allide")
    index = allide.Index(tmp_path / "room.allide")
    assert len(index) == info.objects and len(index.parts()) == info.objects
    assert len(index.clashes()) == 3
    ball = allide.Model(allide.generate("sphere", triangles=500).vertices * 300, allide.generate("sphere", triangles=500).triangles)
    centre = info.bounds.center
    near = allide.distance(ball, index, pose=allide.Pose.translation(centre))
    assert allide.collides(ball, index, pose=allide.Pose.translation(centre)) == (near.distance.value == 0)
    assert len(allide.objects_within(ball, index, 5000, pose=allide.Pose.translation(centre))) >= 1
    motion = allide.Motion.linear(info.bounds.size)
    p = allide.predict(ball, index, motion, pose_a=allide.Pose.translation(info.bounds.lo - 1000))
    assert p.prediction.outcome in ("impact", "clear")
    assert len(index.model(0)) > 0
    with pytest.raises(allide.AllideError):
        allide.Index(tmp_path / "nothing.allide")


def test_an_index_is_extended_and_parts_are_joined(tmp_path):
    scenes, parts = [], []
    cube = allide.generate("cube")
    for number in range(3):
        scenes.append(tmp_path / f"scene-{number}.obj")
        allide.save_mesh(allide.Mesh(cube.vertices + 0.75 * number, cube.triangles), scenes[-1])
        parts.append(tmp_path / f"part-{number}.allide")
        allide.Index.build([scenes[-1]], parts[-1])
    whole = allide.Index.build(scenes, tmp_path / "whole.allide")
    joined = allide.Index.join(parts, tmp_path / "joined.allide", threads=2)
    assert (tmp_path / "joined.allide").read_bytes() == (tmp_path / "whole.allide").read_bytes()
    assert joined.root_digest == whole.root_digest and whole.segments == 1
    extended = allide.Index.append(scenes[1:], parts[0])
    assert extended.objects == 3 and extended.segments == 2 and extended.unfinished_bytes == 0
    assert extended.source_digest == whole.source_digest
    pairs = [[(clash.a.number, clash.b.number) for clash in allide.Index(file).clashes()] for file in (parts[0], tmp_path / "whole.allide")]
    assert pairs[0] == pairs[1] == [(0, 1), (0, 2), (1, 2)]
    with pytest.raises(allide.AllideError, match="nothing"):
        allide.Index.append([tmp_path / "nothing.obj"], parts[0])
    assert allide.Index.verify(parts[0]).root_digest == extended.root_digest


def test_clash_report(tmp_path):
    room = allide.generate_engine_room(triangles=60000, clashes=3, clearances=2)
    allide.save_mesh(room.mesh, tmp_path / "room.glb")
    report = allide.clash([tmp_path / "room.glb"], clearance=1.6)
    kinds = report.totals().kinds
    assert kinds["hard"] == 3 and kinds["clearance"] == 2
    expected = sorted((p.part_a, p.part_b) for p in room.pairs)
    assert sorted((c.a_id, c.b_id) for c in report.clashes) == expected
    document = json.loads(report.to_json())
    assert [c["key"] for c in document["clashes"]] == [c.key for c in report.clashes]
    for name in ("report.json", "report.csv", "report.bcf"):
        report.save(tmp_path / name)
        assert (tmp_path / name).stat().st_size > 0
    again = allide.clash(str(tmp_path / "room.glb"), clearance=1.6, baseline=tmp_path / "report.json")
    assert again.totals().statuses["persisting"] == 5 and not again.partial
    strict = allide.clash([tmp_path / "room.glb"], rules={"clearance": 1.6})
    assert len(strict.clashes) == 5 and strict.clearance == 1.6
    by_mesh = allide.clash(room.mesh, clearance=1.6)
    assert [(c.a, c.b, c.kind) for c in by_mesh.clashes] == [(c.a, c.b, c.kind) for c in report.clashes]
    scene = allide.Scene()
    for part in allide.parts_of(room.mesh):
        scene.add_mesh(part.mesh, name=part.name)
    assert len(allide.clash(scene, clearance=1.6).clashes) == 5
    assert str(report) == report.to_text() and "clash" in repr(report).lower()
    if allide.has_pages():
        report.save(tmp_path / "report.html", title="a room")
        assert "a room" in (tmp_path / "report.html").read_text()
    with pytest.raises(allide.AllideError):
        report.save(tmp_path / "report.docx")
    with pytest.warns(UserWarning, match="left out: .*missing.obj"):
        partial = allide.clash([tmp_path / "room.glb", tmp_path / "missing.obj"])
    assert partial.partial and "missing.obj" in partial.unreadable[0].message
    assert repr(partial).endswith("partial)") and "partial" not in repr(report)
    with pytest.raises(allide.AllideError, match="missing.obj"):
        allide.clash(tmp_path / "missing.obj")
    with pytest.raises(allide.AllideError, match="expected at least one file"):
        allide.clash([])
    assert report.limits.clearance == 1.6 and report.grid is None
    assert allide.clash(room.mesh, rules={"grid": 5000, "grid_axes": "xy"}).grid == (5000, 0, 1)
    in_memory = allide.read_clash_scene([("room.glb", (tmp_path / "room.glb").read_bytes())])
    assert [c.key for c in allide.clash(in_memory, clearance=1.6).clashes] == [c.key for c in report.clashes]


def test_files(tmp_path, cube):
    mesh = allide.generate("torus", triangles=500)
    for name in ("a.obj", "a.ply"):
        allide.save_mesh(mesh, tmp_path / name)
        assert numpy.array_equal(allide.load_mesh(tmp_path / name).vertices, mesh.vertices)
        again = allide.read_mesh((tmp_path / name).read_bytes(), name)
        assert allide.digest_of(again) == allide.digest_of(mesh)
    assert allide.save_mesh(mesh, tmp_path / "b.stl", format="stl_ascii") == "stl_ascii"
    assert len(allide.load(tmp_path / "b.stl")) == len(mesh)
    assert allide.inspect_file(tmp_path / "a.obj")[0].closed
    assert allide.load_assembly(tmp_path / "a.obj").flattened().triangles.shape == mesh.triangles.shape
    with allide.GlbWriter(tmp_path / "c.glb") as writer:
        writer.add(mesh)
        writer.add(cube.mesh)
    assert len(allide.load_mesh(tmp_path / "c.glb")) == len(mesh) + len(cube)
    (tmp_path / "poses.txt").write_text("0,0,0,1,0,0,0\n1,2,3,1,0,0,0\n")
    assert allide.load_poses(tmp_path / "poses.txt")[1] == shift(1, 2, 3)
    assert allide.parse_pose("1,2,3,1,0,0,0") == shift(1, 2, 3)
    (tmp_path / "points.txt").write_text("1,2,3\n4,5,6\n")
    assert allide.load_points(tmp_path / "points.txt").tolist() == [[1, 2, 3], [4, 5, 6]]


def test_generated_scenes_one_by_one():
    seen = []
    allide.generate_engine_rooms(lambda room: seen.append(len(room.mesh)), triangles=60000)
    assert len(seen) == 1 and seen[0] > 50000
    with pytest.raises(ZeroDivisionError):
        allide.generate_engine_rooms(lambda room: 1 / 0, triangles=60000)


def test_version_and_targets():
    assert allide.__version__ == allide.version() and allide.version().count(".") == 2
    assert allide.active_target() in allide.targets()


def test_filters_and_labels_of_a_report():
    room = allide.generate_engine_room(triangles=60000, clashes=3, clearances=2)
    everything = allide.clash(room.mesh, clearance=1.6)
    kinds = [clash.kind for clash in everything.clashes]
    assert kinds.count("hard") == 3 and kinds.count("clearance") == 2 and everything.filter == ""
    hard = allide.clash(room.mesh, clearance=1.6, kinds=["hard"])
    assert [clash.kind for clash in hard.clashes] == ["hard"] * 3 and hard.filter and hard.date
    first = hard.clashes[0]
    one = allide.clash(room.mesh, clearance=1.6, between=[(first.a, first.b)], up=[0, 1, 0])
    assert [(clash.a, clash.b) for clash in one.clashes] == [(first.a, first.b)]
    assert first.a.endswith(hard.label_a(first)) and hard.parts[first.a_id].label == hard.label_a(first)
    assert hard.parts[first.a_id].attributes == {} and hard.without_geometry == [] and hard.warnings == []
    assert allide.clash(room.mesh, min_depth=1e9).clashes == []
    with pytest.raises(allide.AllideError, match='kinds: expected "duplicate"'):
        allide.clash(room.mesh, kinds=["soft"])
