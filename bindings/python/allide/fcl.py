"""A drop-in for python-fcl: the same names, with exact answers.

    import allide.fcl as fcl

Objects, requests, results, managers and callbacks work as there. The differences are listed in docs/python-fcl.md.

>>> import numpy
>>> import allide.fcl as fcl
>>> box = fcl.CollisionObject(fcl.Box(1, 1, 1))
>>> ball = fcl.CollisionObject(fcl.Sphere(1), fcl.Transform(numpy.array([1.5, 0, 0])))
>>> fcl.collide(box, ball)
1
>>> ball.setTranslation(numpy.array([2, 0, 0]))
>>> fcl.distance(box, ball)
0.5
"""

from __future__ import annotations

import math
import sys
from typing import Any, Callable, Iterator, List, Optional, Sequence, Tuple

import numpy

from . import _broad, _core, _shapes
from ._core import AllideError, ConvexBody, Model, Motion, Pose, __version__
from ._shapes import Shape

__all__ = [
    "BVHModel",
    "Box",
    "CCDMotionType",
    "CCDSolverType",
    "Capsule",
    "CollisionData",
    "CollisionGeometry",
    "CollisionObject",
    "CollisionRequest",
    "CollisionResult",
    "Cone",
    "Contact",
    "ContinuousCollisionRequest",
    "ContinuousCollisionResult",
    "Convex",
    "CostSource",
    "Cylinder",
    "DistanceData",
    "DistanceRequest",
    "DistanceResult",
    "DynamicAABBTreeCollisionManager",
    "Ellipsoid",
    "GJKSolverType",
    "Halfspace",
    "NODE_TYPE",
    "OBJECT_TYPE",
    "OcTree",
    "Plane",
    "Sphere",
    "Transform",
    "TriangleP",
    "__version__",
    "collide",
    "continuousCollide",
    "defaultCollisionCallback",
    "defaultDistanceCallback",
    "distance",
]

# ---- Enumerations


class OBJECT_TYPE:
    OT_UNKNOWN, OT_BVH, OT_GEOM, OT_OCTREE, OT_COUNT = range(5)


class NODE_TYPE:
    BV_UNKNOWN, BV_AABB, BV_OBB, BV_RSS, BV_kIOS, BV_OBBRSS, BV_KDOP16, BV_KDOP18, BV_KDOP24 = range(9)
    GEOM_BOX, GEOM_SPHERE, GEOM_ELLIPSOID, GEOM_CAPSULE, GEOM_CONE, GEOM_CYLINDER, GEOM_CONVEX = range(9, 16)
    GEOM_PLANE, GEOM_HALFSPACE, GEOM_TRIANGLE, GEOM_OCTREE, NODE_COUNT = range(16, 21)


class CCDMotionType:
    CCDM_TRANS, CCDM_LINEAR, CCDM_SCREW, CCDM_SPLINE = range(4)


class CCDSolverType:
    """Accepted and ignored: there is one solver."""

    CCDC_NAIVE, CCDC_CONSERVATIVE_ADVANCEMENT, CCDC_RAY_SHOOTING, CCDC_POLYNOMIAL_SOLVER = range(4)


class GJKSolverType:
    """Accepted and ignored: there is one solver."""

    GST_LIBCCD, GST_INDEP = range(2)


# ---- Transforms


def _vector(value: Any, argument: str) -> Any:
    array = numpy.asarray(value, dtype=numpy.float64).squeeze()
    if array.shape != (3,):
        raise AllideError(f"{argument}: expected an array of shape (3,), found {array.shape}")
    return array


def _rotation(value: Any) -> Any:
    """A 3×3 matrix, or that of a quaternion wxyz."""
    array = numpy.asarray(value, dtype=numpy.float64)
    if array.shape == (4,):
        return Pose(numpy.zeros(3), array / numpy.linalg.norm(array)).matrix[:3, :3]
    if array.shape != (3, 3):
        raise AllideError(f"expected a rotation of shape (3, 3) or a quaternion of shape (4,), found {array.shape}")
    return array


