#!/usr/bin/env python3
"""BCF files opened by two readers that have nothing to do with allide: bcf-client (Python) and bcf-js (npm).

Run: test_bcf_readers.py PROGRAM NODE BUILD [unittest options]. Exits with 77 if the readers are not installed in the folder BUILD.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../cli"))
from test_clash import boxes  # noqa: E402

GUIDS = ["3jMXdaxrL7IR2Yj_xUVOPG", "0rgLSgKBnBWvQ$RPaBcD3_"]
SCENE = [(f"IfcBeam_{GUIDS[0]}", (0, 0, 0), (2000, 2000, 2000)), (f"IfcBeam_{GUIDS[1]}", (1000, 1000, 1500), (3000, 3000, 3000)),
         ("tank & <pump> \u00b7 \u00e9", (9000, 9000, 9000), (10000, 10000, 10000)), ('pipe "4"', (10250, 9000, 9000), (11000, 10000, 10000)),
         ("flush", (10000, 9000, 9000), (10100, 9100, 9100))]


def without_colours(file):
    """bcf-js 0.2.6 expects the colours of a viewpoint of version 3.0 as in 2.1, against the schema; they are optional."""
    copy = file + ".copy.bcf"
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(copy, "w") as new:
        for name in old.namelist():
            new.writestr(name, re.sub(rb"<Coloring>.*</Coloring>", b"", old.read(name), flags=re.S) if name.endswith(".bcfv") else old.read(name))
    return copy


def read_with_python(version, file):
    return [f"{BUILD}/ifc-python/bin/python3", os.path.join(HERE, "read_bcf.py"), file]


def read_with_node(version, file):
    if version == "3.0":
        file = without_colours(file)
    return [NODE, os.path.join(HERE, "read_bcf.cjs"), f"{BUILD}/bcf-reader", version, file]


class Readers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="allide-bcf-test-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        with open(os.path.join(cls.folder, "scene.obj"), "w", encoding="utf-8") as file:
            file.write(boxes(*SCENE))

    def files(self, version, *words):
        """The JSON report, and what both readers find in the BCF file."""
        result = subprocess.run([PROGRAM, "clash", "scene.obj", "--clearance", "500", "--units", "mm", "--json", "--bcf-version", version,
                                 "-o", "report.bcf", *words], cwd=self.folder, capture_output=True, text=True, timeout=120)
        self.assertEqual(result.returncode, 1, result.stderr)
        return json.loads(result.stdout), [self.read(command, version) for command in (read_with_python, read_with_node)]

    def read(self, command, version):
        result = subprocess.run(command(version, os.path.join(self.folder, "report.bcf")), capture_output=True, text=True, timeout=120)
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def check(self, report, found, version):
        self.assertEqual(found["version"], version)
        topics = {topic["index"]: topic for topic in found["topics"]}
        wanted = {number: clash for number, clash in enumerate(report["clashes"], 1) if clash["kind"] in ("hard", "clearance")}
        self.assertEqual(set(topics), set(wanted))
        self.assertGreaterEqual(len(topics), 2)
        for number, clash in wanted.items():
            self.check_topic(topics[number], clash)

    def check_topic(self, topic, clash):
        self.assertIn(f"{clash['kind']}: ", topic["title"])
        self.assertEqual([topic["type"], topic["status"], topic["author"]], ["Clash", "Open", "allide"])
        self.assertEqual(topic["labels"], [clash["kind"], clash["group"]])
        self.assertTrue(topic["description"])
        [view] = topic["viewpoints"]
        guids = [name[len("IfcBeam_"):] if name.startswith("IfcBeam_") else None for name in (clash["a"], clash["b"])]
        self.assertEqual(view["ifc_guids"], guids)
        if "parts" in view:
            self.assertEqual(view["parts"], [clash["a"], clash["b"]])
        self.assertEqual(view["snapshot"][0] * 3, view["snapshot"][1] * 4)
        self.assertEqual(view["field_of_view"], 60)
        ahead = [x / 1000 - e for x, e in zip(clash["point"], view["eye"])]  # metres
        length = sum(x * x for x in ahead) ** 0.5
        self.assertGreater(sum(x * y for x, y in zip(ahead, view["direction"])) / length, 0.85)

    def check_version(self, version):
        report, (python, node) = self.files(version)
        self.assertEqual(sorted(c["kind"] for c in report["clashes"]), ["clearance", "clearance", "hard", "touch"])
        self.check(report, python, version)
        self.check(report, node, version)
        for one, other in zip(*(sorted(found["topics"], key=lambda t: t["guid"]) for found in (python, node))):
            for view in one["viewpoints"]:
                del view["parts"]
            self.assertEqual(one, other)

    def test_version_2_1(self):
        self.check_version("2.1")

    def test_version_3_0(self):
        self.check_version("3.0")

    def test_a_file_without_topics(self):
        for version in ("2.1", "3.0"):
            _, found = self.files(version, "--bcf-kinds", "duplicate")
            self.assertEqual([one["topics"] for one in found], [[], []])


if __name__ == "__main__":
    PROGRAM, NODE, BUILD = (os.path.abspath(sys.argv.pop(1)) for _ in range(3))
    if not os.path.exists(f"{BUILD}/bcf-reader/complete") or subprocess.run(
            [f"{BUILD}/ifc-python/bin/python3", "-c", "import bcf.bcfxml"], capture_output=True).returncode:
        print("skipped: the readers of BCF files are not installed; scripts/install-bcf-readers.sh installs them", file=sys.stderr)
        sys.exit(77)
    unittest.main()
