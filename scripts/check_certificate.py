#!/usr/bin/env python3
"""Verifies the certificates of `allide collide`, `distance` and `predict --explain --json` with exact arithmetic.

    allide collide a.obj b.obj --json --explain > answer.json
    scripts/check_certificate.py answer.json a.obj b.obj
    scripts/check_certificate.py answer.json a.obj b.obj --motion motion.json     (for predict)

An answer may have several lines (--poses); every line is checked. Meshes are read from OBJ, STL and OFF files. Nothing of allide's
own code is used. Exit code 0: every certificate proves its answer; 1: one does not, and a line says why; 2: bad usage or input.
"""
import argparse
import json
import sys

from exact_checker.meshes import read_mesh
from exact_checker.moving import check_prediction
from exact_checker.rationals import Refused
from exact_checker.resting import check_collision, check_distance


def check(answer, mesh_a, mesh_b, motion):
    """A sentence that says what was proven."""
    if "certificate" not in answer:
        raise Refused("the answer has no certificate; ask for one with --explain")
    if "colliding" in answer:
        return check_collision(answer, mesh_a, mesh_b)
    if "distance" in answer:
        return check_distance(answer, mesh_a, mesh_b)
    if "outcome" in answer:
        return check_prediction(answer, mesh_a, mesh_b, motion)
    raise Refused("the answer is neither one of collide nor of distance nor of predict")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("answer", help="file with the JSON that allide printed; - for standard input")
    parser.add_argument("a", help="mesh A")
    parser.add_argument("b", help="mesh B")
    parser.add_argument("--motion", help="motion file of predict")
    words = parser.parse_args()
    try:
        mesh_a, mesh_b = read_mesh(words.a), read_mesh(words.b)
        motion = json.load(open(words.motion, encoding="utf-8")) if words.motion else None
        text = sys.stdin.read() if words.answer == "-" else open(words.answer, encoding="utf-8").read()
        answers = [json.loads(line) for line in text.splitlines() if line.strip()]
    except (OSError, ValueError, Refused) as error:
        print(f"check_certificate: {error}", file=sys.stderr)
        return 2
    refused = 0
    for answer in answers:
        try:
            print("proven:", check(answer, mesh_a, mesh_b, motion))
        except (Refused, KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            print(f"refused: {type(error).__name__ + ': ' if not isinstance(error, Refused) else ''}{error}")
            refused += 1
    return 1 if refused or not answers else 0


if __name__ == "__main__":
    sys.exit(main())
