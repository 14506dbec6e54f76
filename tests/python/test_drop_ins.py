"""allide.fcl and allide.trimesh: the tests of python-fcl and trimesh, and own cases with known answers."""

import math
import types
import unittest

import numpy
import pytest

import allide
import allide.fcl as fcl
import upstream
from allide.trimesh import CollisionManager, ContactData, DistanceData, mesh_to_BVH, mesh_to_convex, scene_to_collision

trimesh = pytest.importorskip("trimesh")  # scripts/python-venv.sh installs it


def at(*position):
    matrix = numpy.eye(4)
    matrix[:3, 3] = position
    return matrix


# ---- The tests that python-fcl and trimesh have themselves


def fcl_cases():
    module = upstream.run_module(upstream.source("python-fcl", "test/test_fcl.py"), "test_fcl", fcl=fcl)
    return list(upstream.cases(module.TestFCL))


@pytest.mark.parametrize("name, case", fcl_cases())
def test_of_python_fcl(name, case):
    case.setUp()
    getattr(case, name)()


# Two of trimesh's assertions expect the point and the direction that python-fcl reports for coincident cubes. Six
# directions are equally short, and all are right.
TIES = [
    "            assert g.np.allclose(c.point, g.np.array([5.0, -0.5, 0.5]))\n",
    "            assert g.np.allclose(c.normal, g.np.array([-1.0, 0.0, 0.0]))\n",
]


def assembly():
    """In place of trimesh's cycloidal.3DXML, which its source distribution does not carry: two gears that touch."""
    scene = trimesh.Scene()
    scene.add_geometry(trimesh.creation.annulus(r_min=1, r_max=2, height=1), node_name="ring")
    scene.add_geometry(trimesh.creation.cylinder(radius=1.1, height=3), node_name="shaft")
    scene.add_geometry(trimesh.creation.box(), node_name="box", transform=at(9, 0, 0))
    return scene


def trimesh_cases():
    text = upstream.source("trimesh", "tests/test_collision.py")
    for tie in TIES:
        assert text.count(tie) == 1
        text = text.replace(tie, "")
    generic = types.ModuleType("generic")
    generic.np, generic.unittest = numpy, unittest
    generic.log = types.SimpleNamespace(warning=print, debug=print)
    generic.random = numpy.random.default_rng(0).random
    generic.get_mesh = {"unit_cube.STL": trimesh.creation.box(), "cycloidal.3DXML": assembly()}.__getitem__
    generic.trimesh = types.SimpleNamespace(
        collision=types.SimpleNamespace(CollisionManager=CollisionManager, scene_to_collision=scene_to_collision),
        creation=trimesh.creation,
        Scene=trimesh.Scene,
    )
    module = upstream.run_module(text, "test_collision", generic=generic, fcl=fcl)
    assert module.fcl is fcl
    return list(upstream.cases(module.CollisionTest))


@pytest.mark.parametrize("name, case", trimesh_cases())
def test_of_trimesh(name, case):
    getattr(case, name)()


def test_all_cases_of_both_were_found():
    assert len(fcl_cases()) == 7
    assert [name for name, _ in trimesh_cases()] == [
        "test_collision",
        "test_collision_batch",
        "test_distance",
        "test_random_spheres",
        "test_scene",
    ]


# ---- trimesh: the collision manager and its data


def test_boxes_that_share_a_face_collide():
    manager = CollisionManager()
    manager.add_object("a", trimesh.creation.box())
    manager.add_object("b", trimesh.creation.box(), at(1, 0, 0))
    assert manager.in_collision_internal()
    assert manager.min_distance_internal() == 0
    manager.set_transform("b", at(1.0000000000000002, 0, 0))
    assert not manager.in_collision_internal()
    assert manager.min_distance_internal() > 0


@pytest.mark.parametrize("solid, colliding", [(None, False), (True, True), (False, False)])
def test_a_body_inside_a_hollow_of_a_closed_mesh(solid, colliding):
    """A torus is a surface in trimesh: a ball inside its tube touches nothing. As a solid it does."""
    manager = CollisionManager(solid=solid)
    manager.add_object("torus", trimesh.creation.torus(major_radius=3, minor_radius=1))
    ball = trimesh.creation.icosphere(subdivisions=1, radius=0.3)
    assert manager.in_collision_single(ball, at(3, 0, 0)) is colliding
    assert manager.in_collision_single(ball) is False
    assert manager.in_collision_single(ball, at(2, 0, 0)) is True
    distance = manager.min_distance_single(ball, at(3, 0, 0))
    assert (distance == 0 or distance < 0) if colliding else 0.5 < distance < 0.75


