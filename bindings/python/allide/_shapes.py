"""Pairs of shapes for the drop-ins `allide.fcl` and `allide.trimesh`: touching, contacts, distance, time of contact.

A Shape is a surface of triangles, a closed mesh taken as a solid, a convex body, a plane, or boxes. All questions go to the
library's queries about shapes. What a contact's normal and depth mean is said in docs/python-fcl.md.
"""

from __future__ import annotations

import math
from typing import Any, Callable, Iterator, NamedTuple, Optional, Sequence, Tuple, Union

import numpy
from numpy.typing import NDArray

from . import _core
from ._core import AllideError, ConvexBody, Model, Motion, Pose

Vector = NDArray[numpy.float64]
Geometry = Union[Model, ConvexBody, _core.Shape]

_INSIDE = _core.ShapeContact.inside


class Shape:
    """What can be placed and asked about. Immutable."""

    def __init__(
        self,
        geometry: Union[Geometry, Callable[[], Geometry]],
        box: Optional[Tuple[Any, Any]] = None,
        sides: Tuple[ConvexBody, ...] = (),
    ) -> None:
        # A hull may be given as a function that builds it: most hulls of a large scene are far from all
        # others and never needed.
        self._geometry = geometry
        self.sides = sides  # for a plane: the half-spaces on both sides
        low, high = box if box is not None else _box_of(self.geometry)
        self.half = (numpy.asarray(high, dtype=numpy.float64) - low) / 2
        self.is_bounded = bool(numpy.isfinite(self.half).all())
        self.centre = (numpy.asarray(low, dtype=numpy.float64) + high) / 2 if self.is_bounded else numpy.zeros(3)

    @classmethod
    def hull(cls, points: Any) -> Shape:
        """The convex hull of points, as a solid."""
        points = numpy.array(points, dtype=numpy.float64)
        box = points.min(axis=0), points.max(axis=0)
        return cls(ConvexBody.from_points(points) if len(points) <= 32 else lambda: ConvexBody.from_points(points), box)

    @classmethod
    def mesh(cls, model: Model, solid: bool) -> Shape:
        """A surface, or a solid if that is wanted and the mesh is closed."""
        if not solid:
            return cls(model)
        try:
            return cls(_core.Shape.solid(model), _box_of(model))
        except AllideError:
            return cls(model)

    def scene_geometry(self) -> Tuple[Geometry, bool]:
        """What a scene can start with, and whether it only encloses the shape: a hull that has not been built is its box."""
        if not callable(self._geometry):
            return self._geometry, False
        low, high = self.centre - self.half, self.centre + self.half
        margin = 1e-12 * (numpy.abs(self.centre) + self.half)
        return _box_body(low - margin, high + margin), True

    @property
    def geometry(self) -> Geometry:
        if callable(self._geometry):
            self._geometry = self._geometry()
        return self._geometry

    @property
    def model(self) -> Optional[Model]:
        """The triangles of a mesh; None for all other shapes."""
        if isinstance(self.geometry, _core.Shape):
            return self.geometry.model if self.geometry.kind == "mesh" else None
        return self.geometry if isinstance(self.geometry, Model) else None

    @property
    def is_body(self) -> bool:
        return isinstance(self.geometry, ConvexBody)

    @property
    def is_solid(self) -> bool:
        """Whether it can overlap another solid by a depth."""
        return self.is_body or bool(self.sides) or (isinstance(self.geometry, _core.Shape) and self.geometry.is_solid)

    def element(self, number: int) -> Tuple[ConvexBody, ...]:
        """An element as a body; a plane as two."""
        if self.sides:
            return self.sides
        geometry = self.geometry
        if isinstance(geometry, ConvexBody):
            return (geometry,)
        model = self.model
        if model is not None:
            return (ConvexBody.from_points(model.vertices[model.triangles[number]]),)
        assert isinstance(geometry, _core.Shape)
        return (_box_body(*geometry.boxes[number]),)

    def number(self, element: int) -> int:
        """The number of a triangle or a box; −1 for other shapes and for the inside of a solid."""
        return -1 if self.is_body or self.sides or element == _INSIDE else int(element)


