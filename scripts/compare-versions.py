#!/usr/bin/env python3
"""Compares the speed of two built source trees, question by question, on one core.

    scripts/compare-versions.py OLD_TREE NEW_TREE [--rounds N] [--scans FOLDER] [QUESTION ...]

Both trees must have build/release/liballide.a, built with the same options. The same program (bench/micro/version_times.cpp) is linked
with each; the two processes take turns, round by round. Printed per question and body: the median processor time per query of both, the
median of the ratios of neighbouring rounds, the 99th percentile, and whether the hashes of all answers are equal. ALLIDE_TARGET chooses an
instruction set."""
import argparse
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent


def build(tree, program):
    subprocess.run(["g++", "-std=c++20", "-O2", "-I", tree / "include", "-I", HERE / "bench", HERE / "bench/micro/version_times.cpp",
                    tree / "build/release/liballide.a", "-lhwy", "-ltbb", "-lz", "-lfmt", "-pthread", "-o", program], check=True)


class Version:
    def __init__(self, program, scans):
        self.process = subprocess.Popen(["taskset", "-c", "0", program, *scans], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line):
        """The lines that the program prints for a question."""
        print(line, file=self.process.stdin, flush=True)
        lines = []
        for answer in self.process.stdout:
            if answer == "end\n":
                return lines
            lines.append(answer.split())
        sys.exit(f"the program ended at the question: {line}")


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return "unknown"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("questions", nargs="*", help="distance, first, steps, all, build, …; default: all")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scans", help="folder of scanned meshes")
    options = parser.parse_args()
    scans = [options.scans] if options.scans else []
    with tempfile.TemporaryDirectory() as folder:
        versions = []
        for name, tree in (("old", options.old), ("new", options.new)):
            build(tree.resolve(), f"{folder}/{name}")
            versions.append(Version(f"{folder}/{name}", scans))
        print(f"processor: {processor()}")
        print(f"{'question':21}{'body':17}{'old µs':>10}{'new µs':>10}{'new/old':>9}{'p99 old':>10}{'p99 new':>10}  answers")
        ratios, equal = {}, True
        for question, body in versions[0].ask("list"):
            if options.questions and question not in options.questions:
                continue
            rounds = [[version.ask(f"{question} {body}")[0] for version in versions] for _ in range(options.rounds)]
            mean = [statistics.median(float(r[side][0]) for r in rounds) / 1000 for side in (0, 1)]
            tail = [statistics.median(float(r[side][1]) for r in rounds) / 1000 for side in (0, 1)]
            ratio = statistics.median(float(new[0]) / float(old[0]) for old, new in rounds)
            hashes = {r[side][2] for r in rounds for side in (0, 1)}
            equal = equal and len(hashes) == 1
            ratios.setdefault(question, []).append(ratio)
            print(f"{question:21}{body:17}{mean[0]:10.2f}{mean[1]:10.2f}{ratio:9.3f}{tail[0]:10.2f}{tail[1]:10.2f}  "
                  + ("equal " + hashes.pop() if len(hashes) == 1 else "DIFFER"), flush=True)
        for question, values in ratios.items():
            print(f"{question:21}{'mean of bodies':17}{statistics.mean(values):29.3f}")
    sys.exit(0 if equal else 1)


if __name__ == "__main__":
    main()
