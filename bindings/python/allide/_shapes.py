"""Pairs of shapes for the drop-ins `allide.fcl` and `allide.trimesh`: touching, contacts, distance, time of contact.

A Shape is either a surface of triangles (a Model), a convex solid (one ConvexBody), a plane (two half-spaces that share
it), or a closed mesh taken as a solid. What a contact's normal and depth mean is said in docs/python-fcl.md.
"""

from __future__ import annotations

import math
from typing import Any, Iterator, NamedTuple, Optional, Sequence, Tuple

import numpy
from numpy.typing import NDArray

from . import _core
from ._core import ConvexBody, Model, Motion, Pose

Vector = NDArray[numpy.float64]


class Shape:
    """What can be placed and asked about. Immutable."""

    def __init__(
        self,
        *,
        bodies: Tuple[ConvexBody, ...] = (),
        model: Optional[Model] = None,
        solid: bool = False,
        box: Optional[Tuple[Any, Any]] = None,
    ) -> None:
        self._bodies = bodies
        self._points: Optional[Vector] = None  # the points of a hull that has not been built yet
        self.model = model  # the surface, unless there are bodies
        self.solid = solid  # the model is taken as a solid
        low, high = box if box is not None else _box_of(model)
        self.half = (numpy.asarray(high, dtype=numpy.float64) - low) / 2
        self.is_bounded = bool(numpy.isfinite(self.half).all())
        self.centre = (numpy.asarray(low, dtype=numpy.float64) + high) / 2 if self.is_bounded else numpy.zeros(3)
        self._surface = model

    @classmethod
    def hull(cls, points: Any) -> Shape:
        """The convex hull of points, as a solid."""
        points = numpy.array(points, dtype=numpy.float64)
        shape = cls(box=(points.min(axis=0), points.max(axis=0)))
        shape._points = points
        return shape

    @property
    def bodies(self) -> Tuple[ConvexBody, ...]:
        """One, or for a plane the two half-spaces on its sides; none for a mesh."""
        if self._points is not None:  # most hulls of a large scene are far from all others, and never needed
            self._bodies, self._points = (ConvexBody.from_points(self._points),), None
        return self._bodies

    @property
    def is_convex(self) -> bool:
        return len(self.bodies) == 1

    def surface(self) -> Optional[Model]:
        """The boundary as triangles: of a mesh, or of a polytope; None for other bodies and planes."""
        if self._surface is None and self.is_convex and self.bodies[0].kind == "polytope":
            body = self.bodies[0]
            fans = [[f[0], f[i], f[i + 1]] for f in body.faces for i in range(1, len(f) - 1)]
            if not fans and len(body.vertices) <= 3:  # a triangle, a segment or a point
                fans = [[0, min(1, len(body.vertices) - 1), len(body.vertices) - 1]]
            if fans:
                self._surface = Model(body.vertices, numpy.asarray(fans, dtype=numpy.uint32))
        return self._surface


def _box_of(model: Optional[Model]) -> Tuple[Any, Any]:
    bounds = model.bounds if model is not None else None
    if bounds is None:
        return numpy.zeros(3), numpy.zeros(3)
    return bounds.lo, bounds.hi


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
    # A pose may stretch lengths by 1e-6, but a sphere keeps its radius.
    far = numpy.einsum("nij,nj->ni", spread, numpy.abs(centres)) + numpy.abs(shifts) + half
    half += 2e-6 * halves.max(axis=1, keepdims=True) + 1e-14 * far + 1e-300
    half[~bounded] = math.inf
    return middle - half, middle + half


class Touch(NamedTuple):
    """A contact of two shapes. The normal points from a to b; moving b along it by the depth ends the contact."""

    triangle_a: int  # −1 for a body
    triangle_b: int
    point: Vector
    normal: Vector
    depth: float


class Gap(NamedTuple):
    """The distance of two shapes; negative: the penetration depth of solids."""

    value: float
    point_a: Optional[Vector]
    point_b: Optional[Vector]
    triangle_a: int
    triangle_b: int


