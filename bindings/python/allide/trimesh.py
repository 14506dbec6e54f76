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
from typing import Any, Callable, Dict, Iterable, List, Optional, Set, Tuple

import numpy

from . import _broad, _core, _shapes, fcl
from ._convert import mesh_from
from ._core import AllideError, Mesh, MinDistance, Model, ObjectId, ObjectPair, Scene

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

    def __init__(self, names: Tuple[Any, Any], gap: _shapes.Gap) -> None:
        self.names = set(names)
        self._indices = {names[0]: gap.element_a, names[1]: gap.element_b}
        self._points = {names[0]: gap.point_a, names[1]: gap.point_b}
        self._distance = gap.value

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


_SHAPE = (4, 4)


def _matrix_of(transform: Any) -> Any:
    if transform is None:
        return numpy.eye(4)
    matrix = numpy.asarray(transform, numpy.float64)
    if matrix.shape != (4, 4):
        raise AllideError(f"transform: expected an array of shape (4, 4), found {matrix.shape}")
    return matrix


def _are_rigid(matrices: Any) -> Any:
    """bool[n] for matrices (n, 4, 4)."""
    rotations = matrices[:, :3, :3]
    errors = numpy.abs(rotations.transpose(0, 2, 1) @ rotations - numpy.eye(3)).max(axis=(1, 2))
    return (errors <= 0.999e-6) & (numpy.linalg.det(rotations) > 0)


class _Source:
    """A mesh as the manager takes it: a convex solid, a surface, or a closed solid."""

    def __init__(self, mesh: Any, solid: Optional[bool]) -> None:
        self.mesh = mesh
        self.solid = solid
        self.is_convex = solid is not False and _is_convex(mesh)
        self.rigid: Optional[fcl.CollisionGeometry] = None  # for rigid transforms, which do not change the vertices

    def placed(self, matrix: Any) -> fcl.CollisionObject:
        if _are_rigid(matrix[None])[0]:
            if self.rigid is None:
                self.rigid = self._geometry(_mesh(self.mesh))
            return fcl.CollisionObject(self.rigid, fcl.Transform(matrix[:3, :3], matrix[:3, 3]))
        source = _mesh(self.mesh)  # scaled or mirrored: the vertices are moved
        vertices = source.vertices @ matrix[:3, :3].T + matrix[:3, 3]
        return fcl.CollisionObject(self._geometry(Mesh(vertices, source.triangles)))

    def _geometry(self, mesh: Mesh) -> fcl.CollisionGeometry:
        if self.is_convex:
            return mesh_to_convex(mesh)
        return _SurfaceGeometry(_shapes.Shape.mesh(Model(mesh), bool(self.solid)))


class _Entry:
    """An object of a manager."""

    __slots__ = ("name", "source", "placed", "id", "row", "manager")

    manager: CollisionManager

    def __init__(self, name: Any, source: _Source, placed: fcl.CollisionObject, id: Any, row: int = -1) -> None:
        self.name, self.source, self.placed, self.id, self.row = name, source, placed, id, row


def _gap(found: Any, a: _shapes.Shape, b: _shapes.Shape) -> _shapes.Gap:
    """A ShapeDistance, with the numbers of elements as contacts have them."""
    elements = a.number(found.closest.element_a), b.number(found.closest.element_b)
    return _shapes.Gap(found.value, found.point_a, found.point_b, *elements)


def _gap_of(a: _Entry, b: _Entry) -> _shapes.Gap:
    return _shapes.gap(a.placed._geom._shape(), a.placed._pose, b.placed._geom._shape(), b.placed._pose, True)


# ---- The manager