class Transform:
    """A rotation (3×3 matrix or quaternion wxyz) and a translation, either of which may be left out."""

    def __init__(self, *args: Any) -> None:
        self._matrix = numpy.eye(4)
        if len(args) == 1 and isinstance(args[0], Transform):
            self._matrix = args[0]._matrix.copy()
        elif len(args) == 1 and numpy.shape(args[0]) == (3,):
            self.setTranslation(args[0])
        elif len(args) == 1:
            self.setRotation(args[0])
        elif len(args) == 2:
            self.setRotation(args[0])
            self.setTranslation(args[1])
        elif args:
            raise AllideError(f"expected at most a rotation and a translation, found {len(args)} arguments")

    def _pose(self) -> Pose:
        return Pose(self._matrix)

    def getRotation(self) -> Any:
        return self._matrix[:3, :3].copy()

    def getTranslation(self) -> Any:
        return self._matrix[:3, 3].copy()

    def getQuatRotation(self) -> Any:
        return self._pose().quaternion

    def setRotation(self, R: Any) -> None:
        self._matrix[:3, :3] = _rotation(R)

    def setTranslation(self, T: Any) -> None:
        self._matrix[:3, 3] = _vector(T, "translation")

    def setQuatRotation(self, q: Any) -> None:
        self._matrix[:3, :3] = _rotation(q)


# ---- Geometry


class CollisionGeometry:
    """Base of all shapes."""

    _node_type: Optional[int] = None
    _object_type = OBJECT_TYPE.OT_GEOM

    def __init__(self) -> None:
        self._shape_: Optional[Shape] = None
        self._changes = 0

    def _make(self) -> Shape:
        raise AllideError("expected a geometry with a shape, found a bare CollisionGeometry")

    def _shape(self) -> Shape:
        if self._shape_ is None:
            self._shape_ = self._make()
        return self._shape_

    def getNodeType(self) -> Optional[int]:
        return self._node_type

    def computeLocalAABB(self) -> None:
        """Nothing to do: boxes are always up to date."""

    @property
    def aabb_center(self) -> Any:
        return self._shape().centre.copy()


class _Parameter:
    """An attribute that is part of a shape: a change makes the shape anew."""

    def __init__(self, is_vector: bool = False) -> None:
        self._is_vector = is_vector

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = "_" + name

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        value = getattr(instance, self._name)
        return value.copy() if self._is_vector else value

    def __set__(self, instance: Any, value: Any) -> None:
        value = _vector(value, self._name[1:]).copy() if self._is_vector else float(value)
        setattr(instance, self._name, value)
        instance._shape_ = None
        instance._changes += 1


class TriangleP(CollisionGeometry):
    _node_type = NODE_TYPE.GEOM_TRIANGLE
    a, b, c = _Parameter(True), _Parameter(True), _Parameter(True)

    def __init__(self, a: Any, b: Any, c: Any) -> None:
        super().__init__()
        self.a, self.b, self.c = a, b, c

    def _make(self) -> Shape:
        return Shape.hull([self.a, self.b, self.c])


class Box(CollisionGeometry):
    """A box of the given sides about the origin."""

    _node_type = NODE_TYPE.GEOM_BOX
    side = _Parameter(True)

    def __init__(self, x: float, y: float, z: float) -> None:
        super().__init__()
        self.side = [x, y, z]

    def _make(self) -> Shape:
        half = self.side / 2
        return Shape(ConvexBody.box(half), (-half, half))


class Sphere(CollisionGeometry):
    _node_type = NODE_TYPE.GEOM_SPHERE
    radius = _Parameter()

    def __init__(self, radius: float) -> None:
        super().__init__()
        self.radius = radius

    def _make(self) -> Shape:
        half = numpy.full(3, self.radius)
        return Shape(ConvexBody.sphere(self.radius), (-half, half))


class Ellipsoid(CollisionGeometry):
    """An ellipsoid with semi-axes a, b, c."""

    _node_type = NODE_TYPE.GEOM_ELLIPSOID
    radii = _Parameter(True)

    def __init__(self, a: float, b: float, c: float) -> None:
        super().__init__()
        self.radii = [a, b, c]

    def _make(self) -> Shape:
        return Shape(ConvexBody.ellipsoid(self.radii), (-self.radii, self.radii))


