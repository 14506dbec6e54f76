"""Two triangles in rational arithmetic: an oracle that shares nothing with the library but the definition."""

from fractions import Fraction
from itertools import combinations

import numpy


def mapped(matrix, points):
    """The points under the exact affine map of a 4×4 or 3×4 matrix of doubles."""
    rows = [[Fraction(float(x)) for x in row] for row in matrix[:3]]
    return [tuple(sum(r[k] * Fraction(float(p[k])) for k in range(3)) + r[3] for r in rows) for p in points]


def minus(p, q):
    return tuple(a - b for a, b in zip(p, q))


def dot(p, q):
    return sum(a * b for a, b in zip(p, q))


def cross(p, q):
    return (p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0])


def solve(columns, right):
    """Coefficients c with Σ c_i columns_i = right by Gauss, or None if there are none or several."""
    rows = [[column[k] for column in columns] + [right[k]] for k in range(len(right))]
    rank = 0
    for i in range(len(columns)):
        pivot = next((r for r in range(rank, len(rows)) if rows[r][i] != 0), None)
        if pivot is None:
            return None
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        rows[rank] = [x / rows[rank][i] for x in rows[rank]]
        for r in range(len(rows)):
            if r != rank and rows[r][i] != 0:
                factor = rows[r][i]
                rows[r] = [x - factor * y for x, y in zip(rows[r], rows[rank])]
        rank += 1
    if any(row[-1] != 0 for row in rows[rank:]):
        return None
    return [rows[i][-1] for i in range(len(columns))]


def triangles_touch(a, b):
    """Do two closed triangles share a point? By Carathéodory: the origin lies in the hull of all differences if and only
    if it lies in a simplex of at most four of them."""
    for k in range(3):
        if max(p[k] for p in a) < min(q[k] for q in b) or max(q[k] for q in b) < min(p[k] for p in a):
            return False
    differences = sorted({minus(p, q) for p in a for q in b})
    zero = (Fraction(0),) * 3
    if zero in differences:
        return True
    for size in (2, 3, 4):
        for corners in combinations(differences, size):
            columns = [(*corner, Fraction(1)) for corner in corners]
            weights = solve(columns, (*zero, Fraction(1)))
            if weights is not None and all(w >= 0 for w in weights):
                return True
    return False


def squared_segment_distance(p, q, r, s):
    """Between the segments p q and r s."""
    u, v, w = minus(q, p), minus(s, r), minus(p, r)
    candidates = [squared_point_segment(p, r, s), squared_point_segment(q, r, s)]
    candidates += [squared_point_segment(r, p, q), squared_point_segment(s, p, q)]
    inside = solve([(dot(u, u), dot(u, v)), (-dot(u, v), -dot(v, v))], (-dot(u, w), -dot(v, w)))
    if inside is not None and all(0 <= t <= 1 for t in inside):
        apart = tuple(w[k] + inside[0] * u[k] - inside[1] * v[k] for k in range(3))
        candidates.append(dot(apart, apart))
    return min(candidates)


def squared_point_segment(x, p, q):
    u, w = minus(q, p), minus(x, p)
    length = dot(u, u)
    t = max(Fraction(0), min(Fraction(1), dot(w, u) / length)) if length else Fraction(0)
    apart = tuple(w[k] - t * u[k] for k in range(3))
    return dot(apart, apart)


def squared_point_triangle(x, triangle):
    p, q, r = triangle
    candidates = [squared_point_segment(x, *edge) for edge in ((p, q), (q, r), (r, p))]
    u, v, w = minus(q, p), minus(r, p), minus(x, p)
    inside = solve([(dot(u, u), dot(u, v)), (dot(u, v), dot(v, v))], (dot(w, u), dot(w, v)))
    if inside is not None and inside[0] >= 0 and inside[1] >= 0 and inside[0] + inside[1] <= 1:
        apart = tuple(w[k] - inside[0] * u[k] - inside[1] * v[k] for k in range(3))
        candidates.append(dot(apart, apart))
    return min(candidates)


def squared_distance(a, b):
    """The exact squared distance of two triangles."""
    if triangles_touch(a, b):
        return Fraction(0)
    edges = lambda t: ((t[0], t[1]), (t[1], t[2]), (t[2], t[0]))
    candidates = [squared_segment_distance(*e, *f) for e in edges(a) for f in edges(b)]
    candidates += [squared_point_triangle(p, b) for p in a] + [squared_point_triangle(q, a) for q in b]
    return min(candidates)


def rotation(w, x, y, z):
    """The 3×3 matrix of a quaternion, in doubles."""
    n = w * w + x * x + y * y + z * z
    return numpy.array(
        [
            [1 - 2 * (y * y + z * z) / n, 2 * (x * y - w * z) / n, 2 * (x * z + w * y) / n],
            [2 * (x * y + w * z) / n, 1 - 2 * (x * x + z * z) / n, 2 * (y * z - w * x) / n],
            [2 * (x * z - w * y) / n, 2 * (y * z + w * x) / n, 1 - 2 * (x * x + y * y) / n],
        ]
    )