class CollisionManager:
    """Named meshes that are tested against each other, against another manager, or against one more mesh.

    `solid` says what a mesh is. None, as in trimesh: convex meshes are solids, whose distance is negative where they
    overlap; all others are surfaces, so that one inside another does not collide. True: every closed mesh is a solid.
    False: every mesh is a surface.
    """

    def __init__(self, solid: Optional[bool] = None) -> None:
        self._solid = solid
        self._scene = Scene()
        self._entries: Dict[Any, _Entry] = {}
        self._by_number: Dict[int, _Entry] = {}
        self._moved: List[_Entry] = []  # entries whose new transforms the scene does not have yet
        # The transforms of all entries, in one array for the scene: those of the objects are views of its rows.
        self._matrices = numpy.empty((16, 4, 4))
        self._rows: List[Optional[_Entry]] = []
        self._free_rows: List[int] = []
        # Entries of which the scene has a box only: hulls of large meshes take long to build, and most are never needed.
        self._enclosed: Set[_Entry] = set()

    # -- Objects

    def add_object(self, name: Any, mesh: Any, transform: Any = None) -> fcl.CollisionObject:
        """Adds a mesh, or replaces the one of that name."""
        return self._add(name, _Source(mesh, self._solid), _matrix_of(transform))

    def _add(self, name: Any, source: _Source, matrix: Any) -> fcl.CollisionObject:
        placed = source.placed(matrix)
        if name in self._entries:
            self.remove_object(name)
        geometry, is_enclosure = placed._geom._shape().scene_geometry()
        id = self._scene.add(geometry, placed._pose)
        entry = _Entry(name, source, placed, id, self._free_rows.pop() if self._free_rows else len(self._rows))
        entry.manager = self
        if is_enclosure:
            self._enclosed.add(entry)
        self._entries[name] = self._by_number[id.number] = entry
        if entry.row == len(self._rows):
            self._rows.append(entry)
        self._rows[entry.row] = entry
        if len(self._rows) > len(self._matrices):
            self._matrices = numpy.concatenate([self._matrices, numpy.empty_like(self._matrices)])
            for known in self._entries.values():
                self._share_matrix(known)
        self._share_matrix(entry)
        placed._on_move = lambda: self._note_move(entry)
        return placed

    def _share_matrix(self, entry: _Entry) -> None:
        transform, row = entry.placed._tf, self._matrices[entry.row]
        row[:] = transform._matrix
        transform._matrix = row

    def _show(self, entry: _Entry) -> None:
        """Gives the scene the object itself in place of a box around it."""
        self._enclosed.remove(entry)
        self._scene.remove(entry.id)
        del self._by_number[entry.id.number]
        entry.id = self._scene.add(entry.placed._geom._shape().geometry, entry.placed._pose)
        self._by_number[entry.id.number] = entry

    def _note_move(self, entry: _Entry) -> None:
        """After a method of the object itself, which may have replaced its Transform."""
        self._share_matrix(entry)
        self._moved.append(entry)

    def _known(self, name: Any) -> _Entry:
        try:
            return self._entries[name]
        except KeyError:
            raise AllideError(f"{name} not in collision manager!") from None

    def remove_object(self, name: Any) -> None:
        entry = self._known(name)
        entry.placed._on_move = None
        entry.placed._tf._matrix = entry.placed._tf._matrix.copy()
        del self._entries[name], self._by_number[entry.id.number]
        self._enclosed.discard(entry)
        self._rows[entry.row] = None
        self._free_rows.append(entry.row)
        self._scene.remove(entry.id)
        entry.id = None

    def set_transform(self, name: Any, transform: Any) -> None:
        """Replaces the transform of an object."""
        entry = self._known(name)
        matrix = numpy.asarray(transform, numpy.float64)
        if matrix.shape != _SHAPE:
            matrix = _matrix_of(transform)
        placed = entry.placed
        if placed._geom is entry.source.rigid:
            placed._tf._matrix[:] = matrix
            placed._placed = None
            placed._moves += 1
            self._moved.append(entry)
        else:
            self._add(name, entry.source, matrix)

    def _update(self) -> Scene:
        """The scene with all transforms. Objects that set_transform has scaled or mirrored get vertices of their own."""
        if not self._moved:
            return self._scene
        if self._moved == self._rows:  # all objects in their order: their matrices need not be gathered
            moved, matrices = self._moved, self._matrices[: len(self._moved)]
        else:
            moved = [entry for entry in self._moved if entry.id is not None]
            matrices = self._matrices[[entry.row for entry in moved]]
        self._moved = []
        try:
            self._scene.move_many([entry.id for entry in moved], matrices)
        except AllideError:  # some transforms are not rigid; then none of the objects has been moved
            rigid = _are_rigid(matrices)
            matrices = matrices.copy()
            self._scene.move_many([entry.id for entry, keep in zip(moved, rigid) if keep], matrices[rigid])
            for i in numpy.flatnonzero(~rigid):
                self._add(moved[i].name, moved[i].source, matrices[i])
        return self._scene

    def _external(self, mesh: Any, transform: Any) -> _Entry:
        source = _Source(mesh, self._solid)
        return _Entry(_EXTERNAL, source, source.placed(_matrix_of(transform)), None)

    def _pairs_of(
        self, other: Optional[CollisionManager], find: Callable[[], Iterable[ObjectPair]]
    ) -> List[Tuple[_Entry, _Entry]]:
        """The pairs that a query finds, once the boxes that are among them have been replaced."""
        mine, theirs = self._by_number, (self if other is None else other)._by_number
        while True:
            pairs = [(mine[pair.a.number], theirs[pair.b.number]) for pair in find()]
            if not self._show_all(pairs, other):
                return pairs

    def _objects_of(self, one: _Entry, find: Callable[[], Iterable[ObjectId]]) -> List[Tuple[_Entry, _Entry]]:
        while True:
            pairs = [(self._by_number[id.number], one) for id in find()]
            if not self._show_all(pairs, None):
                return pairs

    def _show_all(self, pairs: Iterable[Tuple[_Entry, _Entry]], other: Optional[CollisionManager]) -> bool:
        """Replaces the boxes in these pairs; False if there is none."""
        if not self._enclosed and (other is None or not other._enclosed):
            return False
        hidden = {entry for pair in pairs for entry in pair if entry.id is not None and entry in entry.manager._enclosed}
        for entry in hidden:
            entry.manager._show(entry)
        return bool(hidden)

    # -- Collisions

    def in_collision_single(
        self, mesh: Any, transform: Any = None, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Does a mesh collide with any object? bool[, set of names][, list of ContactData]."""
        one = self._external(mesh, transform)
        pairs = self._touching(one)
        return self._collisions(pairs, {pair[0].name for pair in pairs}, return_names, return_data)

    def in_collision_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """Do any two objects collide? bool[, set of sorted pairs of names][, list of ContactData]."""
        pairs = self._internal_pairs()
        return self._collisions(pairs, {_sorted_names((a.name, b.name)) for a, b in pairs}, return_names, return_data)

    def in_collision_other(
        self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Does any object collide with one of the other manager? bool[, set of (own, other)][, list of ContactData]."""
        pairs = self._pairs_with(other_manager)
        return self._collisions(pairs, {(a.name, b.name) for a, b in pairs}, return_names, return_data)

    def _internal_pairs(self) -> List[Tuple[_Entry, _Entry]]:
        scene = self._update()
        return self._pairs_of(None, lambda: scene.colliding_pairs())

    def _pairs_with(self, other: CollisionManager) -> List[Tuple[_Entry, _Entry]]:
        scene, others = self._update(), other._update()

        def find() -> List[ObjectPair]:
            found = scene.collisions(others)
            return found.pairs + found.undecided

        return self._pairs_of(other, find)

    def _touching(self, one: _Entry) -> List[Tuple[_Entry, _Entry]]:
        scene, geometry = self._update(), one.placed._geom._shape().geometry

        def find() -> List[ObjectId]:
            found = scene.colliding_with(geometry, one.placed._pose)
            return sorted(found.objects + found.undecided)

        return self._objects_of(one, find)

    @staticmethod
    def _collisions(pairs: List[Tuple[_Entry, _Entry]], names: Set[Any], return_names: bool, return_data: bool) -> Any:
        data: List[ContactData] = []
        if return_data:
            request = fcl.CollisionRequest(num_max_contacts=2**62, enable_contact=True)
            for a, b in pairs:
                result = fcl.CollisionResult()
                fcl.collide(a.placed, b.placed, request, result)
                data += [ContactData((a.name, b.name), contact) for contact in result.contacts]
        return _answer(bool(pairs), (return_names, names), (return_data, data))

    # -- Distances

    def min_distance_single(
        self, mesh: Any, transform: Any = None, return_name: bool = False, return_data: bool = False
    ) -> Any:
        """The distance from a mesh to the nearest object: float[, its name][, DistanceData]."""
        one = self._external(mesh, transform)
        scene, geometry = self._update(), one.placed._geom._shape().geometry
        names, gap = self._closest(
            None, lambda: scene.min_distance(geometry, one.placed._pose), lambda id: one, lambda: self._touching(one)
        )
        return _answer(gap.value, (return_name, names[0]), (return_data, DistanceData(names, gap)))

    def min_distance_internal(self, name: Any = None, return_names: bool = False, return_data: bool = False) -> Any:
        """The least distance of two objects, or from one to all others: float[, sorted names][, DistanceData]."""
        scene = self._update()
        if name is None:
            names, gap = self._closest(
                None, lambda: scene.min_distance(), lambda id: self._by_number[id.number], self._internal_pairs
            )
        else:
            names, gap = self._closest_to(self._known(name))
        return _answer(gap.value, (return_names, _sorted_names(names)), (return_data, DistanceData(names, gap)))

    def _closest_to(self, one: _Entry) -> Tuple[Tuple[Any, Any], _shapes.Gap]:
        others = [entry for entry in self._entries.values() if entry is not one]
        names: Tuple[Any, Any] = (None, None)
        best = _shapes.Gap(math.inf, None, None, -1, -1)
        boxes = fcl._boxes_of([one.placed]), fcl._boxes_of([entry.placed for entry in others])
        for _, i in _broad.nearest_pairs(*boxes, lambda: best.value, internal=False):
            gap = _gap_of(one, others[i])
            if gap.value < best.value:
                names, best = (one.name, others[i].name), gap
        return names, best

    def min_distance_other(
        self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """The least distance to an object of the other manager: float[, (own, other)][, DistanceData]."""
        scene, other = self._update(), other_manager._update()
        names, gap = self._closest(
            other_manager,
            lambda: scene.min_distance(other),
            lambda id: other_manager._by_number[id.number],
            lambda: self._pairs_with(other_manager),
        )
        return _answer(gap.value, (return_names, names), (return_data, DistanceData(names, gap)))

    def _closest(
        self,
        other: Optional[CollisionManager],
        find: Callable[[], MinDistance],
        entry_of_b: Callable[[ObjectId], _Entry],
        touching: Callable[[], List[Tuple[_Entry, _Entry]]],
    ) -> Tuple[Tuple[Any, Any], _shapes.Gap]:
        """The closest pair; where several pairs touch, the one that overlaps most."""
        while True:
            found = find().closest
            if found is None:
                return (None, None), _shapes.Gap(math.inf, None, None, -1, -1)
            a, b = self._by_number[found.a.number], entry_of_b(found.b)
            if not self._show_all([(a, b)], other):  # boxes are no farther apart than what they enclose
                break
        names, gap = (a.name, b.name), _gap(found.distance, a.placed._geom._shape(), b.placed._geom._shape())
        if gap.value > 0:
            return names, gap
        for a, b in touching():
            deeper = _gap_of(a, b)
            if deeper.value < gap.value:
                names, gap = (a.name, b.name), deeper
        return names, gap


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
        objects[node] = manager._add(node, sources[name], _matrix_of(matrix))
    return manager, objects
