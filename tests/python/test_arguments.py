"""Arrays, poses and names: what is accepted, and what the errors say."""

import numpy
import pytest

import allide

VERTICES = numpy.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=numpy.float64)
TRIANGLES = numpy.array([[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]], dtype=numpy.uint32)


def refused(match):
    return pytest.raises(allide.AllideError, match=match)


@pytest.fixture(scope="module")
def cube():
    return allide.Model(allide.generate("cube"))


@pytest.mark.parametrize("dtype", ["float64", "float32", "int64", "int32", "uint8"])
def test_vertices_of_every_real_type(dtype):
    mesh = allide.Mesh(VERTICES.astype(dtype), TRIANGLES)
    assert mesh.vertices.dtype == numpy.float64
    assert numpy.array_equal(mesh.vertices, VERTICES)


@pytest.mark.parametrize("dtype", ["uint32", "int32", "int64", "uint64", "int16", "uint8"])
def test_triangles_of_every_integer_type(dtype):
    mesh = allide.Mesh(VERTICES, TRIANGLES.astype(dtype))
    assert mesh.triangles.dtype == numpy.uint32
    assert numpy.array_equal(mesh.triangles, TRIANGLES)


def test_arrays_in_any_order():
    wide = numpy.zeros((4, 7))
    wide[:, 1:6:2] = VERTICES
    for vertices in (wide[:, 1:6:2], numpy.asfortranarray(VERTICES), VERTICES[::-1][::-1], VERTICES.tolist()):
        assert numpy.array_equal(allide.Mesh(vertices, TRIANGLES[::-1][::-1]).vertices, VERTICES)
    assert numpy.array_equal(allide.Mesh(VERTICES, numpy.asfortranarray(TRIANGLES)).triangles, TRIANGLES)
    frozen = VERTICES.copy()
    frozen.flags.writeable = False
    assert numpy.array_equal(allide.Mesh(frozen, TRIANGLES).vertices, VERTICES)
    same = numpy.broadcast_to(VERTICES[1], (4, 3))
    assert numpy.array_equal(allide.Mesh(same, TRIANGLES).vertices, same)


def test_numbers_of_other_machines(cube):
    """Another byte order, half and extended precision are converted."""
    for vertices in (">f8", ">f4", "f2", numpy.longdouble, ">i4"):
        for triangles in (">i8", ">u2", "<i4"):
            mesh = allide.Mesh(VERTICES.astype(vertices), TRIANGLES.astype(triangles))
            assert numpy.array_equal(mesh.vertices, VERTICES) and numpy.array_equal(mesh.triangles, TRIANGLES)
    matrix = numpy.eye(4)
    matrix[0, 3] = 1.5
    assert allide.Pose(matrix.astype(">f8")) == allide.Pose(matrix.astype("f2")) == allide.Pose(matrix)
    stack = numpy.stack([matrix, matrix]).astype(">f4")
    assert allide.collides_many(cube, cube, stack).tolist() == [True, True]
    pair = stack[:, :3, 3], numpy.tile([1.0, 0, 0, 0], (2, 1)).astype(">f8")
    assert allide.collides_many(cube, cube, pair).tolist() == [True, True]


def test_a_mesh_keeps_its_numbers_when_the_array_changes():
    vertices = VERTICES.copy()
    mesh = allide.Mesh(vertices, TRIANGLES)
    vertices[:] = 7
    assert numpy.array_equal(mesh.vertices, VERTICES)
    with pytest.raises(ValueError):
        mesh.vertices[0] = 1  # a view of immutable memory
    view = mesh.vertices
    del mesh
    assert numpy.array_equal(view, VERTICES)


def test_empty_meshes():
    assert len(allide.Mesh([], [])) == 0
    assert not allide.Model()
    assert allide.distance(allide.Model(), allide.Model(VERTICES, TRIANGLES)).value == numpy.inf
    assert allide.distance(allide.Model(), allide.Model()).triangle_a is None


def test_wrong_shapes_are_named():
    with refused(r"vertices: expected an array of shape \(n, 3\), found \(4, 2\)"):
        allide.Mesh(VERTICES[:, :2], TRIANGLES)
    with refused(r"triangles: expected an array of shape \(m, 3\), found \(4,\)"):
        allide.Model(VERTICES, TRIANGLES[:, 0])
    with refused(r"vertices: expected real numbers, found dtype complex128"):
        allide.Model(VERTICES.astype(complex), TRIANGLES)
    with refused(r"triangles: expected integers, found dtype float64"):
        allide.Model(VERTICES, TRIANGLES.astype(float))
    with refused(r"triangles: expected integers from 0 to 4294967295, found -1"):
        allide.Model(VERTICES, [[0, 1, -1]])
    with refused(r"vertices: expected an array of shape \(n, 3\), found"):
        allide.Model([[0, 0], [0, 0, 0]], TRIANGLES)
    with refused(r"vertices: expected an array of shape \(n, 3\), found an array of dtype object"):
        allide.Model(VERTICES.astype(object), TRIANGLES)
    with refused(r"triangles: expected integers, found dtype bool"):
        allide.Model(VERTICES, TRIANGLES.astype(bool))
    with refused(r"points: expected an array of shape \(n, 3\), found \(3,\)"):
        allide.nearest_many(allide.Model(VERTICES, TRIANGLES), [1, 2, 3])
    with refused(r"vertices: expected an array of shape \(n, 3\), found \(\)"):
        allide.Model(3.0, TRIANGLES)


