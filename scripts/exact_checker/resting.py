"""Certificates about two meshes at rest: contact, separation, distance."""
from fractions import Fraction

from .meshes import World
from .rationals import dot, exact, expect, integers, minus, plus, times
from .separation import check_proof


def point_on_triangle(mesh, points, scale, claim):
    """The exact point of the world that weights of a triangle's corners describe."""
    number = claim["triangle"]
    expect(isinstance(number, int) and 0 <= number < len(mesh.triangles), f"there is no triangle {number!r}")
    weights = [exact(w) for w in claim["weights"]]
    expect(len(weights) == 3 and min(weights) >= 0 and sum(weights) > 0, "weights must not be negative, nor all 0")
    total = (Fraction(0),) * 3
    for weight, vertex in zip(weights, mesh.triangles[number]):
        total = plus(total, times(weight, points[vertex]))
    return times(1 / (sum(weights) * scale), total)


def check_gaps(steps, mesh_a, mesh_b, world, bound):
    """Each direction must have a gap above 0, and of at least bound times its length."""
    points_a, points_b = world.points

    def check_direction(direction, of_a, of_b, _):
        n, _ = integers(direction)
        gap = min(dot(n, points_b[v]) for v in of_b) - max(dot(n, points_a[v]) for v in of_a)
        expect(gap > 0, "a direction does not separate its sets")
        # gap / scale >= bound |n|; the scale of n is the same on both sides.
        expect(gap * gap >= (bound * world.scale) ** 2 * dot(n, n), "a gap is smaller than the lower bound")

    return check_proof(steps, mesh_a, mesh_b, check_direction)


def check_collision(answer, mesh_a, mesh_b):
    """Checks an answer of `allide collide --explain`. Returns a sentence; raises Refused."""
    certificate = answer["certificate"]
    kind = certificate["kind"]
    expect(kind in ("contact", "separation"), f"unknown kind {kind!r}")
    expect(answer["colliding"] is (kind == "contact"), f"the answer contradicts its certificate, {kind}")
    world = World([(mesh_a, answer["pose_a"]), (mesh_b, answer["pose_b"])])
    if kind == "separation":
        ends = check_gaps(certificate["steps"], mesh_a, mesh_b, world, Fraction(0))
        return f"no contact: {ends} directions separate all pairs of triangles"
    a = point_on_triangle(mesh_a, world.points[0], world.scale, certificate["a"])
    b = point_on_triangle(mesh_b, world.points[1], world.scale, certificate["b"])
    expect(a == b, "the two points differ")
    return (f"contact: triangle {certificate['a']['triangle']} of A and triangle {certificate['b']['triangle']} of B "
            f"share a point")


def check_distance(answer, mesh_a, mesh_b):
    """Checks an answer of `allide distance --explain`."""
    certificate = answer["certificate"]
    expect(certificate["kind"] == "distance", f"unknown kind {certificate['kind']!r}")
    lower, upper = exact(certificate["lower"]), exact(certificate["upper"])
    expect(lower == exact(answer["lower"]) and upper == exact(answer["upper"]) == exact(answer["distance"]),
           "the bounds of the answer and of its certificate differ")
    expect(0 <= lower <= upper, "the bounds are not in order")
    expect((lower == 0) == (upper == 0), "one bound is 0 and the other is not")
    world = World([(mesh_a, answer["pose_a"]), (mesh_b, answer["pose_b"])])
    a = point_on_triangle(mesh_a, world.points[0], world.scale, certificate["a"])
    b = point_on_triangle(mesh_b, world.points[1], world.scale, certificate["b"])
    difference = minus(b, a)
    expect(dot(difference, difference) <= upper * upper, "the two points are farther apart than the upper bound")
    if lower == 0:
        return "the distance is 0"
    ends = check_gaps(certificate["steps"], mesh_a, mesh_b, world, lower)
    return f"the distance is from {float(lower)!r} to {float(upper)!r}: {ends} directions"