def test_convex_meshes_are_solids_unless_surfaces_are_wanted():
    for solid, colliding in ((None, True), (True, True), (False, False)):
        manager = CollisionManager(solid=solid)
        manager.add_object("outer", trimesh.creation.box())
        inner = trimesh.creation.box(extents=[0.5, 0.5, 0.5])
        assert manager.in_collision_single(inner) is colliding
        distance = manager.min_distance_single(inner)
        assert distance == pytest.approx(-0.75 if colliding else 0.25)


def test_contact_and_distance_data():
    manager = CollisionManager()
    manager.add_object("cube", trimesh.creation.box())
    hit, names, data = manager.in_collision_single(
        trimesh.creation.box(), at(0.75, 0.1, 0), return_names=True, return_data=True
    )
    assert hit is True and names == {"cube"} and len(data) == 4
    for contact in data:  # the corners of the face that the cubes share
        assert isinstance(contact, ContactData) and contact.names == {"cube", "__external"}
        assert contact.depth == pytest.approx(0.25) and numpy.allclose(contact.normal, [1, 0, 0])
        assert contact.point[0] == pytest.approx(0.375) and contact.index("cube") == -1
    assert sorted(round(y, 9) for _, y, _ in (c.point for c in data)) == [-0.4, -0.4, 0.5, 0.5]
    distance, name, found = manager.min_distance_single(
        trimesh.creation.torus(2, 0.5), at(10, 0, 0), return_name=True, return_data=True
    )
    assert isinstance(found, DistanceData) and name == "cube" and found.distance == distance
    assert numpy.linalg.norm(found.point("cube") - found.point("__external")) == pytest.approx(distance)
    assert found.index("__external") >= 0


def test_surfaces_report_every_pair_of_triangles():
    a, b = trimesh.creation.torus(2, 0.5), trimesh.creation.torus(2, 0.5)
    manager = CollisionManager()
    manager.add_object("a", a)
    hit, data = manager.in_collision_single(b, at(1.1, 0.2, 0.1), return_data=True)
    pairs = allide.contacts(allide.Model(a), allide.Model(b), pose_b=at(1.1, 0.2, 0.1)).pairs
    assert hit and sorted([c.index("a"), c.index("__external")] for c in data) == pairs.tolist()
    for contact in data:
        assert numpy.linalg.norm(contact.normal) == pytest.approx(1) and 0 <= contact.depth < 1.5


def test_names_and_replacement():
    manager = CollisionManager()
    manager.add_object("x", trimesh.creation.box())
    manager.add_object("x", trimesh.creation.box(), at(7, 0, 0))
    assert not manager.in_collision_single(trimesh.creation.box())
    manager.remove_object("x")
    for call in (manager.remove_object, lambda name: manager.set_transform(name, numpy.eye(4))):
        with pytest.raises(ValueError, match="x not in collision manager"):
            call("x")
    with pytest.raises(ValueError, match=r"expected an array of shape \(4, 4\), found \(3, 3\)"):
        manager.add_object("y", trimesh.creation.box(), numpy.eye(3))
    assert CollisionManager().in_collision_internal(return_names=True) == (False, set())


def test_scaled_and_mirrored_transforms():
    manager = CollisionManager()
    manager.add_object("big", trimesh.creation.box(), numpy.diag([4.0, 4, 4, 1]))
    assert manager.min_distance_single(trimesh.creation.box(), at(4, 0, 0)) == pytest.approx(1.5)
    manager.set_transform("big", at(0, 0, 0))
    assert manager.min_distance_single(trimesh.creation.box(), at(4, 0, 0)) == pytest.approx(3)
    manager.set_transform("big", numpy.diag([-1.0, 1, 1, 1]))
    assert manager.min_distance_single(trimesh.creation.box(), at(4, 0, 0)) == pytest.approx(3)


