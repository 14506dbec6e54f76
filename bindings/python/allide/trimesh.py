"""A drop-in for trimesh.collision: the same names, without python-fcl, and with exact answers.

    from allide.trimesh import CollisionManager

Meshes are trimesh.Trimesh objects, or anything with vertices and faces; trimesh itself is not needed.

>>> import allide
>>> from allide.trimesh import CollisionManager
>>> cube = allide.generate("cube")
>>> manager = CollisionManager()
>>> added = manager.add_object("left", cube)
>>> added = manager.add_object("right", cube, allide.Pose.translation([2, 0, 0]).matrix)
>>> manager.in_collision_internal(return_names=True)
(True, {('left', 'right')})
"""

from __future__ import annotations

import math
from typing import Any, Dict, Iterable, List, Optional, Set, Tuple

import numpy

from . import _broad, _core, _shapes, fcl
from ._convert import mesh_from
from ._core import AllideError, Mesh, Model

__all__ = [
    "CollisionManager",
    "ContactData",
    "DistanceData",
    "mesh_to_BVH",
    "mesh_to_convex",
    "scene_to_collision",
]

_EXTERNAL = "__external"


class ContactData:
    """A contact of two objects. docs/python-fcl.md says what the normal and the depth mean."""

    def __init__(self, names: Tuple[Any, Any], contact: fcl.Contact) -> None:
        self.names = set(names)
        self._indices = {names[0]: contact.b1, names[1]: contact.b2}
        self._normal = contact.normal
        self._point = contact.pos
        self._depth = contact.penetration_depth

    @property
    def normal(self) -> Any:
        """The direction from the first object to the second in which the contact ends soonest."""
        return self._normal

    @property
    def point(self) -> Any:
        """A point of the contact."""
        return self._point

    @property
    def depth(self) -> float:
        """How far the objects must be moved apart along the normal."""
        return self._depth

    def index(self, name: Any) -> int:
        """The number of the triangle of the named object; −1 for a convex solid."""
        return self._indices[name]


class DistanceData:
    """The closest points of two objects."""

    def __init__(self, names: Tuple[Any, Any], result: fcl.DistanceResult) -> None:
        self.names = set(names)
        self._indices = {names[0]: result.b1, names[1]: result.b2}
        self._points = {names[0]: result.nearest_points[0], names[1]: result.nearest_points[1]}
        self._distance = result.min_distance

    @property
    def distance(self) -> float:
        """The distance; negative where solids overlap."""
        return self._distance

    def index(self, name: Any) -> int:
        """The number of the closest triangle of the named object; −1 for a convex solid."""
        return self._indices[name]

    def point(self, name: Any) -> Any:
        """The closest point of the named object."""
        return self._points[name]


# ---- Meshes


def _is_convex(mesh: Any) -> bool:
    known = getattr(mesh, "is_convex", None)
    if known is not None:
        return bool(known)
    try:
        _core.ConvexBody.from_mesh(mesh_from(mesh))
    except AllideError:
        return False
    return True


class _SurfaceGeometry(fcl.CollisionGeometry):
    _node_type = fcl.NODE_TYPE.BV_OBBRSS
    _object_type = fcl.OBJECT_TYPE.OT_BVH

    def __init__(self, shape: _shapes.Shape) -> None:
        super().__init__()
        self._shape_ = shape


def mesh_to_BVH(mesh: Any) -> fcl.BVHModel:
    """The surface of a mesh, for allide.fcl."""
    source = _mesh(mesh)
    surface = fcl.BVHModel()
    surface.beginModel(num_tris_=len(source.triangles), num_vertices_=len(source.vertices))
    surface.addSubModel(source.vertices, source.triangles)
    surface.endModel()
    return surface


def mesh_to_convex(mesh: Any) -> fcl.Convex:
    """The convex hull of a mesh as a solid, for allide.fcl."""
    source = _mesh(mesh)
    counts = numpy.full((len(source.triangles), 1), 3, dtype=numpy.int64)
    faces = numpy.concatenate([counts, source.triangles.astype(numpy.int64)], axis=1)
    return fcl.Convex(source.vertices, len(faces), faces.ravel())


def _mesh(mesh: Any) -> Mesh:
    if isinstance(mesh, Mesh):
        return mesh
    return mesh.mesh if isinstance(mesh, Model) else mesh_from(mesh)


def _matrix_of(transform: Any) -> Any:
    if transform is None:
        return numpy.eye(4)
    matrix = numpy.asarray(transform, numpy.float64)
    if matrix.shape != (4, 4):
        raise AllideError(f"transform: expected an array of shape (4, 4), found {matrix.shape}")
    return matrix


