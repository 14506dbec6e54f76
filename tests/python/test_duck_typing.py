"""Meshes of other libraries, by their attributes only."""

from types import SimpleNamespace

import numpy
import pytest

import allide

CUBE = allide.generate("cube")
V, F = numpy.array(CUBE.vertices), numpy.array(CUBE.triangles)


class Tensor:
    def __init__(self, array):
        self.array = array

    def numpy(self):
        return self.array


class Sequence:
    """Like open3d.utility.Vector3dVector: numpy understands it, and it is no array."""

    def __init__(self, array):
        self.array = array

    def __array__(self, dtype=None, copy=None):
        return self.array if dtype is None else self.array.astype(dtype)


SOURCES = {
    "trimesh": SimpleNamespace(vertices=V, faces=F.astype(numpy.int64)),
    "open3d": SimpleNamespace(vertices=Sequence(V), triangles=Sequence(F.astype(numpy.int32))),
    "open3d.t": SimpleNamespace(
        vertex={"positions": Tensor(V.astype(numpy.float32))}, triangle={"indices": Tensor(F.astype(numpy.int64))}
    ),
    "meshio": SimpleNamespace(points=V, cells=[SimpleNamespace(type="triangle", data=F)]),
    "meshio, old": SimpleNamespace(points=V, cells=[("line", numpy.array([[0, 1]])), ("triangle", F)]),
}


@pytest.mark.parametrize("library", SOURCES)
def test_meshes_of_other_libraries(library):
    mesh = allide.Mesh(SOURCES[library])
    assert numpy.array_equal(mesh.vertices, V) and numpy.array_equal(mesh.triangles, F)
    assert allide.collides(allide.Model(SOURCES[library]), allide.Model(CUBE), pose_b=allide.Pose.translation([1, 0, 0]))
    assert allide.ConvexBody.from_mesh(SOURCES[library]).kind == "polytope"


def test_quadrilaterals_become_two_triangles_and_other_cells_are_refused():
    quad = SimpleNamespace(points=[[0, 0], [1, 0], [1, 1], [0, 1]], cells=[("quad", numpy.array([[0, 1, 2, 3]]))])
    assert allide.Mesh(quad).triangles.tolist() == [[0, 1, 2], [0, 2, 3]]
    solid = SimpleNamespace(points=V, cells=[("tetra", numpy.array([[0, 1, 2, 3]]))])
    with pytest.raises(allide.AllideError, match="triangle or quad, found tetra"):
        allide.Mesh(solid)


def test_scenes_have_one_part_per_node():
    class Graph(dict):
        nodes_geometry = ["left", "right"]

    double = numpy.diag([2.0, 2, 2, 1])
    double[0, 3] = 2.5
    scene = SimpleNamespace(
        graph=Graph(left=(numpy.eye(4), "cube"), right=(double, "cube")),
        geometry={"cube": SimpleNamespace(vertices=V, faces=F)},
    )
    mesh = allide.Mesh(scene)
    assert mesh.part_names == ["left", "right"] and mesh.part_of.tolist() == [0] * 12 + [1] * 12
    assert mesh.vertices[:, 0].max() == 4.5
    (clash,) = allide.clash(scene).clashes
    assert (clash.a, clash.b, clash.kind) == ("left", "right", "hard")


def test_the_real_trimesh():
    trimesh = pytest.importorskip("trimesh")
    box = trimesh.creation.box([2, 2, 2])
    assert allide.collides(allide.Model(box), allide.Model(CUBE), pose_b=allide.Pose.translation([2, 0, 0]))
    scene = trimesh.Scene()
    scene.add_geometry(box, node_name="a")
    scene.add_geometry(box, node_name="b", transform=trimesh.transformations.translation_matrix([1, 0, 0]))
    assert [(c.a, c.b) for c in allide.clash(scene).clashes] == [("a", "b")]