def test_many_objects_against_every_pair():
    rng = numpy.random.default_rng(1)
    meshes = [trimesh.creation.box(), trimesh.creation.torus(0.6, 0.2, 12, 8), trimesh.creation.icosphere(1)]
    manager, places = CollisionManager(), []
    for i in range(60):
        matrix = trimesh.transformations.random_rotation_matrix(rng.random(3))
        matrix[:3, 3] = rng.uniform(-4, 4, 3)
        places.append(matrix)
        manager.add_object(f"{i:02}", meshes[i % 3], matrix)

    def shape(i):
        return (mesh_to_BVH if i % 3 == 1 else mesh_to_convex)(meshes[i % 3])

    objects = [fcl.CollisionObject(shape(i), fcl.Transform(m[:3, :3], m[:3, 3])) for i, m in enumerate(places)]
    expected, least = set(), math.inf
    for i in range(60):
        for j in range(i + 1, 60):
            if fcl.collide(objects[i], objects[j]):
                expected.add((f"{i:02}", f"{j:02}"))
            least = min(least, fcl.distance(objects[i], objects[j], fcl.DistanceRequest(enable_signed_distance=True)))
    assert expected and manager.in_collision_internal(return_names=True) == (True, expected)
    assert manager.min_distance_internal() == pytest.approx(least, abs=1e-12)


# ---- python-fcl: shapes, contacts, motion

SHAPES = {
    "box": lambda: fcl.Box(1, 2, 3),
    "sphere": lambda: fcl.Sphere(1.1),
    "ellipsoid": lambda: fcl.Ellipsoid(1, 1.5, 0.7),
    "capsule": lambda: fcl.Capsule(0.6, 2),
    "cone": lambda: fcl.Cone(1, 2),
    "cylinder": lambda: fcl.Cylinder(0.8, 2),
    "convex": lambda: mesh_to_convex(trimesh.creation.icosahedron()),
}


def placed(geometry, rng, reach):
    matrix = trimesh.transformations.random_rotation_matrix(rng.random(3))
    return fcl.CollisionObject(geometry, fcl.Transform(matrix[:3, :3], rng.uniform(-reach, reach, 3)))


@pytest.mark.parametrize("first", SHAPES)
@pytest.mark.parametrize("second", SHAPES)
def test_moving_along_the_normal_by_the_depth_ends_a_contact(first, second):
    rng = numpy.random.default_rng(sum(map(ord, first + second)))
    request, hits = fcl.CollisionRequest(num_max_contacts=10, enable_contact=True), 0
    for _ in range(12):
        a, b = placed(SHAPES[first](), rng, 1.2), placed(SHAPES[second](), rng, 1.2)
        result = fcl.CollisionResult()
        count = fcl.collide(a, b, request, result)
        signed = fcl.distance(a, b, fcl.DistanceRequest(enable_signed_distance=True))
        assert (count > 0) == (signed <= 0) == result.is_collision
        if not count:
            continue
        hits += 1
        contact = result.contacts[0]
        assert (contact.o1, contact.o2) == (a._geom, b._geom)
        assert contact.penetration_depth == pytest.approx(-signed, abs=1e-9)
        start = b.getTranslation()
        b.setTranslation(start + contact.normal * (contact.penetration_depth + 1e-6))
        assert fcl.collide(a, b) == 0
        b.setTranslation(start + contact.normal * (contact.penetration_depth - 1e-6))
        assert fcl.collide(a, b) == 1
    assert hits


def test_a_mesh_against_bodies_has_one_contact_per_triangle():
    mesh = mesh_to_BVH(trimesh.creation.torus(2, 0.5))
    for name in SHAPES:
        a, b = fcl.CollisionObject(SHAPES[name](), fcl.Transform(numpy.array([2.0, 0, 0.8]))), fcl.CollisionObject(mesh)
        result = fcl.CollisionResult()
        count = fcl.collide(a, b, fcl.CollisionRequest(10_000, True), result)
        assert count == len(result.contacts) > 0 and len({c.b2 for c in result.contacts}) == count
        assert fcl.collide(b, a, fcl.CollisionRequest(10_000, True)) == count
        for contact in result.contacts:
            assert contact.b1 == -1 and contact.penetration_depth >= 0
            alone = fcl.CollisionObject(fcl.TriangleP(*mesh._shape().model.vertices[mesh._shape().model.triangles[contact.b2]]))
            alone.setTranslation(contact.normal * (contact.penetration_depth + 1e-6))
            assert fcl.collide(a, alone) == 0, name
        assert fcl.distance(a, b) == -1
        a.setTranslation(numpy.array([0, 0, 9.0]))
        assert fcl.collide(a, b) == 0 and 4 < fcl.distance(a, b) < 9