class _Round(CollisionGeometry):
    radius, lz = _Parameter(), _Parameter()

    def __init__(self, radius: float, lz: float) -> None:
        super().__init__()
        self.radius, self.lz = radius, lz

    def _around(self, body: ConvexBody, height: float) -> Shape:
        half = numpy.array([self.radius, self.radius, height])
        return Shape(body, (-half, half))


class Capsule(_Round):
    """All points within the radius of a segment of length lz along z."""

    _node_type = NODE_TYPE.GEOM_CAPSULE

    def _make(self) -> Shape:
        return self._around(ConvexBody.capsule(self.radius, self.lz / 2), self.lz / 2 + self.radius)


class Cone(_Round):
    """A cone of height lz along z, with its apex up."""

    _node_type = NODE_TYPE.GEOM_CONE

    def _make(self) -> Shape:
        return self._around(ConvexBody.cone(self.radius, self.lz / 2), self.lz / 2)


class Cylinder(_Round):
    """A cylinder of height lz along z."""

    _node_type = NODE_TYPE.GEOM_CYLINDER

    def _make(self) -> Shape:
        return self._around(ConvexBody.cylinder(self.radius, self.lz / 2), self.lz / 2)


class Convex(CollisionGeometry):
    """The convex hull of the vertices. `faces` is a flat list: number of corners, corners, number of corners, …"""

    _node_type = NODE_TYPE.GEOM_CONVEX

    def __init__(self, vertices: Any, num_faces: int, faces: Any) -> None:
        super().__init__()
        self._vertices = numpy.array(vertices, dtype=numpy.float64)
        self._faces = numpy.array(faces).ravel()
        self.num_faces = num_faces

    def _make(self) -> Shape:
        return Shape.hull(self._vertices)


_EVERYWHERE = numpy.full(3, -math.inf), numpy.full(3, math.inf)


class _Flat(CollisionGeometry):
    n, d = _Parameter(True), _Parameter()

    def __init__(self, n: Any, d: float) -> None:
        super().__init__()
        length = float(numpy.linalg.norm(n))
        if not length > 0:
            raise AllideError(f"n: expected a normal other than 0, found {n}")
        self.n, self.d = numpy.asarray(n, dtype=numpy.float64) / length, d / length


class Halfspace(_Flat):
    """All points x with n·x ≤ d."""

    _node_type = NODE_TYPE.GEOM_HALFSPACE

    def _make(self) -> Shape:
        return Shape(ConvexBody.half_space(self.n, self.d), _EVERYWHERE)


class Plane(_Flat):
    """All points x with n·x = d."""

    _node_type = NODE_TYPE.GEOM_PLANE

    def _make(self) -> Shape:
        sides = ConvexBody.half_space(self.n, self.d), ConvexBody.half_space(-self.n, -self.d)
        return Shape(_core.Shape.plane(self.n, self.d), _EVERYWHERE, sides)


class BVHModel(CollisionGeometry):
    """A surface of triangles."""

    _node_type = NODE_TYPE.BV_OBBRSS
    _object_type = OBJECT_TYPE.OT_BVH

    def __init__(self) -> None:
        super().__init__()
        self._blocks: List[Tuple[Any, Any]] = []
        self._state = 0  # python-fcl's build states: 0 empty, 1 begun, 2 processed

    def beginModel(self, num_tris_: int = 0, num_vertices_: int = 0) -> int:
        self._blocks, self._shape_, self._state = [], None, 1
        self._changes += 1
        return 0

    def _begun(self) -> None:
        if self._state != 1:
            raise AllideError("beginModel() must come before vertices and triangles, and endModel() after them")

    def addVertex(self, x: float, y: float, z: float) -> bool:
        self._begun()
        self._blocks.append((numpy.array([[x, y, z]], dtype=numpy.float64), numpy.empty((0, 3), numpy.int64)))
        return True

    def addTriangle(self, v1: Any, v2: Any, v3: Any) -> bool:
        self._begun()
        self._blocks.append((numpy.array([v1, v2, v3], dtype=numpy.float64), numpy.array([[0, 1, 2]])))
        return True

    def addSubModel(self, verts: Any, triangles: Any) -> bool:
        self._begun()
        self._blocks.append((numpy.array(verts, dtype=numpy.float64), numpy.array(triangles, dtype=numpy.int64)))
        return True

    def endModel(self) -> int:
        self._begun()
        self._state = 2
        self._shape()
        return 0

    def num_tries_(self) -> int:
        return sum(len(triangles) for _, triangles in self._blocks)

    def buildState(self) -> int:
        return self._state

    def _make(self) -> Shape:
        if self._state != 2:
            raise AllideError("the model is not complete: endModel() has not been called")
        counts = numpy.cumsum([0] + [len(vertices) for vertices, _ in self._blocks])
        vertices = [numpy.empty((0, 3))] + [v for v, _ in self._blocks]
        triangles = [numpy.empty((0, 3), numpy.int64)] + [t + n for (_, t), n in zip(self._blocks, counts)]
        return Shape(Model(numpy.concatenate(vertices), numpy.concatenate(triangles)))


