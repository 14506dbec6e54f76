#!/usr/bin/env python3
"""Proves the answers of the cases that `allide torture -o DIR` wrote, with exact arithmetic and without allide.

    scripts/check_torture.py DIR

Prints the number of proven cases per class. Exit code 0: every answer is proven; 1: one is not, and a line names its file; 2: bad
usage or input.
"""
import json
import sys
from collections import Counter
from pathlib import Path

from exact_checker.cases import check_case
from exact_checker.rationals import Refused


def main():
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        print(__doc__.strip(), file=sys.stderr)
        return 2
    proven, refused = Counter(), 0
    for path in sorted(Path(sys.argv[1]).glob("*.json")):
        try:
            case = json.loads(path.read_text(encoding="utf-8"))
            check_case(case)
            proven[case["class"]] += 1
        except (Refused, KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError) as error:
            print(f"{path.name}: refused: {type(error).__name__}: {error}")
            refused += 1
    for name, count in sorted(proven.items()):
        print(f"{name}: {count} proven")
    print(f"{sum(proven.values())} answers proven, {refused} refused")
    return 1 if refused or not proven else 0


if __name__ == "__main__":
    sys.exit(main())
