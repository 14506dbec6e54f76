"""Two closed triangles in exact arithmetic: do they touch, how far apart are they, and when do they meet under a translation?

Corners are triples of integers or fractions. A triangle with collinear corners is the segment or the point that it covers.
"""
from fractions import Fraction

from .rationals import cross, dot, minus, plus, sign, times

EDGES = ((0, 1), (1, 2), (2, 0))


def on_segment(x, a, b):
    if a == b:
        return x == a
    ab, ax = minus(b, a), minus(x, a)
    return cross(ab, ax) == (0, 0, 0) and 0 <= dot(ab, ax) <= dot(ab, ab)


def in_triangle(x, t):
    """x lies on the closed triangle."""
    n = cross(minus(t[1], t[0]), minus(t[2], t[0]))
    if n == (0, 0, 0):
        return any(on_segment(x, t[i], t[j]) for i, j in EDGES)
    if dot(n, minus(x, t[0])) != 0:
        return False
    return all(dot(n, cross(minus(t[j], t[i]), minus(x, t[i]))) >= 0 for i, j in EDGES)


def segments_meet(a, b, c, d):
    if any((on_segment(a, c, d), on_segment(b, c, d), on_segment(c, a, b), on_segment(d, a, b))):
        return True
    n = cross(minus(b, a), minus(d, c))
    if n == (0, 0, 0) or dot(n, minus(c, a)) != 0:
        return False
    side = lambda p, q, x: sign(dot(n, cross(minus(q, p), minus(x, p))))
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def segment_pierces(a, b, t):
    """The segment crosses the triangle's plane from one side to the other, inside the triangle or on its border."""
    n = cross(minus(t[1], t[0]), minus(t[2], t[0]))
    above, below = dot(n, minus(a, t[0])), dot(n, minus(b, t[0]))
    if sign(above) * sign(below) >= 0:
        return False
    volumes = [sign(dot(cross(minus(t[i], a), minus(t[j], a)), minus(b, a))) for i, j in EDGES]
    return all(v >= 0 for v in volumes) or all(v <= 0 for v in volumes)


def touch(p, q):
    """True if the closed triangles share a point. The corners of a common part are corners of p in q, corners of q in p,
    crossings of two edges, or places where an edge passes through a face."""
    return (any(in_triangle(x, q) for x in p) or any(in_triangle(x, p) for x in q)
            or any(segments_meet(p[i], p[j], q[k], q[l]) for i, j in EDGES for k, l in EDGES)
            or any(segment_pierces(p[i], p[j], q) for i, j in EDGES)
            or any(segment_pierces(q[i], q[j], p) for i, j in EDGES))


def squared_to_segment(x, a, b):
    ab, ax = minus(b, a), minus(x, a)
    length, along = dot(ab, ab), dot(ab, ax)
    if along <= 0 or length == 0:
        return Fraction(dot(ax, ax))
    if along >= length:
        bx = minus(x, b)
        return Fraction(dot(bx, bx))
    return dot(ax, ax) - Fraction(along * along) / length


def squared_between_segments(a, b, c, d):
    """Distance of the segments' lines where their common perpendicular meets both; None elsewhere."""
    e, f, w = minus(b, a), minus(d, c), minus(c, a)
    n = cross(e, f)
    length = dot(n, n)
    if length == 0:
        return None
    s, t = dot(cross(w, f), n), dot(cross(w, e), n)
    if not (0 <= s <= length and 0 <= t <= length):
        return None
    return Fraction(dot(n, w)) ** 2 / length


def squared_to_face(x, t):
    """Distance from the triangle's plane if x is over the triangle; None elsewhere."""
    n = cross(minus(t[1], t[0]), minus(t[2], t[0]))
    if n == (0, 0, 0) or any(dot(n, cross(minus(t[j], t[i]), minus(x, t[i]))) < 0 for i, j in EDGES):
        return None
    return Fraction(dot(n, minus(x, t[0]))) ** 2 / dot(n, n)


def squared_distance(p, q):
    """The exact squared distance of two closed triangles."""
    if touch(p, q):
        return Fraction(0)
    found = [squared_to_segment(x, t[i], t[j]) for s, t in ((p, q), (q, p)) for x in s for i, j in EDGES]
    found += [squared_between_segments(p[i], p[j], q[k], q[l]) for i, j in EDGES for k, l in EDGES]
    found += [squared_to_face(x, t) for s, t in ((p, q), (q, p)) for x in s]
    return min(f for f in found if f is not None)


def directions_of(p, q, v):
    """Directions that separate two disjoint triangles, also where both lie in one plane, or in one line."""
    normals = [cross(minus(t[1], t[0]), minus(t[2], t[0])) for t in (p, q)]
    edges = [[minus(t[j], t[i]) for i, j in EDGES] for t in (p, q)]
    every = edges[0] + edges[1]
    found = normals + [cross(e, f) for e in edges[0] for f in edges[1]] + [cross(n, e) for n in normals for e in every]
    return [n for n in found + every + [cross(v, e) for e in every] + [v] if n != (0, 0, 0)]


def times_of_overlap(p, q, v, n):
    """The times t at which the projections of p + t v and q onto n overlap, as (first, last); None if there are none."""
    heights_p, heights_q, speed = [dot(n, x) for x in p], [dot(n, x) for x in q], dot(n, v)
    low, high = min(heights_q) - max(heights_p), max(heights_q) - min(heights_p)  # overlap: low <= t * speed <= high
    if speed == 0:
        return (None, None) if low <= 0 <= high else False
    ends = sorted((Fraction(low) / speed, Fraction(high) / speed))
    return tuple(ends)


def first_contact(p, q, v):
    """The first time t >= 0 at which p, moved by t v, touches q; None if there is none.

    At each direction the projections must overlap. The last of the times at which they begin to is no later than the first
    contact, and the triangles are tested then; where they do not touch, the times at which anything can change are tried."""
    first, last = Fraction(0), None
    for n in directions_of(p, q, v):
        span = times_of_overlap(p, q, v, n)
        if span is False:
            return None
        first = first if span[0] is None else max(first, span[0])
        last = span[1] if last is None else last if span[1] is None else min(last, span[1])
    if last is not None and last < first:
        return None
    moved = lambda t: [plus(x, times(t, v)) for x in p]
    if touch(moved(first), q):
        return first
    changes = {-Fraction(dot(n, minus(x, y))) / dot(n, v)
               for n in directions_of(p, q, v) if dot(n, v) != 0 for x in p for y in q}
    return next((t for t in sorted(changes) if t > first and touch(moved(t), q)), None)
