#!/usr/bin/env python3
"""`allide torture`: the same bytes for the same seed, every answer proven by the independent checker, wrong answers refused.

Run: test_torture.py PROGRAM [unittest options]. With ALLIDE_TEST_LONG=1 twenty seeds are checked.
"""

import copy
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))
from exact_checker.cases import check_case  # noqa: E402
from exact_checker.rationals import Refused  # noqa: E402

PROGRAM = os.environ.get("ALLIDE_PROGRAM", "allide")
LONG = os.environ.get("ALLIDE_TEST_LONG") == "1"
CLASSES = {"triangles", "bodies", "distances", "motions", "solids"}


class Torture(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="allide-torture-")
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, *words):
        folder = os.path.join(self.folder, name)
        result = subprocess.run([PROGRAM, "torture", "-o", folder, *words], capture_output=True, text=True, timeout=300)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return Path(folder)

    def cases(self, folder):
        return {path.name: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))}

    def test_bytes(self):
        first, again, other = self.write("first"), self.write("again"), self.write("other", "--seed", "2")
        names = sorted(path.name for path in first.iterdir())
        self.assertEqual(names, sorted(path.name for path in again.iterdir()))
        self.assertTrue(all((first / name).read_bytes() == (again / name).read_bytes() for name in names))
        self.assertTrue(any((first / name).read_bytes() != (other / name).read_bytes() for name in names))

    def test_answers_are_proven(self):
        for seed in range(1, 21 if LONG else 2):
            folder = self.write(f"seed{seed}", "--seed", str(seed))
            result = subprocess.run([sys.executable, SCRIPTS / "check_torture.py", folder], capture_output=True, text=True, timeout=900)
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
            self.assertIn(" 0 refused", result.stdout)

    def test_fields(self):
        cases = self.cases(self.write("fields"))
        self.assertGreater(len(cases), 1000)
        self.assertEqual({case["class"] for case in cases.values()}, CLASSES)
        for name, case in cases.items():
            self.assertLessEqual({"class", "family", "question", "input", "answer", "why"}, set(case), name)
            self.assertTrue(name.startswith(f"{case['class']}-{case['family']}-"), name)

    def wrong(self, case):
        """The case with a wrong answer."""
        case = copy.deepcopy(case)
        answer, question = case["answer"], case["question"]
        if question in ("touch", "overlap"):
            key = question
            answer[key] = not answer[key]
        elif question in ("depth", "body_distance"):
            key = "depth" if question == "depth" else "distance"
            answer[key] *= 1.001
        elif question == "distance":
            answer["lower"], answer["upper"] = (answer["lower"] * 1.001, answer["upper"] * 1.001) if answer["upper"] else (1e-300, 1e-300)
        elif question == "first_contact":
            answer["outcome"] = "impact" if answer["outcome"] == "clear" else "clear"
        elif question == "contains":
            answer["location"] = "outside" if answer["location"] == "inside" else "inside"
        else:
            answer["overlap"] = "no" if answer["overlap"] == "yes" else "yes"
        return case

    def test_wrong_answers_are_refused(self):
        for name, case in self.cases(self.write("wrong")).items():
            if case["question"] == "distance" and 0 < case["answer"]["upper"] < 1e-300:
                continue  # a subnormal times 1.001 may be the same number
            with self.assertRaises((Refused, KeyError, TypeError), msg=name):
                check_case(self.wrong(case))

    def test_refusals(self):
        result = subprocess.run([PROGRAM, "torture"], capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        blocked = os.path.join(self.folder, "file")
        Path(blocked).write_text("")
        result = subprocess.run([PROGRAM, "torture", "-o", blocked], capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stdout), (2, ""))


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