def _node_count(data: bytes) -> int:
    """The nodes of an octree: the root, and all children; two bits of data each say whether a child exists."""
    pairs = numpy.frombuffer(data, numpy.uint8)
    return 1 + sum(int(numpy.count_nonzero(pairs >> shift & 3)) for shift in (0, 2, 4, 6))


class OcTree(CollisionGeometry):
    """The occupied cells of an octree: its resolution, and the bytes of an OctoMap file (.bt) after the header, as in
    python-fcl. The bytes of a whole file are understood, too; the file then has the resolution."""

    _node_type = NODE_TYPE.GEOM_OCTREE
    _object_type = OBJECT_TYPE.OT_OCTREE

    def __init__(self, r: float, data: bytes) -> None:
        super().__init__()
        data = bytes(data)
        if not data.startswith(b"#"):
            header = f"# Octomap OcTree binary file\nid OcTree\nsize {_node_count(data)}\nres {float(r)!r}\ndata\n"
            data = header.encode() + data
        cells = _core.read_octomap(data, "OcTree")
        if not len(cells):
            raise AllideError("OcTree: expected an occupied cell, found none")
        self._shape_ = Shape(_core.Shape.cells(cells), (cells[:, 0].min(axis=0), cells[:, 1].max(axis=0)))


# ---- Objects


class CollisionObject:
    """A geometry at a transform."""

    def __init__(self, geom: Optional[CollisionGeometry] = None, tf: Optional[Transform] = None) -> None:
        if geom is None or geom.getNodeType() is None:
            raise AllideError("expected a geometry")
        self._geom = geom
        self._moves = 0
        self._on_move: Optional[Callable[[], None]] = None
        self.setTransform(tf if tf is not None else Transform())

    @property
    def version(self) -> int:
        """Changes with the transform and with the geometry."""
        return self._moves + self._geom._changes

    _placed: Optional[Pose]

    @property
    def _pose(self) -> Pose:
        if self._placed is None:
            self._placed = self._tf._pose()
        return self._placed

    def _moved(self) -> None:
        self._placed = None
        self._moves += 1
        if self._on_move is not None:
            self._on_move()

    def getObjectType(self) -> int:
        return self._geom._object_type

    def _is_mesh(self) -> bool:
        return self._geom._object_type == OBJECT_TYPE.OT_BVH

    def getNodeType(self) -> Optional[int]:
        return self._geom.getNodeType()

    def getTranslation(self) -> Any:
        return self._tf.getTranslation()

    def setTranslation(self, vec: Any) -> None:
        self._tf.setTranslation(vec)
        self._moved()

    def getRotation(self) -> Any:
        return self._tf.getRotation()

    def setRotation(self, mat: Any) -> None:
        self._tf.setRotation(mat)
        self._moved()

    def getQuatRotation(self) -> Any:
        return self._tf.getQuatRotation()

    def setQuatRotation(self, q: Any) -> None:
        self._tf.setQuatRotation(q)
        self._moved()

    def getTransform(self) -> Transform:
        return Transform(self._tf)

    def setTransform(self, tf: Transform) -> None:
        self._tf = Transform(tf)
        self._moved()

    def isOccupied(self) -> bool:
        return True

    def isFree(self) -> bool:
        return False

    def isUncertain(self) -> bool:
        return False