def test_meshes_that_touch_have_the_distance_0():
    a = fcl.CollisionObject(mesh_to_BVH(trimesh.creation.torus(2, 0.5)))
    b = fcl.CollisionObject(a._geom, fcl.Transform(numpy.array([1.1, 0.2, 0.1])))
    for signed in (False, True):
        assert fcl.distance(a, b, fcl.DistanceRequest(enable_signed_distance=signed)) == 0


def test_half_spaces_and_planes():
    ball = fcl.CollisionObject(fcl.Sphere(1), fcl.Transform(numpy.array([0, 0, 3.0])))
    ground = fcl.CollisionObject(fcl.Halfspace(numpy.array([0, 0, 2.0]), 1.0))  # z ≤ 1/2
    sheet = fcl.CollisionObject(fcl.Plane(numpy.array([0, 0, 1.0]), 0.5))
    signed = fcl.DistanceRequest(enable_signed_distance=True)
    assert fcl.distance(ball, ground) == pytest.approx(1.5) == fcl.distance(sheet, ball)
    ball.setTranslation(numpy.array([0, 0, 1.0]))
    assert fcl.distance(ball, ground, signed) == pytest.approx(-0.5) == fcl.distance(ball, sheet, signed)
    ball.setTranslation(numpy.array([0, 0, -3.0]))
    assert fcl.distance(ball, ground, signed) == pytest.approx(-4.5)
    assert fcl.distance(ball, sheet) == pytest.approx(2.5) and fcl.collide(ball, sheet) == 0
    cube = fcl.CollisionObject(mesh_to_BVH(trimesh.creation.box()))
    assert fcl.collide(cube, sheet, fcl.CollisionRequest(100)) >= 2  # the upper face lies in it
    assert fcl.distance(fcl.CollisionObject(fcl.Plane(numpy.array([1.0, 0, 0]), 2.0)), cube) == pytest.approx(1.5)
    tilted = fcl.CollisionObject(fcl.Plane(numpy.array([0, 1.0, 1.0]), 70.0))
    assert fcl.collide(sheet, tilted) == 1
    assert fcl.collide(sheet, fcl.CollisionObject(fcl.Plane(numpy.array([0, 0, -1.0]), 9.0))) == 0


def test_transforms():
    quarter = numpy.array([[0, -1.0, 0], [1, 0, 0], [0, 0, 1]])
    for tf in (fcl.Transform(quarter), fcl.Transform(numpy.array([math.sqrt(0.5), 0, 0, math.sqrt(0.5)]))):
        assert numpy.allclose(tf.getRotation(), quarter) and not tf.getTranslation().any()
        assert numpy.allclose(numpy.abs(tf.getQuatRotation()), [math.sqrt(0.5), 0, 0, math.sqrt(0.5)])
    tf = fcl.Transform(quarter, numpy.array([1.0, 2, 3]))
    item = fcl.CollisionObject(fcl.Box(1, 2, 3), fcl.Transform(tf))
    assert numpy.allclose(item.getTransform().getTranslation(), [1, 2, 3])
    item.setQuatRotation(numpy.array([1.0, 0, 0, 0]))
    assert numpy.array_equal(item.getRotation(), numpy.eye(3)) and item.getNodeType() == fcl.NODE_TYPE.GEOM_BOX
    with pytest.raises(ValueError):
        fcl.Transform(numpy.eye(2))
    with pytest.raises(ValueError):
        fcl.CollisionObject(fcl.CollisionGeometry())


def test_changed_parameters_and_models_built_in_steps():
    ball = fcl.Sphere(1)
    a, b = fcl.CollisionObject(ball), fcl.CollisionObject(fcl.Sphere(1), fcl.Transform(numpy.array([3.0, 0, 0])))
    manager = fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects([a, b])
    for radius, colliding in ((1.5, False), (2, True)):
        ball.radius = radius
        data = fcl.CollisionData()
        manager.collide(data, fcl.defaultCollisionCallback)
        assert data.result.is_collision is colliding
    assert manager.size() == 2 and not manager.empty()
    manager.unregisterObject(b)
    manager.clear()
    assert manager.empty() and manager.getObjects() == []
    mesh = fcl.BVHModel()
    with pytest.raises(ValueError, match="beginModel"):
        mesh.addTriangle([0, 0, 0], [1, 0, 0], [0, 1, 0])
    mesh.beginModel()
    mesh.addTriangle([0, 0, 0], [1, 0, 0], [0, 1, 0])
    mesh.addSubModel(numpy.eye(3), [[0, 1, 2]])
    mesh.endModel()
    assert mesh.num_tries_() == 2


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 8, 1000])
def test_contacts_of_two_boxes_are_the_corners_of_their_common_face(limit):
    below = fcl.CollisionObject(fcl.Box(2, 2, 2))
    above = fcl.CollisionObject(fcl.Box(1, 3, 1), fcl.Transform(numpy.array([0.2, 0, 1.45])))
    result = fcl.CollisionResult()
    assert fcl.collide(below, above, fcl.CollisionRequest(limit, True), result) == min(limit, 4) == len(result.contacts)
    for contact in result.contacts:
        assert contact.normal.tolist() == pytest.approx([0, 0, 1]) and contact.penetration_depth == pytest.approx(0.05)
        assert contact.pos[2] == pytest.approx(0.975)
    if limit >= 4:
        corners = sorted((round(x, 9), round(y, 9)) for x, y, _ in (c.pos for c in result.contacts))
        assert corners == [(-0.3, -1), (-0.3, 1), (0.7, -1), (0.7, 1)]


