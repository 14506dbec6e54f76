"""Compares contact manifolds of stacked boxes with the contact patches of Coal (PyPI: coal).

    python bench/python/manifolds_beside_coal.py [--stacks N] [--seed S]

Each stack has boxes of random sizes, turned about the vertical axis by 0 to 45 degrees, moved sideways and sunk into
each other by up to a hundredth of their size. For each two neighbours the normals, the depths and the areas and
corners of the patches are compared, and those of an exact clipping of the two rectangles in Python.
"""

import argparse
import math
import random
import time

import allide
import coal
import numpy as np


def polygon_area(points):
    """The area of a planar polygon in space."""
    total = np.zeros(3)
    for p, q in zip(points[1:-1], points[2:]):
        total += np.cross(p - points[0], q - points[0])
    return np.linalg.norm(total) / 2


def rectangle(half, turn, shift):
    """Corners of a rectangle in the plane, counter-clockwise."""
    c, s = math.cos(turn), math.sin(turn)
    corners = [(-half[0], -half[1]), (half[0], -half[1]), (half[0], half[1]), (-half[0], half[1])]
    return [(c * x - s * y + shift[0], s * x + c * y + shift[1]) for x, y in corners]


def clipped(subject, by):
    """The part of a convex polygon inside another one."""
    for (x0, y0), (x1, y1) in zip(by, by[1:] + by[:1]):
        side = [(x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) for x, y in subject]
        rest = []
        for i, (x, y) in enumerate(subject):
            j = (i + 1) % len(subject)
            if side[i] >= 0:
                rest.append((x, y))
            if (side[i] < 0) != (side[j] < 0):
                share = side[i] / (side[i] - side[j])
                rest.append((x + share * (subject[j][0] - x), y + share * (subject[j][1] - y)))
        subject = rest
    return subject


def area_in_plane(points):
    return sum(p[0] * q[1] - p[1] * q[0] for p, q in zip(points, points[1:] + points[:1])) / 2


def random_stack(rng, boxes):
    """Boxes from the ground up: half sizes, turn about z, centre."""
    stack, top = [], 0.0
    for _ in range(boxes):
        half = np.array([rng.uniform(0.3, 1) for _ in range(3)])
        sunk = rng.choice([0.0, 1e-6, 1e-3, 1e-2]) * half[2] if stack else 0.0
        turn = rng.choice([0.0, math.pi / 4, rng.uniform(0, math.pi / 4)])
        centre = np.array([rng.uniform(-0.2, 0.2), rng.uniform(-0.2, 0.2), top - sunk + half[2]])
        stack.append((half, turn, centre))
        top = centre[2] + half[2]
    return stack


def rotation(turn):
    c, s = math.cos(turn), math.sin(turn)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def of_allide(upper, lower):
    half_a, turn_a, at_a = upper
    half_b, turn_b, at_b = lower
    pose_a, pose_b = np.eye(4), np.eye(4)
    pose_a[:3, :3], pose_a[:3, 3] = rotation(turn_a), at_a
    pose_b[:3, :3], pose_b[:3, 3] = rotation(turn_b), at_b
    a, b = allide.ConvexBody.box(half_a.tolist()), allide.ConvexBody.box(half_b.tolist())
    start = time.perf_counter()
    found = allide.contact_manifold(a, b, pose_a, pose_b, margin=1e-12)  # rounding may separate touching boxes
    seconds = time.perf_counter() - start
    return found, seconds


def of_coal(upper, lower):
    shapes = [coal.Box(*(2 * half)) for half, _, _ in (upper, lower)]
    places = [coal.Transform3s(rotation(turn), at) for _, turn, at in (upper, lower)]
    request, result = coal.CollisionRequest(coal.CollisionRequestFlag.CONTACT, 1), coal.CollisionResult()
    start = time.perf_counter()
    coal.collide(shapes[0], places[0], shapes[1], places[1], request, result)
    if not result.isCollision():
        return None, time.perf_counter() - start
    patch_request, patches = coal.ContactPatchRequest(), coal.ContactPatchResult()
    coal.computeContactPatch(shapes[0], places[0], shapes[1], places[1], result, patch_request, patches)
    seconds = time.perf_counter() - start
    contact, patch = result.getContact(0), patches.getContactPatch(0)
    points = [np.array(patch.getPoint(i)).ravel() for i in range(patch.size())]
    # Coal's normal points from a to b.
    return (-np.array(contact.normal).ravel(), -contact.penetration_depth, points), seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--stacks", type=int, default=200, help="Compare this many stacks of five boxes")
    parser.add_argument("--seed", type=int, default=1, help="Start random numbers at this seed")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    pairs = missed = 0
    worst = {"allide": np.zeros(3), "coal": np.zeros(3)}  # normal, depth, area
    times = {"allide": [], "coal": []}
    corners = 0.0
    for _ in range(options.stacks):
        stack = random_stack(rng, 5)
        for lower, upper in zip(stack, stack[1:]):
            pairs += 1
            exact_depth = lower[2][2] + lower[0][2] - (upper[2][2] - upper[0][2])
            exact = clipped(rectangle(upper[0], upper[1], upper[2]), rectangle(lower[0], lower[1], lower[2]))
            exact_area = area_in_plane(exact)
            ours, seconds = of_allide(upper, lower)
            times["allide"].append(seconds)
            theirs, seconds = of_coal(upper, lower)
            times["coal"].append(seconds)
            our_points = list(ours.patches[0])
            answers = {"allide": (np.array(ours.normal), ours.depth_upper, our_points)}
            if theirs is None:
                missed += 1
            else:
                answers["coal"] = theirs
            for name, (normal, depth, points) in answers.items():
                area = polygon_area(points) if len(points) > 2 else 0.0
                off = [
                    np.linalg.norm(normal - [0, 0, 1]),
                    abs(depth - exact_depth),
                    abs(area - exact_area) / exact_area,
                ]
                worst[name] = np.maximum(worst[name], off)
            if theirs is not None and len(theirs[2]) > 2:
                for p in theirs[2]:
                    nearest = min(np.linalg.norm(p[:2] - q[:2]) for q in our_points)
                    corners = max(corners, nearest)
    print(f"{pairs} pairs of boxes; touching pairs that coal does not report: {missed}")
    for name, (normal, depth, area) in worst.items():
        median = 1e6 * sorted(times[name])[len(times[name]) // 2]
        print(f"{name}: largest error of normals {normal:.2g}, depths {depth:.2g}, areas {area:.2g} of the area; "
              f"{median:.1f} us per pair with the binding")
    print(f"farthest corner of a patch of coal from one of allide: {corners:.2g}")


if __name__ == "__main__":
    main()
