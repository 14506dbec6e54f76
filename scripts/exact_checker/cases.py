"""Cases of `allide torture`: each answer is proven from the input, and from the evidence in the case where there is some."""
from fractions import Fraction

from . import solids
from .bodies import check_body_distance, check_depth, check_overlap
from .meshes import Mesh, World, mapped
from .moving import check_prediction
from .rationals import exact, expect
from .triangles import first_contact, squared_distance, touch

REST = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]


def mesh_of(data):
    return Mesh([tuple(float(x) for x in vertex) for vertex in data["vertices"]], [tuple(t) for t in data["triangles"]])


def check_touch(case):
    given = case["input"]
    a, b = [[mapped(given[pose], corner) for corner in given[side]] for side, pose in (("a", "pose_a"), ("b", "pose_b"))]
    expect(case["answer"]["touch"] is touch(a, b), "the triangles do the opposite")


def check_distance(case):
    given = case["input"]
    meshes = mesh_of(given["a"]), mesh_of(given["b"])
    world = World([(meshes[0], given["pose_a"]), (meshes[1], given["pose_b"])])
    a, b = [[[points[v] for v in t] for t in mesh.triangles] for mesh, points in zip(meshes, world.points)]
    squared = min(squared_distance(p, q) for p in a for q in b) / world.scale**2
    lower, upper = exact(case["answer"]["lower"]), exact(case["answer"]["upper"])
    expect(lower * lower <= squared <= upper * upper, "the distance is not between its bounds")
    expect(upper - lower <= max(upper / 10**12, Fraction(1, 2**1074)), "the bounds are too far apart")
    expect((squared == 0) == (upper == 0), "0 stands for contact")


def check_translation(case):
    """Solved from the input alone, without the evidence."""
    given, answer = case["input"], case["answer"]
    v = tuple(exact(x) for x in given["motion"]["translation"])
    a, b = solids.corners_of(mesh_of(given["a"])), solids.corners_of(mesh_of(given["b"]))
    found = [t for t in (first_contact(p, q, v) for p in a for q in b) if t is not None and t <= 1]
    if answer["outcome"] == "clear":
        expect(not found, "there is a contact")
        return
    first = min(found, default=None)
    expect(first is not None, "there is no contact")
    expect((answer["outcome"] == "touching_at_start") == (first == 0), "the contact is not where it is said to be")
    expect(exact(answer["t_lo"]) <= first <= exact(answer["t_hi"]), "the contact is outside the bracket")


def check_first_contact(case):
    given = case["input"]
    if given["motion"]["type"] == "linear":
        check_translation(case)
    answer = {**case["answer"], "pose_a": REST, "pose_b": REST, "clearance": 0, "certificate": case["proof"]["certificate"]}
    check_prediction(answer, mesh_of(given["a"]), mesh_of(given["b"]), given["motion"])
    if case["answer"]["outcome"] == "impact":
        expect(exact(answer["t_hi"]) - exact(answer["t_lo"]) <= Fraction(1, 10**9) + Fraction(1, 10**15), "the bracket is too wide")


def check_contains(case):
    given = case["input"]
    point = tuple(exact(x) for x in given["point"])
    found = solids.location(solids.corners_of(mesh_of(given["mesh"])), point, given["rule"])
    expect(case["answer"]["location"] == found, f"the point is {found}")


def check_overlap_solid(case):
    found = solids.overlap(*(solids.corners_of(mesh_of(case["input"][side])) for side in "ab"))
    expect(case["answer"]["overlap"] == found, f"the answer is {found}")


CHECKS = {"touch": check_touch, "overlap": check_overlap, "depth": check_depth, "body_distance": check_body_distance,
          "distance": check_distance, "first_contact": check_first_contact, "contains": check_contains,
          "overlap_solid": check_overlap_solid}


def check_case(case):
    """Raises Refused unless the answer is proven."""
    expect(case["question"] in CHECKS, f"unknown question {case['question']!r}")
    expect(isinstance(case["why"], str) and case["why"], "there is no description")
    CHECKS[case["question"]](case)