def test_contacts_of_a_tilted_box_have_their_own_depths():
    """A box that stands on an edge: the two ends of the edge, no point of the faces beside it."""
    c = math.sqrt(0.5)
    edge = fcl.CollisionObject(fcl.Box(1, 2, 1), fcl.Transform(numpy.array([[c, 0, c], [0, 1, 0], [-c, 0, c]]), numpy.array([0, 0, c - 0.125])))
    ground = fcl.CollisionObject(fcl.Halfspace(numpy.array([0, 0, 1.0]), 0.0))
    result = fcl.CollisionResult()
    fcl.collide(ground, edge, fcl.CollisionRequest(100, True), result)
    assert {round(float(found.pos[1]), 9) for found in result.contacts} == {-1, 1}
    for found in result.contacts:
        assert found.normal.tolist() == pytest.approx([0, 0, 1]) and found.penetration_depth == pytest.approx(0.125)
        assert found.pos[0] == pytest.approx(0, abs=1e-9)
    ball = fcl.CollisionObject(fcl.Sphere(1), fcl.Transform(numpy.array([0, 0, 0.75])))
    result = fcl.CollisionResult()
    assert fcl.collide(ground, ball, fcl.CollisionRequest(100, True), result) == 1
    assert result.contacts[0].penetration_depth == pytest.approx(0.25)


def octree_data(words):
    return b"".join(word.to_bytes(2, "little") for word in words)


def test_an_octree_is_the_boxes_of_its_occupied_cells():
    """Of the root's eight children, one is occupied, one free, and one has two occupied children."""
    words = [0b10 << 0 | 0b01 << 4 | 0b11 << 14, 0b10 << 0 | 0b10 << 14]
    tree = fcl.OcTree(0.5, octree_data(words))
    assert tree.getNodeType() == fcl.NODE_TYPE.GEOM_OCTREE
    whole = b"# Octomap OcTree binary file\nid OcTree\nsize 6\nres 0.5\ndata\n" + octree_data(words)
    boxes = allide.read_octomap(whole, "tree")
    assert len(boxes) == 3 and numpy.array_equal(fcl.OcTree(1, whole)._shape().geometry.boxes, boxes)
    item = fcl.CollisionObject(tree)
    for low, high in boxes:
        ball = fcl.CollisionObject(fcl.Sphere(0.01), fcl.Transform((low + high) / 2))
        result = fcl.CollisionResult()
        assert fcl.collide(item, ball, fcl.CollisionRequest(10, True), result) == 1
        assert result.contacts[0].b1 >= 0 and result.contacts[0].b2 == -1
        centre = boxes.max(axis=(0, 1)) + (high - low) * [0.3, 0.2, 0.1]
        ball.setTranslation(centre)
        gaps = numpy.linalg.norm(numpy.maximum(numpy.maximum(boxes[:, 0] - centre, centre - boxes[:, 1]), 0), axis=1)
        assert fcl.distance(item, ball) == pytest.approx(gaps.min() - 0.01)
    with pytest.raises(ValueError, match="OcTree"):
        fcl.OcTree(0.5, octree_data([0b11]))
    with pytest.raises(ValueError, match="occupied"):
        fcl.OcTree(0.5, octree_data([0b01]))