def _are_rigid(rotations: Any) -> Any:
    """bool[n] for matrices (n, 3, 3)."""
    errors = numpy.abs(numpy.einsum("nki,nkj->nij", rotations, rotations) - numpy.eye(3)).max(axis=(1, 2))
    return (errors <= 1e-6) & (numpy.linalg.det(rotations) > 0)


class _Source:
    """A mesh as the manager takes it: a convex solid, a surface, or a closed solid."""

    def __init__(self, mesh: Any, solid: Optional[bool]) -> None:
        self.mesh = mesh
        self.solid = solid
        self.is_convex = solid is not False and _is_convex(mesh)
        self._rigid: Optional[fcl.CollisionGeometry] = None

    def placed(self, matrix: Any) -> fcl.CollisionObject:
        if _are_rigid(matrix[None, :3, :3])[0]:
            if self._rigid is None:
                self._rigid = self._geometry(_mesh(self.mesh))
            return fcl.CollisionObject(self._rigid, fcl.Transform(matrix[:3, :3], matrix[:3, 3]))
        source = _mesh(self.mesh)  # scaled or mirrored: the vertices are moved
        vertices = source.vertices @ matrix[:3, :3].T + matrix[:3, 3]
        return fcl.CollisionObject(self._geometry(Mesh(vertices, source.triangles)))

    def _geometry(self, mesh: Mesh) -> fcl.CollisionGeometry:
        if self.is_convex:
            return mesh_to_convex(mesh)
        return _SurfaceGeometry(_shapes.Shape(model=Model(mesh), solid=bool(self.solid)))


# ---- The manager


