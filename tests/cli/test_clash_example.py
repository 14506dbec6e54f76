#!/usr/bin/env python3
"""examples/clash.cpp writes the same reports as the command, byte for byte but for the seconds and the date.

Run: test_clash_example.py PROGRAM EXAMPLE [unittest options]
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

PROGRAM, EXAMPLE = (sys.argv[1:3] + ["allide", "example_clash"])[:2]
FORMATS = ("json", "csv", "bcf", "html")
RULES = """clearance = 0.5
grid = 5000
[[group]]
name = "piping"
parts = ["piping/*"]
[[pair]]
groups = ["piping", "piping"]
ignore = true
"""


def without_time(data):
    data = re.sub(rb'"seconds": ?[-+.0-9e]+', b'"seconds":0', data)
    data = re.sub(rb'"date": ?"[^"]+"', b'"date":""', data)
    data = re.sub(rb'"made": ?"[^"]*"', b'"made":""', data)
    return re.sub(rb"<CreationDate>[^<]*<", b"<CreationDate><", data)


def content(file):
    """The bytes of a report, or of all entries of a BCF file, without times."""
    if file.endswith(".bcf"):
        with zipfile.ZipFile(file) as archive:
            return [(entry.filename, without_time(archive.read(entry))) for entry in archive.infolist()]
    with open(file, "rb") as opened:
        return without_time(opened.read())


class ExampleTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="allide-example-test-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.run_here(PROGRAM, "generate", "engine-room", "--triangles", "60000", "--clashes", "8", "--clearances", "4",
                      "-o", "room.glb")

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def run_here(self, *words, codes=(0,)):
        result = subprocess.run(words, cwd=self.folder, capture_output=True, text=True, timeout=300)
        self.assertIn(result.returncode, codes, result.stderr)
        return result.stdout

    def formats(self):
        """All formats, without HTML if the program was built without its pages."""
        said = subprocess.run([PROGRAM, "clash", "room.glb", "-o", "probe.html"], cwd=self.folder, capture_output=True,
                              text=True, timeout=300).stderr
        return [name for name in FORMATS if name != "html" or "built without" not in said]

    def compare(self, scene, rules=None, baseline=None):
        formats = self.formats()
        for folder in ("command", "example"):
            os.makedirs(self.path(folder), exist_ok=True)
        words = ["clash", scene, "--clearance", "1.75", "--units", "mm"]
        words += ["--rules", rules] if rules else []
        words += ["--baseline", baseline] if baseline else []
        for name in formats:
            words += ["-o", f"command/report.{name}"]
        said = self.run_here(PROGRAM, *words, codes=(0, 1))
        more = [one for one in (rules, baseline) if one]
        self.assertEqual(self.run_here(EXAMPLE, scene, "example", *more), said)
        for name in formats:
            self.assertEqual(content(self.path("example", f"report.{name}")),
                             content(self.path("command", f"report.{name}")), name)

    def test_a_scene_in_a_file(self):
        self.compare("room.glb")

    def test_rules_and_a_baseline(self):
        with open(self.path("rules.toml"), "w", encoding="utf-8") as file:
            file.write(RULES)
        self.run_here(PROGRAM, "clash", "room.glb", "--clearance", "1.75", "--rules", "rules.toml", "-o", "old.json",
                      codes=(0, 1))
        self.run_here(PROGRAM, "generate", "engine-room", "--triangles", "60000", "--seed", "2", "--clashes", "8",
                      "--clearances", "4", "-o", "room.glb")
        self.compare("room.glb", "rules.toml", "old.json")

    def test_an_index(self):
        self.run_here(PROGRAM, "index", "room.glb", "-o", "room.allide")
        self.compare("room.allide")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
