"""Closed meshes as solids: where is a point, and do two solids meet?"""
from collections import Counter
from fractions import Fraction

from .rationals import cross, dot, minus, sign
from .triangles import in_triangle, touch


def corners_of(mesh):
    points = [tuple(Fraction(c) for c in vertex) for vertex in mesh.vertices]
    return [tuple(points[v] for v in triangle) for triangle in mesh.triangles]


def is_closed(triangles):
    """Every edge, compared by position, belongs to an even number of triangles with area."""
    edges = Counter()
    for t in triangles:
        if cross(minus(t[1], t[0]), minus(t[2], t[0])) != (0, 0, 0):
            edges.update(frozenset((t[i], t[(i + 1) % 3])) for i in range(3))
    return bool(triangles) and all(count % 2 == 0 for count in edges.values())


def crossings(triangles, point, direction):
    """+1 or -1 for each triangle that the ray crosses; None if it meets an edge, or a triangle in whose plane it lies."""
    signs = []
    for t in triangles:
        n = cross(minus(t[1], t[0]), minus(t[2], t[0]))
        if n == (0, 0, 0):
            continue
        height, speed = sign(dot(n, minus(t[0], point))), sign(dot(n, direction))
        if height != speed:  # the plane is behind the point, or parallel to the ray
            continue
        if speed == 0:
            return None
        sides = [sign(dot(direction, cross(minus(t[i], point), minus(t[(i + 1) % 3], point)))) for i in range(3)]
        if {1, -1} <= set(sides):
            continue
        if 0 in sides:
            return None
        signs.append(speed)
    return signs


def location(triangles, point, rule="odd"):
    """"inside", "outside", "boundary" or "open"."""
    if not is_closed(triangles):
        return "open"
    if any(in_triangle(point, t) for t in triangles):
        return "boundary"
    for k in range(1, 100):  # a direction that meets no edge is soon found
        signs = crossings(triangles, point, (1000 + k, 17 * k + 3, 7 * k * k - 500))
        if signs is not None:
            count = len(signs) % 2 if rule == "odd" else sum(signs)
            return "inside" if count else "outside"
    raise ArithmeticError("no direction is free of edges")


def overlap(a, b):
    """"yes", "no" or "open" for two solids, surfaces included."""
    if any(touch(p, q) for p in a for q in b):
        return "yes"
    places = location(b, a[0][0]), location(a, b[0][0])
    return "yes" if "inside" in places else "open" if "open" in places else "no"
