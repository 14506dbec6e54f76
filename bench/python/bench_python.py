#!/usr/bin/env python3
"""allide from Python beside python-fcl and trimesh's manager, in one interleaved run on one core.

    PYTHONPATH=build/release/python bench_python.py [--rounds N] [--poses N] [--cpp PROGRAM]

Prints medians of processor times and of their ratios over all rounds, and a hash of the answers beside them. Needs python-fcl
and trimesh for the comparisons; without them only allide's own times are printed. PROGRAM is collides_many.cpp, the same batch
in C++, which then runs in turns with Python.
"""

import argparse
import hashlib
import re
import statistics
import subprocess
import time

import numpy as np

import allide

try:
    import fcl
except ImportError:
    fcl = None
try:
    import trimesh
except ImportError:
    trimesh = None


def clock(work):
    start = time.process_time()
    answer = work()
    return time.process_time() - start, answer


def digest(values):
    return hashlib.sha256(np.ascontiguousarray(values).tobytes()).hexdigest()[:12]


def setting():
    """The benchmark setting: centres 2.2·(i + ½)/8 apart along x, b turned by 360°·j/50 about its own z axis."""
    poses = []
    for i in range(8):
        for j in range(50):
            turn = allide.Pose.rotation([0, 0, 1], allide.degrees(7.2 * j))
            poses.append((allide.Pose.translation([2.2 * (i + 0.5) / 8, 0, 0]) * turn).matrix)
    return np.stack(poses)


def fcl_object(mesh):
    model = fcl.BVHModel()
    model.beginModel(len(mesh.vertices), len(mesh.triangles))
    model.addSubModel(np.array(mesh.vertices), np.array(mesh.triangles, dtype=np.int64))
    model.endModel()
    return fcl.CollisionObject(model)


def contacts_of_setting(shape, triangles, rounds):
    mesh = allide.generate(shape, triangles=triangles)
    model, poses = allide.Model(mesh), setting()
    placed = [allide.Pose(pose) for pose in poses]
    if fcl:
        a, b = fcl_object(mesh), fcl_object(mesh)
        transforms = [fcl.Transform(pose[:3, :3], pose[:3, 3]) for pose in poses]

    def of_fcl(limit):
        counts = []
        for transform in transforms:
            b.setTransform(transform)
            request = fcl.CollisionRequest(num_max_contacts=limit, enable_contact=limit > 1)
            counts.append(fcl.collide(a, b, request, fcl.CollisionResult()))
        return counts

    for name, ours, limit in (
        ("first contact", lambda: [allide.collides(model, model, None, pose) for pose in placed], 1),
        ("all contacts", lambda: [len(allide.contacts(model, model, None, pose)) for pose in placed], 10_000_000),
    ):
        mine, theirs = [], []
        for _ in range(rounds):
            seconds, answer = clock(ours)
            mine.append(seconds)
            if fcl:
                theirs.append(clock(lambda: of_fcl(limit))[0])
        line = f"{shape:12} {len(mesh):7} {name:14} {1e6 * statistics.median(mine) / len(poses):9.2f} us/query  {digest(answer)}"
        if fcl:
            ratio = statistics.median(t / m for t, m in zip(theirs, mine))
            line += f"  python-fcl {1e6 * statistics.median(theirs) / len(poses):10.2f} us  speed-up {ratio:6.1f}"
        print(line)


