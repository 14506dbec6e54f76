#!/usr/bin/env python3
"""The verbs plan, unit and merge: a clash report in units of work, compared with that of clash.

Run: test_plan.py PROGRAM [unittest options]
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.environ.get("ALLIDE_PROGRAM", "allide")
RULES = """
touch = 0.001
[[group]]
name = "pipes"
parts = ["*pip*"]
[[group]]
name = "steel"
parts = ["structure/*"]
[[pair]]
groups = ["pipes", "steel"]
clearance = 0.1
[[ignore]]
parts = ["*valve*", "*"]
"""


class PlanTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="allide-plan-test-")
        cls.run_words("generate", "engine-room", "--triangles", "60000", "--clashes", "12", "--clearances", "8", "--seed", "3",
                      "-o", "room.glb")
        cls.run_words("index", "room.glb", "-o", "room.allide")

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    @classmethod
    def run_words(cls, *words, code=0):
        result = subprocess.run([PROGRAM, *words], cwd=cls.folder, capture_output=True, timeout=300,
                                env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"})
        assert result.returncode == code, (words, result)
        return result.stdout.decode(), result.stderr.decode()

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def write(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())

    def plan(self, *options, units="5", results="results"):
        shutil.rmtree(self.path(results), ignore_errors=True)
        plan = json.loads(self.run_words("plan", "room.allide", *options, "--unit-count", units, "-o", "room.plan", "--json")[0])
        return plan

    def run_units(self, count, *options, results="results"):
        for unit in range(count):
            self.run_words("unit", "room.plan", str(unit), "-o", results, *options)

    def same_report(self, one, two):
        """Compares files byte by byte, but for the duration."""
        def normalised(name):
            return re.sub(rb'"seconds": ?[-+.e0-9]+', b'"seconds":0', self.read(name))
        self.assertEqual(normalised(one), normalised(two), f"{one} and {two}")

    def test_report_is_that_of_one_process(self):
        formats = [kind for kind in ("html", "json", "csv", "bcf")
                   if kind != "html" or "without pages" not in self.run_words_quietly("clash", "room.allide", "-o", "probe.html")]
        self.write("rules.toml", RULES)
        # The report to compare with is that of another clearance, with one clash approved.
        before = json.loads(self.run_words("clash", "room.allide", "--clearance", "0.02", "--json", code=1)[0])
        before["clashes"][0]["status"] = "approved"
        self.write("before.json", json.dumps(before))
        for options in ([], ["--clearance", "0.05", "--estimate-sag", "--units", "m"],
                        ["--rules", "rules.toml", "--kinds", "hard,clearance", "--clearance", "0.04", "--min-depth", "0",
                         "--bcf-version", "3.0", "--bcf-kinds", "hard", "--bcf-limit", "3", "--up", "0,1,0"],
                        ["--clearance", "0.02", "--baseline", "before.json", "--depth-error", "0.05"],
                        ["--clearance", "0.02", "--baseline", "before.json"],
                        ["--between", "*pipe*", "*", "--clearance", "0.1"]):
            with self.subTest(options=options):
                clash = [word for kind in formats for word in ("-o", f"clash.{kind}")]
                merge = [word for kind in formats for word in ("-o", f"merge.{kind}")]
                answer = subprocess.run([PROGRAM, "clash", "room.allide", *options, *clash], cwd=self.folder, capture_output=True,
                                        env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"})
                self.assertIn(answer.returncode, (0, 1), answer)
                plan = self.plan(*options)
                self.run_units(plan["units"], "--threads", "1")
                out, messages = self.run_words("merge", "room.plan", "results", *merge, "--coverage", "coverage.csv",
                                               code=answer.returncode)
                def text(report):
                    return re.sub(r"[0-9.]+ s\b", "", report)
                self.assertEqual(text(out), text(answer.stdout.decode()))
                self.assertEqual(messages, answer.stderr.decode())
                for kind in formats:
                    self.same_report(f"clash.{kind}", f"merge.{kind}")
                report = json.loads(self.read("merge.json"))
                pairs = [tuple(map(int, line.split(","))) for line in self.read("coverage.csv").decode().splitlines()[1:]]
                self.assertEqual(len(pairs), report["coverage"]["tested_pairs"])
                self.assertEqual(len({pair[:2] for pair in pairs}), len(pairs))
                self.assertLess(max((pair[2] for pair in pairs), default=0), max(plan["units"], 1))

    def run_words_quietly(self, *words):
        return subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True).stderr.decode()

    def test_plan_describes_its_units(self):
        plan = self.plan("--clearance", "0.05")
        self.assertGreaterEqual(plan["units"], 5)
        self.assertEqual(plan["pairs"], plan["candidate_pairs"])
        self.assertLessEqual(plan["largest_cost"], 2 * plan["median_cost"])
        self.assertRegex(plan["id"], "^[0-9a-f]{16}$")
        again = self.plan("--clearance", "0.05")
        self.assertEqual({**again, "seconds": 0}, {**plan, "seconds": 0})

    def test_bytes_do_not_depend_on_threads_and_memory(self):
        plan = self.plan("--clearance", "0.05", units="3")
        self.run_units(plan["units"], "--threads", "2")
        self.run_units(plan["units"], "--threads", "1", "--memory-limit", "300000000", results="others")
        for unit in range(plan["units"]):
            self.assertEqual(self.read(f"results/unit-{unit}.clashes"), self.read(f"others/unit-{unit}.clashes"))

    def test_resume_lists_missing_and_damaged_units(self):
        plan = self.plan("--clearance", "0.05", units="4")
        count = plan["units"]
        self.assertEqual(self.run_words("merge", "room.plan", "results", "--resume")[0].split(), [str(k) for k in range(count)])
        self.run_units(count)
        self.assertEqual(self.run_words("merge", "room.plan", "results", "--resume")[0], "")
        os.remove(self.path("results/unit-0.clashes"))
        damaged = self.read("results/unit-2.clashes")
        self.write("results/unit-2.clashes", damaged[:-1])
        out, messages = self.run_words("merge", "room.plan", "results", "--resume", "--json")
        state = json.loads(out)
        self.assertEqual((state["missing"], state["damaged"], state["done"]), ([0, 2], [2], count - 2))
        self.assertIn("unit-2.clashes", messages)
        self.assertEqual(state["id"], plan["id"])
        for unit in state["missing"]:
            self.run_words("unit", "room.plan", str(unit), "-o", "results")
        self.run_words("merge", "room.plan", "results", code=1)

    def refusal(self, *words):
        out, messages = self.run_words(*words, code=2)
        self.assertEqual(out, "")
        self.assertEqual(messages.count("\n"), 1, messages)
        return messages

    def test_refusals_name_the_file(self):
        plan = self.plan("--clearance", "0.05", units="4")
        self.run_units(plan["units"])
        good = self.read("results/unit-1.clashes")
        self.assertIn("unit-1.clashes", self.changed("results/unit-1.clashes", None))
        self.assertIn("truncated", self.changed("results/unit-1.clashes", good[:100]))
        self.assertIn("unit-1.clashes", self.changed("results/unit-1.clashes", good[:50] + b"?" + good[51:]))
        self.assertIn("unit-2.clashes", self.changed("results/unit-2.clashes", good))
        self.assertIn("copy.clashes", self.changed("results/copy.clashes", good))
        self.run_words("merge", "room.plan", "results", code=1)
        self.plan("--clearance", "0.06", units="4", results="unused")
        self.assertIn("of plan", self.refusal("merge", "room.plan", "results"))
        self.assertIn("of plan", self.refusal("merge", "room.plan", "results", "--resume"))
        self.assertIn("room.plan", self.refusal("unit", "room.plan", "99", "-o", "results"))
        self.assertIn("room.glb", self.refusal("plan", "room.glb", "-o", "other.plan"))
        self.assertIn("room.glb", self.refusal("plan", "room.allide", "room.glb", "-o", "other.plan"))
        self.assertIn("overwrite", self.refusal("plan", "room.allide", "-o", "room.allide"))
        self.assertIn("expected a plan", self.refusal("merge", "room.allide", "results"))

    def changed(self, name, content):
        """The refusal to merge after a file has been changed for a moment."""
        before = self.read(name) if os.path.exists(self.path(name)) else None
        if content is None:
            os.remove(self.path(name))
        else:
            self.write(name, content)
        message = self.refusal("merge", "room.plan", "results")
        if before is None:
            os.remove(self.path(name))
        else:
            self.write(name, before)
        return message

    def test_several_indexes_are_planned_as_one_scene(self):
        for seed in ("1", "2"):
            self.run_words("generate", "soup", "--triangles", "300", "--seed", seed, "-o", f"soup-{seed}.obj")
            self.run_words("index", f"soup-{seed}.obj", "-o", f"soup-{seed}.allide")
        plan = json.loads(self.run_words("plan", "soup-1.allide", "soup-2.allide", "-o", "room.plan", "--json")[0])
        self.assertEqual(plan["index"], "room.plan.allide")
        self.run_words("index", "soup-1.obj", "soup-2.obj", "-o", "both.allide")
        self.assertEqual(self.read("room.plan.allide"), self.read("both.allide"))
        shutil.rmtree(self.path("results"), ignore_errors=True)
        self.run_units(plan["units"])
        code = subprocess.run([PROGRAM, "merge", "room.plan", "results", "-o", "merge.json"], cwd=self.folder,
                              capture_output=True).returncode
        report = json.loads(self.read("merge.json"))
        self.assertEqual((code, [(clash["a_id"], clash["b_id"]) for clash in report["clashes"]]), (1, [(0, 1)]))

    def test_index_may_have_another_name(self):
        plan = self.plan("--clearance", "0.05", units="2")
        os.makedirs(self.path("elsewhere"), exist_ok=True)
        shutil.copy(self.path("room.allide"), self.path("elsewhere/copy.allide"))
        os.rename(self.path("room.allide"), self.path("moved.allide"))
        try:
            self.assertIn("room.allide", self.refusal("unit", "room.plan", "0", "-o", "results"))
            self.run_units(plan["units"], "--index", "elsewhere/copy.allide")
            self.run_words("merge", "room.plan", "results", "--index", "elsewhere/copy.allide", "-o", "merge.json", code=1)
        finally:
            os.rename(self.path("moved.allide"), self.path("room.allide"))
        self.run_words("clash", "room.allide", "--clearance", "0.05", "-o", "clash.json", code=1)
        self.same_report("clash.json", "merge.json")


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
