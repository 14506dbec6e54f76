"""Proofs that all triangles of one mesh are apart from all triangles of another.

A proof is a list of steps in prefix order. It starts with the sets of all triangles of A and B.
  "ax"       cuts A's set in half, along x; the steps for the first half follow, then those for the second
  0.25       cuts the time interval; the steps for the time before follow, then those for the time after
  [1, 0, 0]  a direction: it ends its branch, where it must separate the two sets
"""
from .rationals import expect

CUTS = {side + axis: (side, "xyz".index(axis)) for side in "ab" for axis in "xyz"}


def halves(mesh, triangles, axis):
    """The two halves of a set, ordered by (smallest coordinate of the corners along the axis, number)."""
    order = sorted(triangles, key=lambda t: (mesh.least_along(t, axis), t))
    return order[:len(order) // 2], order[len(order) // 2:]


def vertices_of(mesh, triangles):
    return sorted({v for t in triangles for v in mesh.triangles[t]})


def check_proof(steps, mesh_a, mesh_b, check_direction, interval=None):
    """Calls check_direction(direction, vertices of A, vertices of B, interval) at the end of each branch. Together the
    branches cover all pairs of triangles, at all times of the interval. Returns the number of branches."""
    expect(isinstance(steps, list), "a proof is a list of steps")
    open_branches = [(range(len(mesh_a.triangles)), range(len(mesh_b.triangles)), interval)]
    ends = 0
    for step in steps:
        expect(open_branches, "the proof continues after its last branch")
        a, b, time = open_branches.pop()
        if isinstance(step, str):
            expect(step in CUTS, f"unknown step {step!r}")
            side, axis = CUTS[step]
            if side == "a":
                expect(len(a) > 1, "a set of one triangle is cut")
                first, second = halves(mesh_a, a, axis)
                open_branches += [(second, b, time), (first, b, time)]
            else:
                expect(len(b) > 1, "a set of one triangle is cut")
                first, second = halves(mesh_b, b, axis)
                open_branches += [(a, second, time), (a, first, time)]
        elif isinstance(step, (int, float)) and not isinstance(step, bool):
            expect(time and time[0] < step < time[1], f"the time {step} is not inside the interval that it cuts")
            open_branches += [(a, b, (step, time[1])), (a, b, (time[0], step))]
        else:
            expect(isinstance(step, list) and len(step) == 3, f"unknown step {step!r}")
            check_direction(step, vertices_of(mesh_a, a), vertices_of(mesh_b, b), time)
            ends += 1
    expect(not open_branches, "the proof ends before all branches do")
    return ends