def manager(rounds, count=1000):
    """Objects that all move between queries for colliding pairs."""
    mesh = allide.generate("icosahedron")
    model, rng = allide.Model(mesh), np.random.default_rng(1)
    steps = [np.tile(np.eye(4), (count, 1, 1)) for _ in range(5)]
    for step in steps:
        step[:, :3, 3] = rng.uniform(-20, 20, (count, 3))
    scene = allide.Scene()
    ids = [scene.add(model) for _ in range(count)]

    def ours():
        pairs = []
        for step in steps:
            scene.move_many(ids, step)
            pairs.append(len(scene.colliding_pairs(threads=1)))
        return pairs

    def of_manager(module):
        tested = module.CollisionManager()
        for i in range(count):
            tested.add_object(str(i), body, steps[0][i])

        def work():
            pairs = []
            for step in steps:
                for i in range(count):
                    tested.set_transform(str(i), step[i])
                pairs.append(len(tested.in_collision_internal(return_names=True)[1]))
            return pairs

        return work

    contestants = {"allide.Scene": ours}
    if trimesh:
        body = trimesh.Trimesh(np.array(mesh.vertices), np.array(mesh.triangles), process=False)
        contestants["allide.trimesh"] = of_manager(allide.trimesh)
        if fcl:
            contestants["trimesh, FCL"] = of_manager(trimesh.collision)
    times = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, work in contestants.items():
            seconds, answer = clock(work)
            times[name].append((seconds / len(steps), answer))
    for name, found in times.items():
        ratio = statistics.median(t / m for (t, _), (m, _) in zip(list(times.values())[-1], found))
        line = f"manager, {count} moving objects, {name:14} {1e3 * statistics.median(t for t, _ in found):9.2f} ms/step"
        print(line + f"  speed-up over the last {ratio:6.1f}  pairs {found[0][1]}")


def numbers(count):
    """The uniform numbers of collides_many.cpp."""
    state, values = 1, []
    for _ in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) & (2**64 - 1)
        values.append(state >> 11)
    return np.array(values, dtype=np.float64) * 2.0**-53 * 6 - 3


def overheads(poses, rounds, cpp):
    cube, far = allide.Model(allide.generate("cube")), allide.Pose.translation([50, 0, 0])
    calls = 200_000
    best = min(clock(lambda: [allide.collides(cube, cube, None, far) for _ in range(calls)])[0] for _ in range(5))
    print(f"call of collides, far bodies    {1e6 * best / calls:9.3f} us")
    torus = allide.Model(allide.generate("torus", triangles=2000))
    matrices = np.tile(np.eye(4), (poses, 1, 1))
    matrices[:, :3, 3] = numbers(3 * poses).reshape(-1, 3)
    runs, of_cpp = [], []
    for _ in range(max(5, rounds)):
        runs.append(clock(lambda: allide.collides_many(torus, torus, matrices, threads=1)))
        if cpp:
            text = subprocess.run([cpp, str(poses), "1"], capture_output=True, text=True, check=True).stdout
            checks, queries, colliding = re.fullmatch(
                r"poses of matrices (\S+) us/pose, collides_many (\S+) us/pose, (\d+) colliding\n", text
            ).groups()
            assert int(colliding) == runs[-1][1].sum()
            of_cpp.append((float(checks), float(queries)))
    times, answer = [1e6 * seconds / poses for seconds, _ in runs], runs[0][1]
    print(f"collides_many, {poses} poses {statistics.median(times):9.4f} us/pose on one core, {answer.sum()} colliding")
    if cpp:
        checks, queries = (statistics.median(column) for column in zip(*of_cpp))
        ratio = statistics.median(time / (checks + queries) for time, (checks, queries) in zip(times, of_cpp))
        bare = statistics.median(time / queries for time, (_, queries) in zip(times, of_cpp))
        print(f"  in C++ {checks + queries:.4f}, of which {checks:.4f} check the matrices; Python takes {ratio:.3f} times that, {bare:.3f} times the queries alone")
    mesh = allide.generate("sphere", triangles=1_000_000)
    vertices, triangles = np.array(mesh.vertices), np.array(mesh.triangles)
    from_arrays = min(clock(lambda: allide.Model(vertices, triangles))[0] for _ in range(3))
    from_mesh = min(clock(lambda: allide.Model(mesh))[0] for _ in range(3))
    print(f"Model of {len(triangles)} triangles: {from_arrays:.3f} s from numpy, {from_mesh:.3f} s from a Mesh of C++")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cpp", help="the program of collides_many.cpp")
    parser.add_argument("--poses", type=int, default=1_000_000)
    options = parser.parse_args()
    print("allide", allide.__version__, allide.active_target(), "; python-fcl:", bool(fcl), "; trimesh:", bool(trimesh))
    overheads(options.poses, options.rounds, options.cpp)
    for shape, triangles in (("torus", 12_544), ("sphere", 22_952)):
        contacts_of_setting(shape, triangles, options.rounds)
    manager(options.rounds)
