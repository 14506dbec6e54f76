"""Convex bodies in exact arithmetic: membership, support bounds, balls inside.

Radii of spheres and capsules are lengths in the world; other shapes are mapped by the pose as it is.
"""
from fractions import Fraction
from math import isqrt

from .rationals import cross, dot, exact, expect, minus, plus, times

IDENTITY = (1, 0, 0), (0, 1, 0), (0, 0, 1)


def root_above(x):
    """An upper bound of the square root of a fraction, within a relative 2^-200."""
    shift = 400 + x.denominator.bit_length()
    return Fraction(isqrt((x.numerator << (2 * shift)) // x.denominator) + 1, 1 << shift) if x else Fraction(0)


class Body:
    def __init__(self, data):
        self.kind = data["kind"]
        self.numbers = {key: exact(value) for key, value in data.items() if key not in ("kind", "pose", "half_sides")}
        if self.kind == "box":
            self.half_sides = tuple(exact(x) for x in data["half_sides"])
        pose = [exact(x) for x in data["pose"]]
        self.rows = [tuple(pose[4 * k:4 * k + 3]) for k in range(3)]
        self.center = tuple(pose[4 * k + 3] for k in range(3))

    def is_exact_rotation(self):
        return all(dot(self.rows[i], self.rows[j]) == (i == j) for i in range(3) for j in range(3))

    def local(self, point):
        """The point in the body's own coordinates, by Cramer's rule."""
        x = minus(point, self.center)
        columns = list(zip(*self.rows))
        volume = dot(columns[0], cross(columns[1], columns[2]))
        return tuple(dot(x, cross(columns[(k + 1) % 3], columns[(k + 2) % 3])) / volume for k in range(3))

    def segment(self):
        """The ends of a capsule's axis, or a sphere's centre twice, in the world."""
        half = self.numbers.get("half_length", Fraction(0))
        along = tuple(row[2] * half for row in self.rows)
        return minus(self.center, along), plus(self.center, along)

    def contains(self, point):
        return self.contains_ball(point, Fraction(0))

    def contains_ball(self, point, radius):
        """The ball is in the body; for radius 0, the point is. With a radius the pose must be an exact rotation."""
        if self.kind in ("sphere", "capsule"):
            from .triangles import squared_to_segment
            room = self.numbers["radius"] - radius
            return room >= 0 and squared_to_segment(point, *self.segment()) <= room * room
        expect(radius == 0 or self.is_exact_rotation(), "balls in bodies need an exact rotation")
        x, y, z = self.local(point)
        if self.kind == "box":
            return all(abs(c) + radius <= half for c, half in zip((x, y, z), self.half_sides))
        r, h = self.numbers["radius"], self.numbers["half_height"]
        if self.kind == "cylinder":
            return r >= radius and x * x + y * y <= (r - radius) ** 2 and abs(z) + radius <= h
        expect(self.kind == "cone" and radius == 0, f"cannot test a {self.kind}")
        room = r * (h - z)  # 2 h times the radius of the cone at the height z
        return abs(z) <= h and 4 * h * h * (x * x + y * y) <= room * room

    def height_bound(self, n):
        """An upper bound of n.x over the body, exact but for square roots."""
        expect(any(n), "a direction is 0")
        if self.kind in ("sphere", "capsule"):
            return max(dot(n, end) for end in self.segment()) + self.numbers["radius"] * root_above(dot(n, n))
        m = tuple(sum(n[k] * self.rows[k][j] for k in range(3)) for j in range(3))  # n in the body's coordinates
        base = dot(n, self.center)
        if self.kind == "box":
            return base + sum(abs(c) * half for c, half in zip(m, self.half_sides))
        across = self.numbers["radius"] * root_above(m[0] * m[0] + m[1] * m[1])
        h = self.numbers["half_height"]
        if self.kind == "cylinder":
            return base + across + h * abs(m[2])
        return base + max(h * m[2], across - h * m[2])


def check_overlap(case):
    a, b, proof = Body(case["input"]["a"]), Body(case["input"]["b"]), case["proof"]
    if case["answer"]["overlap"] is True:
        point = tuple(exact(x) for x in proof["point"])
        expect(a.contains(point) and b.contains(point), "the point is not in both bodies")
        return
    n = tuple(exact(x) for x in proof["direction"])
    expect(a.height_bound(n) < -b.height_bound(times(-1, n)), "the direction does not separate the bodies")


def check_depth(case):
    """A, moved by the depth along the direction, is out of B; and A - B contains a ball of that radius about the origin."""
    a, b, depth = Body(case["input"]["a"]), Body(case["input"]["b"]), exact(case["answer"]["depth"])
    n = tuple(exact(x) for x in case["proof"]["direction"])
    expect(dot(n, n) == 1, "the direction must have length 1")
    way_out = b.height_bound(n) + a.height_bound(times(-1, n))
    expect(way_out <= depth * (1 + Fraction(1, 1 << 60)), "the depth is too small to separate the bodies")
    (p, r), (q, s) = [(tuple(exact(x) for x in ball["center"]), exact(ball["radius"])) for ball in case["proof"]["balls"]]
    expect(a.contains_ball(p, r) and b.contains_ball(q, s), "a ball is not in its body")
    apart = minus(q, p)
    expect(r + s >= depth and dot(apart, apart) <= (r + s - depth) ** 2, "the balls do not prove the depth")


def check_body_distance(case):
    a, b, distance = Body(case["input"]["a"]), Body(case["input"]["b"]), exact(case["answer"]["distance"])
    p, q = [tuple(exact(x) for x in point) for point in case["proof"]["points"]]
    expect(a.contains(p) and b.contains(q), "a point is not in its body")
    between = minus(q, p)
    expect(dot(between, between) == distance * distance, "the points are not at the distance")
    n = tuple(exact(x) for x in case["proof"]["direction"])
    gap = -b.height_bound(times(-1, n)) - a.height_bound(n)
    slack = 1 - Fraction(1, 1 << 60)  # square roots are rounded
    expect(gap > 0 and gap * gap >= slack * distance * distance * dot(n, n), "the bodies may be closer")
