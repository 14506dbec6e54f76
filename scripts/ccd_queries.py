#!/usr/bin/env python3
"""Runs the public benchmark of continuous collision detection queries and prints a table.

    scripts/ccd_queries.py FOLDER PROGRAM

FOLDER holds the data set of Wang et al. (2021) as you have unpacked it, or any part of it: CSV files in folders named
vertex-face and edge-edge. Each line has the numerators and denominators of x, y and z of one point and the true answer, 1 or
0; eight lines are a query: four points at t = 0, then at t = 1. PROGRAM is bench_deform. Coordinates are rounded to double,
which the data set's are.
"""
import argparse
import csv
import json
import pathlib
import subprocess
import sys
import tempfile
from array import array
from fractions import Fraction


class Refusal(Exception):
    pass


def read_queries(path):
    """The queries of a file as flat lists of 24 doubles, and their true answers."""
    queries, answers, points, last = [], [], [], None
    with open(path, newline="") as file:
        for number, row in enumerate(csv.reader(file), 1):
            if len(row) != 7:
                raise Refusal(f"{path}:{number}: expected seven values, found {len(row)}")
            try:
                points += [float(Fraction(int(row[i]), int(row[i + 1]))) for i in (0, 2, 4)]
                truth = bool(int(row[6]))
            except (ValueError, ZeroDivisionError):
                raise Refusal(f"{path}:{number}: expected integers with non-zero denominators") from None
            if points and len(points) > 3 and truth != last:
                raise Refusal(f"{path}:{number}: expected the same answer on all eight lines of a query")
            last = truth
            if len(points) == 24:
                queries.append(points)
                answers.append(truth)
                points = []
    if points:
        raise Refusal(f"{path}: expected eight lines per query, found {len(points) // 3} in the last one")
    return queries, answers


def found_contacts(program, kind, queries, work):
    """Answers of allide, and seconds."""
    counts = [len(queries), 0] if kind == "vertex-face" else [0, len(queries)]
    with open(work / "queries", "wb") as file:
        array("q", counts).tofile(file)
        for query in queries:
            array("d", query).tofile(file)
    done = subprocess.run([program, "queries", work / "queries", "1e-9", work / "answers"], check=True,
                          capture_output=True, text=True)
    times = array("d")
    with open(work / "answers", "rb") as file:
        times.fromfile(file, len(queries))
    timing = json.loads(done.stdout)
    return [t <= 1 for t in times], timing["vf"] + timing["ee"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("program")
    options = parser.parse_args()
    if not options.folder.is_dir():
        raise Refusal(f"{options.folder}: expected a folder")
    files = sorted(path for path in options.folder.rglob("*.csv") if path.parent.name in ("vertex-face", "edge-edge"))
    if not files:
        raise Refusal(f"{options.folder}: expected CSV files in folders named vertex-face and edge-edge, found none")
    work = pathlib.Path(tempfile.mkdtemp())
    totals = {}
    for path in files:
        kind = path.parent.name
        queries, truth = read_queries(path)
        found, seconds = found_contacts(options.program, kind, queries, work)
        row = totals.setdefault((path.parent.parent.name, kind), [0, 0, 0, 0, 0.0])
        row[0] += len(queries)
        row[1] += sum(found)
        row[2] += sum(t and not f for t, f in zip(truth, found))
        row[3] += sum(f and not t for t, f in zip(truth, found))
        row[4] += seconds
    print("| data | queries | contacts | missed | false | mean |\n|---|---|---|---|---|---|")
    for (name, kind), (count, contacts, missed, false, seconds) in sorted(totals.items()):
        print(f"| {name}, {kind} | {count} | {contacts} | {missed} | {false} | {1e6 * seconds / max(count, 1):.3f} µs |")
    return 1 if any(row[2] or row[3] for row in totals.values()) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Refusal as refusal:
        print(f"ccd_queries.py: {refusal}", file=sys.stderr)
        sys.exit(2)