class CollisionManager:
    """Named meshes that are tested against each other, against another manager, or against one more mesh.

    `solid` says what a mesh is. None, as in trimesh: convex meshes are solids, whose distance is negative where they
    overlap; all others are surfaces, so that one inside another does not collide. True: every closed mesh is a solid.
    False: every mesh is a surface.
    """

    def __init__(self, solid: Optional[bool] = None) -> None:
        self._solid = solid
        self._sources: Dict[Any, _Source] = {}
        self._objects: Dict[Any, fcl.CollisionObject] = {}
        self._boxes = _broad.BoxCache(fcl._boxes_of)
        self._unchecked: Set[Any] = set()  # names whose new transforms may not be rigid

    # -- Objects

    def add_object(self, name: Any, mesh: Any, transform: Any = None) -> fcl.CollisionObject:
        """Adds a mesh, or replaces the one of that name."""
        matrix = _matrix_of(transform)
        source = _Source(mesh, self._solid)
        placed = source.placed(matrix)
        self._sources[name], self._objects[name] = source, placed
        return placed

    def _known(self, name: Any) -> None:
        if name not in self._objects:
            raise AllideError(f"{name} not in collision manager!")

    def remove_object(self, name: Any) -> None:
        self._known(name)
        del self._sources[name], self._objects[name]

    def set_transform(self, name: Any, transform: Any) -> None:
        """Replaces the transform of an object."""
        self._known(name)
        matrix = _matrix_of(transform)
        placed = self._objects[name]
        if placed._geom is self._sources[name]._rigid:
            placed._tf._matrix[:] = matrix
            placed._moved()
            self._unchecked.add(name)
        else:
            self._objects[name] = self._sources[name].placed(matrix)

    def _check_transforms(self) -> None:
        """Objects that set_transform has scaled or mirrored get vertices of their own."""
        names = [name for name in self._unchecked if name in self._objects]
        self._unchecked.clear()
        if not names:
            return
        matrices = numpy.array([self._objects[name]._tf._matrix for name in names])
        for i in numpy.flatnonzero(~_are_rigid(matrices[:, :3, :3])):
            self._objects[names[i]] = self._sources[names[i]].placed(matrices[i])

    def _external(self, mesh: Any, transform: Any) -> CollisionManager:
        other = CollisionManager(self._solid)
        other.add_object(_EXTERNAL, mesh, transform)
        return other

    def _all_boxes(self) -> _broad.Boxes:
        self._check_transforms()
        return self._boxes.of(list(self._objects.values()))

    def _candidates(self, other: Optional[CollisionManager]) -> Iterable[Tuple[Any, Any]]:
        """Pairs of names whose boxes overlap."""
        mine = list(self._objects)
        if other is None:
            return [(mine[i], mine[j]) for i, j in _broad.internal_pairs(self._all_boxes()).tolist()]
        theirs = list(other._objects)
        pairs = _broad.pairs_between(self._all_boxes(), other._all_boxes())
        return [(mine[i], theirs[j]) for i, j in pairs.tolist()]

    # -- Collisions

    def _collisions(
        self, other: Optional[CollisionManager], every_pair: bool, with_data: bool
    ) -> Tuple[List[Tuple[Any, Any]], List[ContactData]]:
        """Pairs of names that collide, at least one if there is any, and their contacts."""
        request = fcl.CollisionRequest(num_max_contacts=2**62, enable_contact=True)
        colliding: List[Tuple[Any, Any]] = []
        data: List[ContactData] = []
        theirs = self if other is None else other
        for names in self._candidates(other):
            a, b = self._objects[names[0]], theirs._objects[names[1]]
            if with_data:
                result = fcl.CollisionResult()
                hit = fcl.collide(a, b, request, result) > 0
                data += [ContactData(names, contact) for contact in result.contacts]
            else:
                hit = _shapes.touches(a._geom._shape(), a._pose, b._geom._shape(), b._pose)
            if hit:
                colliding.append(names)
                if not every_pair:
                    break
        return colliding, data

    def in_collision_single(
        self, mesh: Any, transform: Any = None, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Does a mesh collide with any object? bool[, set of names][, list of ContactData]."""
        pairs, data = self._collisions(self._external(mesh, transform), return_names or return_data, return_data)
        return _answer(bool(pairs), (return_names, {pair[0] for pair in pairs}), (return_data, data))

    def in_collision_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """Do any two objects collide? bool[, set of sorted pairs of names][, list of ContactData]."""
        pairs, data = self._collisions(None, return_names or return_data, return_data)
        return _answer(bool(pairs), (return_names, {_sorted_names(pair) for pair in pairs}), (return_data, data))

    def in_collision_other(
        self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Does any object collide with one of the other manager? bool[, set of (own, other)][, list of ContactData]."""
        pairs, data = self._collisions(other_manager, return_names or return_data, return_data)
        return _answer(bool(pairs), (return_names, set(pairs)), (return_data, data))

    # -- Distances

    def _closest(self, mine: List[Any], other: CollisionManager, internal: bool) -> Tuple[Any, fcl.DistanceResult]:
        request = fcl.DistanceRequest(enable_nearest_points=True, enable_signed_distance=True)
        result = fcl.DistanceResult(math.inf)
        names: Any = (None, None)
        self._check_transforms()
        boxes = fcl._boxes_of([self._objects[name] for name in mine])
        theirs = list(other._objects)
        others = boxes if internal else other._all_boxes()
        for i, j in _broad.nearest_pairs(boxes, others, lambda: result.min_distance, internal):
            before = result.min_distance
            fcl.distance(self._objects[mine[i]], other._objects[theirs[j]], request, result)
            if result.min_distance < before:
                names = mine[i], theirs[j]
        return names, result

    def min_distance_single(
        self, mesh: Any, transform: Any = None, return_name: bool = False, return_data: bool = False
    ) -> Any:
        """The distance from a mesh to the nearest object: float[, its name][, DistanceData]."""
        names, result = self._closest(list(self._objects), self._external(mesh, transform), False)
        return _answer(result.min_distance, (return_name, names[0]), (return_data, DistanceData(names, result)))

    def min_distance_internal(self, name: Any = None, return_names: bool = False, return_data: bool = False) -> Any:
        """The least distance of two objects, or from one to all others: float[, sorted names][, DistanceData]."""
        if name is None:
            names, result = self._closest(list(self._objects), self, True)
        else:
            self._known(name)
            self._check_transforms()
            others = CollisionManager(self._solid)
            others._objects = {other: placed for other, placed in self._objects.items() if other != name}
            names, result = self._closest([name], others, False)
        return _answer(
            result.min_distance, (return_names, _sorted_names(names)), (return_data, DistanceData(names, result))
        )

    def min_distance_other(
        self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """The least distance to an object of the other manager: float[, (own, other)][, DistanceData]."""
        names, result = self._closest(list(self._objects), other_manager, False)
        return _answer(result.min_distance, (return_names, names), (return_data, DistanceData(names, result)))


def _sorted_names(names: Tuple[Any, Any]) -> Tuple[Any, Any]:
    return names if names[0] is None or names[0] <= names[1] else (names[1], names[0])


def _answer(value: Any, *optional: Tuple[bool, Any]) -> Any:
    """The value alone, or a tuple with those of the others that were asked for."""
    wanted = [item for is_wanted, item in optional if is_wanted]
    return (value, *wanted) if wanted else value


def scene_to_collision(scene: Any, solid: Optional[bool] = None) -> Tuple[CollisionManager, Dict[Any, Any]]:
    """A manager of all nodes of a trimesh.Scene that have triangles, and {node: object}."""
    manager = CollisionManager(solid)
    sources: Dict[Any, _Source] = {}
    objects = {}
    for node in scene.graph.nodes_geometry:
        matrix, name = scene.graph[node]
        if not hasattr(scene.geometry[name], "faces"):
            continue
        if name not in sources:
            sources[name] = _Source(scene.geometry[name], solid)
        manager._sources[node] = sources[name]
        manager._objects[node] = objects[node] = sources[name].placed(_matrix_of(matrix))
    return manager, objects