def _box_body(low: Any, high: Any) -> ConvexBody:
    return ConvexBody.from_points([[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])


def _box_of(geometry: Geometry) -> Tuple[Any, Any]:
    box = geometry.bounds if isinstance(geometry, Model) else _core.bounding_box(geometry)
    if box is None or box.is_empty:
        return numpy.zeros(3), numpy.zeros(3)
    return box.lo, box.hi


def boxes_at(shapes: Sequence[Shape], transforms: Sequence[Vector]) -> Tuple[Vector, Vector]:
    """Axis-aligned boxes around placed shapes, low and high corners (n, 3), enlarged beyond all rounding errors."""
    if not shapes:
        return numpy.empty((0, 3)), numpy.empty((0, 3))
    matrices = numpy.array(transforms)
    rotations, shifts = matrices[:, :3, :3], matrices[:, :3, 3]
    centres = numpy.array([shape.centre for shape in shapes])
    halves = numpy.array([shape.half for shape in shapes])
    bounded = numpy.array([shape.is_bounded for shape in shapes])
    halves[~bounded] = 0
    spread = numpy.abs(rotations)
    middle = numpy.einsum("nij,nj->ni", rotations, centres) + shifts
    half = numpy.einsum("nij,nj->ni", spread, halves)
    # A pose may stretch lengths by up to 1e-6, which the enlarged boxes cover; a sphere keeps its radius at
    # any pose.
    far = numpy.einsum("nij,nj->ni", spread, numpy.abs(centres)) + numpy.abs(shifts) + half
    half += 2e-6 * halves.max(axis=1, keepdims=True) + 1e-14 * far + 1e-300
    half[~bounded] = math.inf
    return middle - half, middle + half


class Touch(NamedTuple):
    """A contact of two shapes. The normal points from a to b; moving b along it by the depth ends the contact."""

    element_a: int  # −1 for a body
    element_b: int
    point: Vector
    normal: Vector
    depth: float


class Gap(NamedTuple):
    """The distance of two shapes; negative: the penetration depth of solids."""

    value: float
    point_a: Optional[Vector]
    point_b: Optional[Vector]
    element_a: int
    element_b: int


def touches(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> bool:
    """A verdict that is undecided is a graze of curved bodies, within their error bound: a contact."""
    verdict: Any = _core.collides(a.geometry, b.geometry, pose_a, pose_b)
    return verdict if verdict is True or verdict is False else verdict != "no"


# ---- Contacts


def contacts(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, limit: int) -> Iterator[Touch]:
    """All contacts, the deepest of a pair of bodies first, but at most `limit` of them."""
    if a.model is not None and b.model is not None:
        yield from _touches_of_meshes(a, pose_a, b, pose_b, limit)
    elif a.is_body and b.is_body and limit > 1:
        yield from _touches_of_bodies(a, pose_a, b, pose_b, limit)
    else:
        yield from _touches_of_elements(a, pose_a, b, pose_b, limit)


def _touches_of_bodies(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, limit: int) -> Iterator[Touch]:
    """The points of the contact manifold: the corners of the area in which two faces meet."""
    assert isinstance(a.geometry, ConvexBody) and isinstance(b.geometry, ConvexBody)
    found = _core.contact_manifold(a.geometry, b.geometry, pose_a, pose_b, points=min(limit, _MANIFOLD_POINTS))
    if found is None:
        if touches(a, pose_a, b, pose_b):  # a graze
            yield from _touches_of_elements(a, pose_a, b, pose_b, limit)
        return
    for i, point in enumerate(found.points):
        if i == 0 or point.depth >= 0:  # points of a slanted face may lie in front of the other face; these are not contacts
            yield Touch(-1, -1, (point.point_a + point.point_b) / 2, -found.normal, max(point.depth, 0.0))


_MANIFOLD_POINTS = 8


def _shallowest(a: Tuple[ConvexBody, ...], pose_a: Pose, b: Tuple[ConvexBody, ...], pose_b: Pose) -> Any:
    return min((_core.penetration(i, j, pose_a, pose_b) for i in a for j in b), key=lambda p: p.upper)


def _touches_of_elements(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, limit: int) -> Iterator[Touch]:
    """One contact per pair of elements that touch, with the depth of these two."""
    found = _core.contacts(_core.Shape(a.geometry), _core.Shape(b.geometry), pose_a, pose_b, limit)
    pairs = numpy.concatenate([found.pairs, found.undecided])[:limit]
    for i, j in pairs.tolist():
        if i == _INSIDE or j == _INSIDE:
            yield _touch_inside(a, pose_a, b, pose_b)
            continue
        depth = _shallowest(a.element(i), pose_a, b.element(j), pose_b)
        point = (depth.point_a + depth.point_b) / 2
        yield Touch(a.number(i), b.number(j), point, -depth.direction, depth.upper)


def _touch_inside(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> Touch:
    """Of a solid that contains all or a component of the other shape."""
    found = _core.signed_distance(_core.Shape(a.geometry), _core.Shape(b.geometry), pose_a, pose_b)
    return Touch(-1, -1, (found.point_a + found.point_b) / 2, -found.direction, max(0.0, -found.lower))


def _touches_of_meshes(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, limit: int) -> Iterator[Touch]:
    assert a.model is not None and b.model is not None
    pairs = _core.contacts(a.model, b.model, pose_a, pose_b, limit).pairs
    normals, depths = _separations(a.model, pose_a, b.model, pose_b, pairs)
    for (i, j), normal, depth in zip(pairs.tolist(), normals, depths.tolist()):
        yield Touch(i, j, _core.witness_of(a.model, b.model, (i, j), pose_a, pose_b).point, normal, depth)
    if not len(pairs) and (a.is_solid or b.is_solid) and touches(a, pose_a, b, pose_b):
        yield _touch_inside(a, pose_a, b, pose_b)


def _corners_at(model: Model, pose: Pose, triangles: Any) -> Vector:
    matrix = pose.matrix
    corners = model.vertices[model.triangles[triangles]]
    return numpy.asarray(corners @ matrix[:3, :3].T + matrix[:3, 3])


def _unit_normals(corners: Vector) -> Vector:
    normals = numpy.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = numpy.linalg.norm(normals, axis=1, keepdims=True)
    return numpy.divide(normals, lengths, out=numpy.zeros_like(normals), where=lengths > 0)


def _separations(
    model_a: Model, pose_a: Pose, model_b: Model, pose_b: Pose, pairs: NDArray[numpy.uint32]
) -> Tuple[Vector, Vector]:
    """Normal and depth for pairs of triangles that touch: the shorter of the two ways along a triangle's own outward
    normal that bring the other triangle in front of its plane."""
    a, b = _corners_at(model_a, pose_a, pairs[:, 0]), _corners_at(model_b, pose_b, pairs[:, 1])
    normals_a, normals_b = _unit_normals(a), _unit_normals(b)
    # The depth if b moves along a's normal, and the depth if a moves along b's normal.
    behind_a = -numpy.einsum("nij,nj->ni", b - a[:, :1], normals_a).min(axis=1)
    behind_b = -numpy.einsum("nij,nj->ni", a - b[:, :1], normals_b).min(axis=1)
    behind_a[~normals_a.any(axis=1)] = math.inf  # a triangle without area has no plane
    behind_b[~normals_b.any(axis=1)] = math.inf
    by_a = behind_a <= behind_b
    depths = numpy.where(by_a, behind_a, behind_b)
    normals = numpy.where(by_a[:, None], normals_a, -normals_b)
    depths[~numpy.isfinite(depths)] = 0.0
    return normals, numpy.maximum(depths, 0.0)


# ---- Distance


def gap(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, signed: bool) -> Gap:
    """The distance; with `signed` minus the penetration depth where solids overlap."""
    found: Any
    if a.is_body and b.is_body:
        found = _core.distance(a.geometry, b.geometry, pose_a, pose_b)
        elements = -1, -1
    else:
        found = _core.distance(_core.Shape(a.geometry), _core.Shape(b.geometry), pose_a, pose_b)
        if found.value == math.inf:
            return Gap(math.inf, None, None, -1, -1)
        elements = a.number(found.closest.element_a), b.number(found.closest.element_b)
    if found.value == 0 and signed and a.is_solid and b.is_solid:
        return _depth(a, pose_a, b, pose_b, elements)
    return Gap(found.value, found.point_a, found.point_b, *elements)


def _depth(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, elements: Tuple[int, int]) -> Gap:
    sides = [shape.sides or (shape.geometry,) for shape in (a, b)]
    if all(isinstance(side, ConvexBody) for pair in sides for side in pair):
        depth: Any = _shallowest(sides[0], pose_a, sides[1], pose_b)  # type: ignore[arg-type]
        return Gap(-depth.lower or 0.0, depth.point_a, depth.point_b, *elements)  # 0 where they only touch
    found = max(
        (_core.signed_distance(_core.Shape(i), _core.Shape(j), pose_a, pose_b) for i in sides[0] for j in sides[1]),
        key=lambda d: d.value,
    )
    return Gap(min(0.0, found.value), found.point_a, found.point_b, *elements)


# ---- Motion


def time_of_contact(a: Shape, motion_a: Motion, b: Shape, motion_b: Motion, tolerance: float) -> Optional[float]:
    """A time before which there is certainly no contact, and at which there is one up to the tolerance; None: no contact."""
    found = _core.predict(
        _core.Shape(a.geometry), _core.Shape(b.geometry), motion_a, motion_b=motion_b, tolerance=min(max(tolerance * 1e-3, 1e-12), 0.1)
    )
    return None if found.outcome == "clear" else found.free_until