def _boxes_of(objects: List[CollisionObject]) -> _broad.Boxes:
    return _shapes.boxes_at([item._geom._shape() for item in objects], [item._tf._matrix for item in objects])


# ---- Requests and results


class Contact:
    """The shapes, their triangles (−1 for other shapes), a common point, the normal from o1 to o2, and the depth."""

    def __init__(self) -> None:
        self.o1: Optional[CollisionGeometry] = None
        self.o2: Optional[CollisionGeometry] = None
        self.b1 = 0
        self.b2 = 0
        self.normal = numpy.zeros(3)
        self.pos = numpy.zeros(3)
        self.penetration_depth = 0.0


class CostSource:
    def __init__(self) -> None:
        self.aabb_min = numpy.zeros(3)
        self.aabb_max = numpy.zeros(3)
        self.cost_density = 0.0
        self.total_cost = 0.0


class CollisionRequest:
    """Costs are accepted and ignored."""

    def __init__(
        self,
        num_max_contacts: int = 1,
        enable_contact: bool = False,
        num_max_cost_sources: int = 1,
        enable_cost: bool = False,
        use_approximate_cost: bool = True,
        gjk_solver_type: int = GJKSolverType.GST_LIBCCD,
    ) -> None:
        self.num_max_contacts = num_max_contacts
        self.enable_contact = enable_contact
        self.num_max_cost_sources = num_max_cost_sources
        self.enable_cost = enable_cost
        self.use_approximate_cost = use_approximate_cost
        self.gjk_solver_type = gjk_solver_type


class CollisionResult:
    def __init__(self, is_collision: bool = False) -> None:
        self.is_collision = is_collision
        self.contacts: List[Contact] = []
        self.cost_sources: List[CostSource] = []


class ContinuousCollisionRequest:
    """`toc_err` is the tolerance of the time; iterations and solver types are accepted and ignored."""

    def __init__(
        self,
        num_max_iterations: int = 10,
        toc_err: float = 0.0001,
        ccd_motion_type: int = CCDMotionType.CCDM_TRANS,
        gjk_solver_type: int = GJKSolverType.GST_LIBCCD,
        ccd_solver_type: int = CCDSolverType.CCDC_CONSERVATIVE_ADVANCEMENT,
    ) -> None:
        self.num_max_iterations = num_max_iterations
        self.toc_err = toc_err
        self.ccd_motion_type = ccd_motion_type
        self.gjk_solver_type = gjk_solver_type
        self.ccd_solver_type = ccd_solver_type


class ContinuousCollisionResult:
    def __init__(self, is_collide: bool = False, time_of_contact: float = 1.0) -> None:
        self.is_collide = is_collide
        self.time_of_contact = time_of_contact


class DistanceRequest:
    def __init__(
        self,
        enable_nearest_points: bool = False,
        enable_signed_distance: bool = False,
        gjk_solver_type: int = GJKSolverType.GST_LIBCCD,
    ) -> None:
        self.enable_nearest_points = enable_nearest_points
        self.enable_signed_distance = enable_signed_distance
        self.gjk_solver_type = gjk_solver_type


class DistanceResult:
    def __init__(self, min_distance_: float = sys.float_info.max) -> None:
        self.min_distance = min_distance_
        self.nearest_points: List[Any] = [None, None]
        self.o1: Optional[CollisionGeometry] = None
        self.o2: Optional[CollisionGeometry] = None
        self.b1 = -1
        self.b2 = -1


class CollisionData:
    def __init__(self, request: Optional[CollisionRequest] = None, result: Optional[CollisionResult] = None) -> None:
        self.request = request if request is not None else CollisionRequest()
        self.result = result if result is not None else CollisionResult()
        self.done = False