def _is_yes(verdict: Any) -> bool:
    """A verdict that is undecided is a graze of curved bodies, within their error bound: a contact."""
    return bool(verdict != "no")


# ---- Do they touch?


def touches(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> bool:
    if a.bodies and b.bodies:
        return all(_is_yes(_core.collides(i, j, pose_a, pose_b)) for i in a.bodies for j in b.bodies)
    if a.bodies:
        return _body_touches_mesh(a, pose_a, b, pose_b)
    if b.bodies:
        return _body_touches_mesh(b, pose_b, a, pose_a)
    assert a.model is not None and b.model is not None
    if a.solid or b.solid:
        return _meshes_overlap(a, pose_a, b, pose_b)
    return _core.collides(a.model, b.model, pose_a, pose_b)


def _meshes_overlap(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> bool:
    assert a.model is not None and b.model is not None
    if _core.collides(a.model, b.model, pose_a, pose_b):
        return True
    return _has_inside(a, pose_a, b, pose_b) or _has_inside(b, pose_b, a, pose_a)


def _has_inside(outer: Shape, pose_outer: Pose, inner: Shape, pose_inner: Pose) -> bool:
    """Whether some of the inner mesh lies inside the outer one; for meshes that do not touch."""
    if not outer.solid or outer.model is None or inner.model is None or len(inner.model) == 0:
        return False
    corners = inner.model.vertices[numpy.unique(inner.model.triangles)]
    matrix = pose_inner.matrix
    located = _core.contains_many(outer.model, corners @ matrix[:3, :3].T + matrix[:3, 3], pose=pose_outer)
    return bool(located.inside.any())


def _body_touches_mesh(body: Shape, pose_body: Pose, mesh: Shape, pose_mesh: Pose) -> bool:
    assert mesh.model is not None
    if len(body.bodies) == 1:
        if _is_yes(_core.collides(body.bodies[0], mesh.model, pose_body, pose_mesh)):
            return True
    elif len(_triangles_touching(body, pose_body, mesh, pose_mesh)):
        return True
    if not mesh.solid or not body.is_convex:
        return False
    # A body that does not touch the surface is inside or outside as a whole.
    return bool(_core.contains(mesh.model, _point_in(body, pose_body), pose_mesh) == "inside")


def _point_in(body: Shape, pose: Pose) -> Vector:
    matrix = pose.matrix
    if len(body.bodies[0].vertices):
        return numpy.asarray(matrix[:3, :3] @ body.bodies[0].vertices[0] + matrix[:3, 3])
    return numpy.asarray(matrix[:3, :3] @ body.centre + matrix[:3, 3])


def _triangles_touching(body: Shape, pose_body: Pose, mesh: Shape, pose_mesh: Pose) -> NDArray[numpy.uint32]:
    """Triangles that touch the body; for a plane those that touch the half-spaces on both sides."""
    found: Optional[NDArray[numpy.uint32]] = None
    for one in body.bodies:
        listed = _core.contacts(one, mesh.model, pose_body, pose_mesh)
        triangles = numpy.union1d(listed.triangles, listed.undecided)
        found = triangles if found is None else numpy.intersect1d(found, triangles)
    assert found is not None
    return found


# ---- Contacts


def contacts(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, limit: Optional[int] = None) -> Iterator[Touch]:
    """All contacts, or at most `limit` of them."""
    if a.bodies and b.bodies:
        if touches(a, pose_a, b, pose_b):
            yield _touch_of_bodies(a, pose_a, b, pose_b)
    elif a.bodies:
        yield from _touches_of_mesh(a, pose_a, b, pose_b, limit)
    elif b.bodies:
        for touch in _touches_of_mesh(b, pose_b, a, pose_a, limit):
            yield Touch(touch.triangle_b, touch.triangle_a, touch.point, -touch.normal, touch.depth)
    else:
        yield from _touches_of_meshes(a, pose_a, b, pose_b, limit)


def _shallowest(a: Tuple[ConvexBody, ...], pose_a: Pose, b: Tuple[ConvexBody, ...], pose_b: Pose) -> Any:
    return min((_core.penetration(i, j, pose_a, pose_b) for i in a for j in b), key=lambda p: p.upper)


def _touch_of_bodies(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> Touch:
    depth = _shallowest(a.bodies, pose_a, b.bodies, pose_b)
    return Touch(-1, -1, (depth.point_a + depth.point_b) / 2, -depth.direction, depth.upper)


def _touches_of_mesh(
    body: Shape, pose_body: Pose, mesh: Shape, pose_mesh: Pose, limit: Optional[int]
) -> Iterator[Touch]:
    """One contact per triangle that touches the body: with its depth in the body."""
    assert mesh.model is not None
    triangles = _triangles_touching(body, pose_body, mesh, pose_mesh)
    for triangle in triangles[:limit]:
        corners = mesh.model.vertices[mesh.model.triangles[triangle]]
        depth = _shallowest(body.bodies, pose_body, (ConvexBody.from_points(corners),), pose_mesh)
        point = (depth.point_a + depth.point_b) / 2
        yield Touch(-1, int(triangle), point, -depth.direction, depth.upper)
    if not len(triangles) and _body_touches_mesh(body, pose_body, mesh, pose_mesh):
        yield Touch(-1, -1, _point_in(body, pose_body), numpy.zeros(3), math.inf)


def _touches_of_meshes(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, limit: Optional[int]) -> Iterator[Touch]:
    assert a.model is not None and b.model is not None
    pairs = _core.contacts(a.model, b.model, pose_a, pose_b, limit).pairs
    normals, depths = _separations(a.model, pose_a, b.model, pose_b, pairs)
    for (i, j), normal, depth in zip(pairs.tolist(), normals, depths.tolist()):
        yield Touch(i, j, _core.witness_of(a.model, b.model, (i, j), pose_a, pose_b).point, normal, depth)
    if not len(pairs) and (a.solid or b.solid) and _meshes_overlap(a, pose_a, b, pose_b):
        found = _core.penetration(a.model, b.model, pose_a, pose_b)
        inner = a if _has_inside(b, pose_b, a, pose_a) else b
        matrix = (pose_a if inner is a else pose_b).matrix
        assert inner.model is not None
        point = matrix[:3, :3] @ inner.model.vertices[inner.model.triangles[0, 0]] + matrix[:3, 3]
        yield Touch(-1, -1, point, -found.direction, found.upper)


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
    # b moves along a's normal, or a along b's.
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
    if a.bodies and b.bodies:
        found = max((_core.distance(i, j, pose_a, pose_b) for i in a.bodies for j in b.bodies), key=lambda d: d.value)
        if found.value == 0 and signed:
            depth = _shallowest(a.bodies, pose_a, b.bodies, pose_b)
            return Gap(-depth.lower or 0.0, depth.point_a, depth.point_b, -1, -1)  # 0 where they only touch
        return Gap(found.value, found.point_a, found.point_b, -1, -1)
    if a.bodies:
        return _gap_to_mesh(a, pose_a, b, pose_b, signed)
    if b.bodies:
        flipped = _gap_to_mesh(b, pose_b, a, pose_a, signed)
        return Gap(flipped.value, flipped.point_b, flipped.point_a, flipped.triangle_b, flipped.triangle_a)
    return _gap_of_meshes(a, pose_a, b, pose_b, signed)


def _gap_to_mesh(body: Shape, pose_body: Pose, mesh: Shape, pose_mesh: Pose, signed: bool) -> Gap:
    assert mesh.model is not None
    if len(mesh.model) == 0:
        return Gap(math.inf, None, None, -1, -1)
    if len(body.bodies) == 2:  # two half-spaces: a plane
        return _gap_to_plane(body, pose_body, mesh, pose_mesh)
    found = _core.distance(body.bodies[0], mesh.model, pose_body, pose_mesh)
    assert found is not None
    if mesh.solid and (found.value == 0 or _body_touches_mesh(body, pose_body, mesh, pose_mesh)):
        surface = body.surface()
        depth = _depth_of_surfaces(surface, pose_body, mesh.model, pose_mesh) if signed else 0.0
        return Gap(-depth if depth else 0.0, found.point_a, found.point_b, -1, int(found.triangle))
    return Gap(found.value, found.point_a, found.point_b, -1, int(found.triangle))


def _gap_to_plane(plane: Shape, pose_plane: Pose, mesh: Shape, pose_mesh: Pose) -> Gap:
    assert mesh.model is not None
    touching = _triangles_touching(plane, pose_plane, mesh, pose_mesh)
    sides = [_core.distance(side, mesh.model, pose_plane, pose_mesh) for side in plane.bodies]
    if len(touching):
        return Gap(0.0, sides[0].point_a, sides[0].point_b, -1, int(touching[0]))
    beyond = [side for side in sides if side.value > 0]
    if len(beyond) == 1:
        found = beyond[0]
        return Gap(found.value, found.point_a, found.point_b, -1, int(found.triangle))
    # There are triangles on both sides, but none crosses the plane: the corner nearest to the plane decides.
    half_space = plane.bodies[0].planes[0]
    matrix = pose_plane.matrix
    corners = _corners_at(mesh.model, pose_mesh, numpy.arange(len(mesh.model)))
    normal = matrix[:3, :3] @ half_space.normal
    normal /= numpy.linalg.norm(normal)
    offset = half_space.offset / numpy.linalg.norm(half_space.normal) + normal @ matrix[:3, 3]
    heights = corners @ normal - offset
    triangle, corner = numpy.unravel_index(numpy.abs(heights).argmin(), heights.shape)
    height, point = heights[triangle, corner], corners[triangle, corner]
    return Gap(abs(float(height)), point - height * normal, point, -1, int(triangle))


def _depth_of_surfaces(a: Optional[Model], pose_a: Pose, b: Model, pose_b: Pose) -> float:
    return 0.0 if a is None else _core.penetration(a, b, pose_a, pose_b).upper


def _gap_of_meshes(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, signed: bool) -> Gap:
    assert a.model is not None and b.model is not None
    found = _core.distance(a.model, b.model, pose_a, pose_b)
    if found.triangle_a is None or found.triangle_b is None:
        return Gap(math.inf, None, None, -1, -1)
    value = found.value
    if a.solid and b.solid and (value == 0 or _meshes_overlap(a, pose_a, b, pose_b)):
        value = 0.0
        if signed:
            value = -_depth_of_surfaces(a.model, pose_a, b.model, pose_b) or 0.0
    return Gap(value, found.point_a, found.point_b, found.triangle_a, found.triangle_b)


# ---- Motion


def time_of_contact(
    a: Shape, motion_a: Motion, b: Shape, motion_b: Motion, speed: float, tolerance: float
) -> Optional[float]:
    """A time before which there is certainly no contact, and at which there is one up to the tolerance; None: no contact.

    Two meshes or polytopes are predicted exactly as surfaces. Curved bodies advance by their distance over `speed`, a
    bound on the relative speed of any two of their points: what comes within the tolerance then counts as a contact.
    """
    if touches(a, motion_a.at(0), b, motion_b.at(0)):
        return 0.0
    first, second = a.surface(), b.surface()
    if first is not None and second is not None:
        found = _core.predict(first, second, motion_a, tolerance=max(tolerance * 1e-3, 1e-12), motion_b=motion_b)
        return None if found.outcome == "clear" else found.free_until
    if speed == 0:
        return None
    near = tolerance * speed
    time = 0.0
    while time < 1:
        distance = gap(a, motion_a.at(time), b, motion_b.at(time), signed=False).value
        if distance <= near:
            return time
        time += distance / speed
    return None