def test_wrong_numbers_are_placed():
    with refused("vertex 9") as caught:
        allide.Model(VERTICES, [[0, 1, 2], [0, 1, 9]])
    assert caught.value.code == "bad_index"
    assert caught.value.triangle == 1
    broken = VERTICES.copy()
    broken[3, 1] = numpy.nan
    with refused("vertex 3") as caught:
        allide.Model(broken, TRIANGLES)
    assert caught.value.code == "not_finite"
    assert isinstance(caught.value, ValueError)


def test_every_form_of_a_pose(cube):
    matrix = numpy.eye(4)
    matrix[:3, 3] = [1.5, 0.25, 0.125]
    forms = [
        matrix,
        matrix[:3],
        matrix.astype(numpy.float32),
        matrix.T.copy().T,
        matrix.tolist(),
        ([1.5, 0.25, 0.125], [1, 0, 0, 0]),
        (numpy.array([1.5, 0.25, 0.125]), numpy.array([1.0, 0, 0, 0])),
        allide.Pose(matrix),
        allide.Pose([1.5, 0.25, 0.125], [1, 0, 0, 0]),
        allide.Pose.translation([1.5, 0.25, 0.125]),
    ]
    expected = allide.contacts(cube, cube, pose_b=forms[0]).pairs
    for form in forms:
        assert allide.Pose(form) == allide.Pose(matrix)
        assert numpy.array_equal(allide.contacts(cube, cube, pose_b=form).pairs, expected)
        assert numpy.array_equal(numpy.asarray(allide.Pose(form)), matrix)
    stacks = [numpy.stack([matrix, numpy.eye(4)]), numpy.stack([matrix, numpy.eye(4)])[:, :3], [matrix, None],
              (numpy.array([[1.5, 0.25, 0.125], [0, 0, 0]]), numpy.array([[1.0, 0, 0, 0], [1, 0, 0, 0]]))]
    for stack in stacks:
        assert allide.collides_many(cube, cube, stack).tolist() == [True, True]


def test_wrong_poses(cube):
    with refused(r"pose_b: expected a Pose, a 4×4 or 3×4 matrix, .* found an array of shape \(3, 3\)"):
        allide.collides(cube, cube, pose_b=numpy.eye(3))
    with refused("pose_a: .*rigid") as caught:
        allide.collides(cube, cube, 2 * numpy.eye(4)[:3])
    assert caught.value.code == "not_rigid"
    with refused("pose_a: .*"):
        allide.collides(cube, cube, numpy.full((4, 4), numpy.nan))
    with refused(r"poses\[1\]: .*rigid"):
        allide.collides_many(cube, cube, numpy.stack([numpy.eye(4)[:3], 2 * numpy.eye(4)[:3]]))
    with refused(r"poses: expected an array of shape \(k, 4, 4\) or \(k, 3, 4\), found \(4, 4\)"):
        allide.collides_many(cube, cube, numpy.eye(4))
    with refused(r"pose_a, quaternion: expected an array of shape \(4,\)"):
        allide.collides(cube, cube, ([0, 0, 0], [1, 0, 0]))
    with refused("pose_a: expected .* found an object of type str"):
        allide.collides(cube, cube, "identity")


def test_wrong_names(cube):
    with refused('search: expected "tree" or "brute_force", found "magic"'):
        allide.collides(cube, cube, search="magic")
    with refused("volume: .*kdop"):
        allide.Model(VERTICES, TRIANGLES, volume="kdop15")
    with refused("shape|torus"):
        allide.generate("tors")
    with refused("expected vertices and triangles.* found an object of type int"):
        allide.Model(7)
    with pytest.raises(TypeError):
        allide.collides(cube, 7)


def test_files_that_cannot_be_read(tmp_path):
    with refused("no-such-file.obj") as caught:
        allide.load(tmp_path / "no-such-file.obj")
    assert caught.value.code == "cannot_open"
    (tmp_path / "broken.obj").write_text("v 0 0 0\nv 1 0\n")
    with refused(r"broken.obj:2: ") as caught:
        allide.load(str(tmp_path / "broken.obj"))
    assert (caught.value.line, caught.value.code) == (2, "bad_syntax")


def test_pose_arithmetic():
    turn = allide.Pose.rotation([0, 0, 2], allide.degrees(90))
    shift = allide.Pose.translation([1, 2, 3])
    assert numpy.allclose((shift * turn).matrix, shift.matrix @ turn.matrix)
    assert (shift @ turn) == (shift * turn)
    assert numpy.allclose(((shift * turn).inverse() * shift * turn).matrix, numpy.eye(4))
    assert allide.Pose.rotation([0, 0, 1], numpy.pi / 2) == allide.Pose.rotation([0, 0, 1], allide.radians(numpy.pi / 2))
    assert len({shift, allide.Pose.translation([1, 2, 3]), turn}) == 2
    axis, angle = turn.axis_angle
    assert numpy.allclose(axis, [0, 0, 1]) and abs(angle.in_degrees - 90) < 1e-12