class DistanceData:
    def __init__(self, request: Optional[DistanceRequest] = None, result: Optional[DistanceResult] = None) -> None:
        self.request = request if request is not None else DistanceRequest()
        self.result = result if result is not None else DistanceResult()
        self.done = False


# ---- Two objects


def _contact(o1: CollisionObject, o2: CollisionObject, touch: Optional[_shapes.Touch] = None) -> Contact:
    contact = Contact()
    contact.o1, contact.o2 = o1._geom, o2._geom
    contact.b1 = contact.b2 = -1
    if touch is not None:
        contact.b1, contact.b2 = touch.element_a, touch.element_b
        contact.normal, contact.pos, contact.penetration_depth = touch.normal, touch.point, touch.depth
    return contact


def collide(
    o1: CollisionObject,
    o2: CollisionObject,
    request: Optional[CollisionRequest] = None,
    result: Optional[CollisionResult] = None,
) -> int:
    """The number of contacts found, at most request.num_max_contacts; they are added to the result."""
    request = request if request is not None else CollisionRequest()
    result = result if result is not None else CollisionResult()
    a, b = o1._geom._shape(), o2._geom._shape()
    limit = max(1, request.num_max_contacts)
    found: List[Contact] = []
    if request.enable_contact or limit > 1:
        for touch in _shapes.contacts(a, o1._pose, b, o2._pose, limit):
            found.append(_contact(o1, o2, touch))
    elif _shapes.touches(a, o1._pose, b, o2._pose):
        found.append(_contact(o1, o2))
    result.is_collision = result.is_collision or bool(found)
    result.contacts += found
    return len(found)


def distance(
    o1: CollisionObject,
    o2: CollisionObject,
    request: Optional[DistanceRequest] = None,
    result: Optional[DistanceResult] = None,
) -> float:
    """The distance. Where the objects overlap −1, or minus the penetration depth if request.enable_signed_distance; two
    meshes have no depth, and the distance 0."""
    request = request if request is not None else DistanceRequest()
    result = result if result is not None else DistanceResult()
    signed = request.enable_signed_distance
    gap = _shapes.gap(o1._geom._shape(), o1._pose, o2._geom._shape(), o2._pose, signed)
    value = gap.value
    if value == 0 and not signed and not (o1._is_mesh() and o2._is_mesh()):
        value = -1.0
    if value < result.min_distance:
        result.min_distance = value
        result.o1, result.o2 = o1._geom, o2._geom
        result.b1, result.b2 = gap.element_a, gap.element_b
        result.nearest_points = [gap.point_a, gap.point_b]
    return value


def _motion(start: CollisionObject, end: Transform, kind: int) -> Motion:
    if kind == CCDMotionType.CCDM_TRANS or numpy.array_equal(start.getRotation(), end.getRotation()):
        return Motion.linear(end.getTranslation() - start.getTranslation()).from_(start._pose)
    return Motion.path([start._pose, end._pose()])


def continuousCollide(
    o1: CollisionObject,
    tf1_end: Transform,
    o2: CollisionObject,
    tf2_end: Transform,
    request: Optional[ContinuousCollisionRequest] = None,
    result: Optional[ContinuousCollisionResult] = None,
) -> float:
    """The time of contact, from 0 to 1, of two objects that move to their end transforms; 1 if there is none.

    With CCDM_TRANS objects keep their rotation; every other type is a screw motion between the two transforms.
    """
    request = request if request is not None else ContinuousCollisionRequest()
    result = result if result is not None else ContinuousCollisionResult()
    motions = _motion(o1, tf1_end, request.ccd_motion_type), _motion(o2, tf2_end, request.ccd_motion_type)
    time = _shapes.time_of_contact(o1._geom._shape(), motions[0], o2._geom._shape(), motions[1], request.toc_err)
    result.is_collide = result.is_collide or time is not None
    if time is not None:
        result.time_of_contact = min(result.time_of_contact, time)
    return 1.0 if time is None else time


# ---- Many objects


def defaultCollisionCallback(o1: CollisionObject, o2: CollisionObject, cdata: CollisionData) -> bool:
    """Collides the pair; True once there are more contacts than the request asks for."""
    if cdata.done:
        return True
    collide(o1, o2, cdata.request, cdata.result)
    request, result = cdata.request, cdata.result
    if not request.enable_cost and result.is_collision and len(result.contacts) >= request.num_max_contacts:
        cdata.done = True
    return cdata.done