@pytest.mark.parametrize("shape", ["box", "sphere", "cone", "mesh"])
def test_time_of_contact_of_a_translation(shape):
    """A unit sphere (or box) flies from x = −5 to x = 5 past or into a shape of half width 1 at the origin."""
    made = {
        "box": fcl.Box(2, 2, 2),
        "sphere": fcl.Sphere(1),
        "cone": fcl.Cone(1, 2),
        "mesh": mesh_to_BVH(trimesh.creation.box(extents=[2, 2, 2])),
    }[shape]
    mover = fcl.Sphere(1) if shape in ("sphere", "cone") else fcl.Box(2, 2, 2)
    result = fcl.ContinuousCollisionResult()
    moving = fcl.CollisionObject(mover, fcl.Transform(numpy.array([-5.0, 0, -1 if shape == "cone" else 0])))
    resting = fcl.CollisionObject(made)
    request = fcl.ContinuousCollisionRequest(toc_err=1e-6)
    time = fcl.continuousCollide(moving, fcl.Transform(moving.getTranslation() + [10, 0, 0]), resting, fcl.Transform(), request, result)
    assert result.is_collide and time == result.time_of_contact == pytest.approx(0.3, abs=2e-6)
    moving.setTranslation(numpy.array([-5.0, 2.5, 0]))
    end = fcl.Transform(moving.getTranslation() + [10, 0, 0])
    assert fcl.continuousCollide(moving, end, resting, fcl.Transform(), request) == 1


def test_time_of_contact_of_a_rotation():
    """A bar of half length 2 turns by 90° about the origin and meets a ball of radius 1/2 at (1.5, 1.5)."""
    bar = fcl.CollisionObject(fcl.Capsule(0.1, 4), fcl.Transform(numpy.array([[0, 0, 1.0], [0, 1, 0], [-1, 0, 0]])))
    ball = fcl.CollisionObject(fcl.Sphere(0.5), fcl.Transform(numpy.array([1.5, 1.5, 0])))
    end = fcl.Transform(numpy.array([[0, -1.0, 0], [0, 0, 1], [-1, 0, 0]]))
    request = fcl.ContinuousCollisionRequest(toc_err=1e-7, ccd_motion_type=fcl.CCDMotionType.CCDM_SCREW)
    found = fcl.continuousCollide(bar, end, ball, fcl.Transform(ball.getRotation(), ball.getTranslation()), request)
    # The ball's centre is √4.5 from the origin; contact where sin(45° − φ) = 0.6/√4.5, or at the bar's end.
    angle = math.pi / 4 - math.asin(0.6 / math.sqrt(4.5))
    along = math.sqrt(4.5) * math.cos(math.pi / 4 - angle)
    if along > 2:
        angle = math.pi / 4 - math.acos((4 + 4.5 - 0.36) / (2 * 2 * math.sqrt(4.5)))
    assert found == pytest.approx(angle / (math.pi / 2), abs=1e-6)


def test_transforms_of_a_changing_manager():
    """Objects are added, removed, replaced, scaled and moved, by the manager and by themselves, in any order."""
    rng = numpy.random.default_rng(3)
    cube = trimesh.creation.box()
    manager, places, objects = CollisionManager(), {}, {}

    for step in range(400):
        name = f"{rng.integers(40):02}"
        matrix = at(*rng.uniform(-2, 2, 3))
        action = rng.integers(6)
        if action == 0 or name not in places:
            objects[name] = manager.add_object(name, cube, matrix)
        elif action == 1:
            manager.remove_object(name)
            del places[name]
            if name in objects:
                objects.pop(name).setTranslation(numpy.array([9.0, 9, 9]))  # has no effect any more
            continue
        elif action == 2:
            matrix = matrix @ numpy.diag([0.5, 2, 1, 1])
            manager.set_transform(name, matrix)
            objects.pop(name, None)  # replaced by one with vertices of its own
        elif action == 3 and name in objects:
            objects[name].setTransform(fcl.Transform(matrix[:3, :3], matrix[:3, 3]))
        elif action == 4 and name in objects:
            objects[name].setTranslation(matrix[:3, 3])
            matrix = objects[name].getTransform()._matrix
        else:
            manager.set_transform(name, matrix)
        places[name] = matrix
        if name in objects:
            assert numpy.array_equal(objects[name].getTranslation(), matrix[:3, 3])
        if step % 20:
            continue
        alone = CollisionManager()
        for other, where in places.items():
            alone.add_object(other, cube, where)
        assert manager.in_collision_internal(return_names=True) == alone.in_collision_internal(return_names=True)
