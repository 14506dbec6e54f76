#!/usr/bin/env python3
"""How many colliding segments does sampling miss? For docs/sampling.md.

A seven-joint arm with a welding wire moves on random straight segments in joint space through random cells: of boxes, of
sheet metal 1 mm thick, of wires 2 mm thick. `check_trajectory` proves each segment clear or finds its first contact; then each
colliding segment is tested exactly at 10, 100 and 1,000 evenly spaced configurations.

    missed_segments.py [--segments N] [--seed S]        the package allide must be importable
"""
import argparse
import math
import pathlib
import tempfile
import time

import numpy as np

import allide

SAMPLES = (10, 100, 1000)
CELLS = ("boxes", "sheets", "wires")
LENGTHS = (0.20, 0.20, 0.24, 0.20, 0.22, 0.14, 0.10)


def arm() -> str:
    """A column of cylinders whose joints turn about z and y by turns, with a wire of 1 mm at its end."""
    links = ['<link name="base"><collision><origin xyz="0 0 0.05"/><geometry><cylinder radius="0.1" length="0.1"/></geometry></collision></link>']
    joints = []
    for i, length in enumerate(LENGTHS):
        shapes = f'<collision><origin xyz="0 0 {length / 2}"/><geometry><cylinder radius="{0.07 - 0.005 * i}" length="{length}"/></geometry></collision>'
        if i == len(LENGTHS) - 1:
            shapes += f'<collision><origin xyz="0 0 {length + 0.1}"/><geometry><cylinder radius="0.0005" length="0.2"/></geometry></collision>'
        links.append(f'<link name="link{i}">{shapes}</link>')
        parent, at = ("base", 0.1) if i == 0 else (f"link{i - 1}", LENGTHS[i - 1])
        joints.append(f'<joint name="joint{i}" type="revolute"><parent link="{parent}"/><child link="link{i}"/><origin xyz="0 0 {at}"/>'
                      f'<axis xyz="{"0 1 0" if i % 2 else "0 0 1"}"/><limit lower="-2.9" upper="2.9" effort="1" velocity="1"/></joint>')
    return '<robot name="arm">' + "".join(links + joints) + "</robot>"


def cell(kind: str, rng: np.random.Generator) -> dict:
    """Fifteen obstacles around the arm."""
    sides = {"boxes": lambda: rng.uniform(0.05, 0.3, 3), "sheets": lambda: np.array([*rng.uniform(0.2, 0.5, 2), 0.001]),
             "wires": lambda: np.array([0.002, 0.002, rng.uniform(0.3, 0.8)])}[kind]
    unit = allide.generate("cube")
    found = {}
    for i in range(15):
        direction = rng.normal(size=3)
        position = direction / np.linalg.norm(direction) * rng.uniform(0.45, 1.2)
        vertices = unit.vertices / 2 * sides()
        turn = allide.Pose.rotation(rng.normal(size=3), rng.uniform(0, math.pi))
        found[f"obstacle{i}"] = (allide.Model(vertices, unit.triangles), allide.Pose.translation(position) * turn)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--segments", type=int, default=1000, help="segments with a free start per kind of cell")
    parser.add_argument("--seed", type=int, default=1)
    request = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "arm.urdf"
        file.write_text(arm())
        robot = allide.Robot(file)
    # Links that are two joints apart are not tested: they overlap where a joint bends far.
    robot = robot.with_ignored_pairs([(robot.links[i], robot.links[i + 2]) for i in range(len(robot.links) - 2)])
    print(f"{'cell':8} {'segments':>9} {'clear':>6} {'hit':>6} {'undecided':>9} " + " ".join(f"{f'missed by {n}':>15}" for n in SAMPLES) + f" {'ms, proof':>10}")
    for kind in CELLS:
        rng = np.random.default_rng([request.seed, CELLS.index(kind)])
        counts = {"clear": 0, "impact": 0, "undecided": 0}
        missed, done, seconds = [0] * len(SAMPLES), 0, 0.0
        world = allide.RobotWorld(robot, cell(kind, rng))
        while done < request.segments:
            if done % 50 == 0:
                world = allide.RobotWorld(robot, cell(kind, rng))
            a, b = rng.uniform(-2, 2, (2, 7))
            if not world.is_free(a) or not world.is_free(b):
                continue
            done += 1
            start = time.process_time()
            outcome = world.check_trajectory([a, b]).outcome
            seconds += time.process_time() - start
            counts[outcome] += 1
            if outcome != "impact":
                continue
            for k, n in enumerate(SAMPLES):
                t = np.linspace(0, 1, n)[:, None]
                missed[k] += bool(world.is_free_many(a + t * (b - a)).all())
        print(f"{kind:8} {done:9} {counts['clear']:6} {counts['impact']:6} {counts['undecided']:9} " + " ".join(f"{m:15}" for m in missed)
              + f" {1e3 * seconds / done:10.2f}", flush=True)


if __name__ == "__main__":
    main()