def defaultDistanceCallback(o1: CollisionObject, o2: CollisionObject, cdata: DistanceData) -> Tuple[bool, float]:
    """Measures the pair; (True, distance) once there is an overlap."""
    if cdata.done:
        return True, cdata.result.min_distance
    distance(o1, o2, cdata.request, cdata.result)
    if cdata.result.min_distance <= 0 and not cdata.request.enable_signed_distance:
        cdata.done = True
    return cdata.done, cdata.result.min_distance


class DynamicAABBTreeCollisionManager:
    """Objects of a scene. `setup` and `update` are accepted, and nothing: the manager notices moved objects itself."""

    def __init__(self) -> None:
        self._objects: List[CollisionObject] = []
        self._boxes = _broad.BoxCache(_boxes_of)
        self.max_tree_nonbalanced_level = 10
        self.tree_incremental_balance_pass = 10
        self.tree_topdown_balance_threshold = 2
        self.tree_topdown_level = 0
        self.tree_init_level = 0
        self.octree_as_geometry_collide = True
        self.octree_as_geometry_distance = False

    def registerObjects(self, other_objs: Sequence[CollisionObject]) -> None:
        self._objects += other_objs

    def registerObject(self, obj: CollisionObject) -> None:
        self._objects.append(obj)

    def unregisterObject(self, obj: CollisionObject) -> None:
        if obj in self._objects:
            self._objects.remove(obj)

    def setup(self) -> None:
        pass

    def update(self, arg: Any = None) -> None:
        pass

    def getObjects(self) -> List[CollisionObject]:
        return list(self._objects)

    def clear(self) -> None:
        self._objects = []

    def empty(self) -> bool:
        return not self._objects

    def size(self) -> int:
        return len(self._objects)

    def _all_boxes(self) -> _broad.Boxes:
        return self._boxes.of(self._objects)

    def _others(self, args: Tuple[Any, ...]) -> Tuple[Optional[List[CollisionObject]], Any, Callable[..., Any]]:
        """(objects of the other side or None, data, callback) of the arguments of collide and distance."""
        if len(args) == 2 and callable(args[1]):
            return None, args[0], args[1]
        if len(args) == 3 and callable(args[2]):
            other = args[0]
            objects = other._objects if isinstance(other, DynamicAABBTreeCollisionManager) else [other]
            return objects, args[1], args[2]
        raise AllideError("expected ([object or manager,] data, callback)")

    def _boxes_of(self, args: Tuple[Any, ...], others: List[CollisionObject]) -> _broad.Boxes:
        return args[0]._all_boxes() if others is getattr(args[0], "_objects", None) else _boxes_of(others)

    def collide(self, *args: Any) -> None:
        """([object or manager,] data, callback): calls callback(o1, o2, data) for candidate pairs until it is True."""
        others, data, callback = self._others(args)
        if others is None:
            others, pairs = self._objects, _broad.internal_pairs(self._all_boxes())
        else:
            pairs = _broad.pairs_between(self._all_boxes(), self._boxes_of(args, others))
        for i, j in pairs.tolist():
            if callback(self._objects[i], others[j], data):
                return

    def _near(self, others: Optional[List[CollisionObject]], args: Any, best: Any) -> Iterator[Tuple[int, int]]:
        boxes = self._all_boxes()
        if others is None:
            return _broad.nearest_pairs(boxes, boxes, best, internal=True)
        return _broad.nearest_pairs(boxes, self._boxes_of(args, others), best, internal=False)

    def distance(self, *args: Any) -> None:
        """([object or manager,] data, callback): calls callback(o1, o2, data), which returns (stop, distance), for all
        pairs that may be closer than the last distance that it returned."""
        others, data, callback = self._others(args)
        best = math.inf
        for i, j in self._near(others, args, lambda: best):
            done, best = callback(self._objects[i], (self._objects if others is None else others)[j], data)
            if done:
                return
