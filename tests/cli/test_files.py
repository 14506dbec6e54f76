#!/usr/bin/env python3
"""Files that clash and predict write: HTML pages and BCF files.

Run: test_files.py PROGRAM [unittest options]
"""

import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
import zipfile
import zlib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from test_clash import boxes  # noqa: E402

PROGRAM = os.environ.get("ALLIDE_PROGRAM", "allide")
HERE = os.path.dirname(os.path.abspath(__file__))
# Our schemas and, if they are there, the published ones (markup.xsd, visinfo.xsd and version.xsd of BCF 2.1).
SCHEMAS = [folder for folder in (os.path.join(HERE, "bcf"), os.path.join(HERE, "../../../shared/bcf")) if os.path.isdir(folder)]
PUBLISHED_3 = os.path.join(HERE, "../../../shared/bcf/3.0")
SCENE = [("tank & <pump>", (0, 0, 0), (2, 2, 2)), ('pipe "4"', (1, 1, 1), (3, 3, 3)), ("far", (9, 9, 9), (10, 10, 10)),
         ("near far", (10.25, 9, 9), (11, 10, 10))]


def read_png(file):
    """Width, height and rows of red, green and blue of an unfiltered PNG picture with a palette."""
    assert file[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, at = {}, 8
    while at < len(file):
        size, kind = struct.unpack(">I4s", file[at:at + 8])
        assert zlib.crc32(file[at + 4:at + 8 + size]) == struct.unpack(">I", file[at + 8 + size:at + 12 + size])[0]
        chunks[kind], at = file[at + 8:at + 8 + size], at + 12 + size
    width, height, *form = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert form == [8, 3, 0, 0, 0] and list(chunks) == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    data = zlib.decompress(chunks[b"IDAT"])
    lines = [data[i:i + 1 + width] for i in range(0, len(data), 1 + width)]
    assert len(lines) == height and not any(line[0] for line in lines)
    colours = [chunks[b"PLTE"][i:i + 3] for i in range(0, len(chunks[b"PLTE"]), 3)]
    return width, height, [b"".join(colours[number] for number in line[1:]) for line in lines]


class FilesTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="allide-files-test-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.write("scene.obj", boxes(*SCENE))

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def run_allide(self, *words, code):
        result = subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, timeout=120)
        self.assertEqual(result.returncode, code, result.stderr.decode())
        return result.stdout.decode()

    def clash(self, *words):
        return json.loads(self.run_allide("clash", "scene.obj", "--clearance", "0.5", "--json", *words, code=1))


class Bcf(FilesTest):
    def topics(self, name):
        """Folder, markup and viewpoint of each topic."""
        with zipfile.ZipFile(self.path(name)) as file:
            self.assertIsNone(file.testzip())
            names = [name for name in file.namelist() if name != "extensions.xml"]
            self.assertEqual(names[0], "bcf.version")
            folders = sorted({n.split("/")[0] for n in names[1:]})
            views = [f for f in folders if f"{f}/viewpoint.bcfv" in names]
            self.assertEqual(sorted(names[1:]), sorted([f"{f}/markup.bcf" for f in folders] +
                                                       [f"{f}/{n}" for f in views for n in ("snapshot.png", "viewpoint.bcfv")]))
            return {f: [xml.fromstring(file.read(f"{f}/{n}")) if f"{f}/{n}" in names else None for n in ("markup.bcf", "viewpoint.bcfv")]
                    for f in folders}

    def test_a_topic_and_a_viewpoint_for_each_clash(self):
        report = self.clash("-o", "report.bcf")
        topics = self.topics("report.bcf")
        self.assertEqual(len(topics), len(report["clashes"]))
        self.assertEqual(len(topics), 2)
        for folder, (markup, view) in topics.items():
            self.assertEqual(markup.find("Topic").get("Guid"), folder)
            self.assertEqual(markup.find("Topic").get("TopicStatus"), "Open")
            self.assertEqual(markup.find("Viewpoints").get("Guid"), view.get("Guid"))
            parts = [c.text for c in view.findall("Components/Selection/Component/AuthoringToolId")]
            [clash] = [c for c in report["clashes"] if [c["a"], c["b"]] == parts]
            self.assertEqual(markup.find("Topic/Title").text, f"#{report['clashes'].index(clash) + 1} {clash['kind']}: {clash['a']} and {clash['b']}")
            self.assertEqual(int(markup.find("Topic/Index").text), report["clashes"].index(clash) + 1)
            self.assert_looks_at(view, clash["point"])

    def test_snapshots_show_both_parts(self):
        self.clash("-o", "report.bcf")
        with zipfile.ZipFile(self.path("report.bcf")) as file:
            pictures = [file.read(name) for name in file.namelist() if name.endswith("/snapshot.png")]
        self.assertEqual(len(pictures), 2)
        for picture in pictures:
            width, height, lines = read_png(picture)
            self.assertEqual((width, height), (320, 240))
            pixels = [line[i:i + 3] for line in lines for i in range(0, 3 * width, 3)]
            self.assertGreater(sum(red > blue + 60 for red, _, blue in pixels), 500)  # the orange part
            self.assertGreater(sum(blue > red + 60 for red, _, blue in pixels), 500)  # the blue one

    def camera(self, view):
        """Position of the camera, its viewing direction and its up direction."""
        return [[float(view.find(f"PerspectiveCamera/Camera{name}/{axis}").text) for axis in "XYZ"]
                for name in ("ViewPoint", "Direction", "UpVector")]

    def assert_looks_at(self, view, point):
        eye, way, up = self.camera(view)
        self.assertAlmostEqual(sum(x * x for x in way), 1)
        self.assertAlmostEqual(sum(x * x for x in up), 1)
        self.assertAlmostEqual(sum(x * y for x, y in zip(way, up)), 0)
        ahead = [p - e for p, e in zip(point, eye)]
        length = sum(x * x for x in ahead) ** 0.5
        self.assertGreater(sum(x * y for x, y in zip(ahead, way)) / length, 0.85)  # within the field of view

    def test_the_same_clash_has_the_same_guid_in_every_run(self):
        self.clash("-o", "one.bcf")
        self.write("scene.obj", boxes(*reversed(SCENE)))
        self.clash("-o", "two.bcf")
        self.assertEqual(set(self.topics("one.bcf")), set(self.topics("two.bcf")))

    def test_a_moved_part_keeps_its_guid_with_a_baseline(self):
        self.write("old.json", json.dumps(self.clash("-o", "one.bcf")))
        moved = [(name, lo, hi) if name != 'pipe "4"' else (name, (1.25, 1, 1), (3.25, 3, 3)) for name, lo, hi in SCENE]
        self.write("scene.obj", boxes(*moved))
        self.clash("-o", "stranger.bcf")
        self.assertNotEqual(set(self.topics("stranger.bcf")), set(self.topics("one.bcf")))
        self.clash("--baseline", "old.json", "-o", "two.bcf")
        self.assertEqual(set(self.topics("two.bcf")), set(self.topics("one.bcf")))

    def test_a_resolved_clash_is_a_closed_topic_without_a_view(self):
        self.write("old.json", json.dumps(self.clash("-o", "one.bcf")))
        self.write("scene.obj", boxes(*SCENE[:3]))
        self.clash("--baseline", "old.json", "-o", "two.bcf")
        topics = self.topics("two.bcf")
        self.assertEqual(set(topics), set(self.topics("one.bcf")))
        [gone] = [markup for markup, view in topics.values() if view is None]
        self.assertEqual(gone.find("Topic").get("TopicStatus"), "Closed")
        self.assertIsNone(gone.find("Viewpoints"))

    def test_cameras_are_in_metres(self):
        self.clash("-o", "plain.bcf")
        self.clash("--units", "mm", "-o", "mm.bcf")
        self.clash("--units", "cubits", "-o", "cubits.bcf")
        self.clash("--units", "mm", "--bcf-scale", "0.5", "-o", "half.bcf")
        plain = self.topics("plain.bcf")
        for name, scale in (("mm", 0.001), ("cubits", 1), ("half", 0.5)):
            scaled = self.topics(f"{name}.bcf")
            for folder, (_, view) in plain.items():
                eye, way, up = self.camera(view)
                small, *directions = self.camera(scaled[folder][1])
                self.assertEqual(directions, [way, up])
                for x, y in zip(small, eye):
                    self.assertAlmostEqual(x, scale * y)
        for bad in ("0", "-1", "nan", "x"):
            self.run_allide("clash", "scene.obj", "--bcf-scale", bad, "-o", "x.bcf", code=2)

    def test_kinds_and_limit_choose_topics(self):
        self.write("scene.obj", boxes(*SCENE, ("flush", (2, 0, 0), (3, 1, 1))))
        kinds = lambda name: sorted(m.find("Topic/Title").text.split()[1] for m, _ in self.topics(name).values())  # noqa: E731
        report = self.clash("-o", "usual.bcf", "-o", "report.json")
        self.assertEqual(sorted(c["kind"] for c in report["clashes"]), ["clearance", "hard", "touch", "touch"])
        self.assertEqual(kinds("usual.bcf"), ["clearance:", "hard:"])
        self.clash("--bcf-kinds", "touch,hard", "-o", "more.bcf")
        self.assertEqual(kinds("more.bcf"), ["hard:", "touch:", "touch:"])
        self.clash("--bcf-kinds", "touch,hard,clearance", "--bcf-limit", "1", "-o", "one.bcf")
        self.assertEqual(kinds("one.bcf"), ["hard:"])  # only the worst clash
        for bad in (["--bcf-kinds", "hrad"], ["--bcf-kinds", ""], ["--bcf-limit", "x"], ["--bcf-version", "2"]):
            self.assertEqual(self.run_allide("clash", "scene.obj", *bad, "-o", "x.bcf", code=2), "")

    def test_parts_of_buildings_are_known_by_their_identifiers(self):
        names = ["IfcBeam_3jMXdaxrL7IR2Yj_xUVOPG", "0rgLSgKBnBWvQ$RPaBcD3_", "IfcBeam_no_identifier_at_all", "Beam_3jMXdaxrL7IR2Yj_xUVOPG"]
        self.write("scene.obj", boxes(*((name, (i, 0, 0), (i + 1.5, 1, 1)) for i, name in enumerate(names))))
        self.clash("-o", "report.bcf")
        found = {c.find("AuthoringToolId").text: c.get("IfcGuid")
                 for _, view in self.topics("report.bcf").values() for c in view.findall("Components/Selection/Component")}
        self.assertEqual(found, dict(zip(names, [names[0][8:], names[1], None, None])))

    def test_an_approved_clash_is_closed(self):
        report = self.clash()
        report["clashes"][0]["status"] = "approved"
        self.write("old.json", json.dumps(report))
        self.clash("--baseline", "old.json", "-o", "report.bcf")
        states = sorted(m.find("Topic").get("TopicStatus") for m, _ in self.topics("report.bcf").values())
        self.assertEqual(states, ["Closed", "Open"])

    @unittest.skipUnless(shutil.which("xmllint"), "xmllint (libxml2-utils) is not installed")
    def check_schemas(self, version, folders, count):
        self.clash("--bcf-version", version, "-o", "report.bcf")
        with zipfile.ZipFile(self.path("report.bcf")) as file:
            file.extractall(self.path("open"))
        schemas = {".version": "version.xsd", ".bcf": "markup.xsd", ".bcfv": "visinfo.xsd", ".xml": "extensions.xsd"}
        checked = 0
        for folder, _, names in os.walk(self.path("open")):
            for name in names:
                if name.endswith(".png"):
                    continue
                for schema in (os.path.join(place, schemas[os.path.splitext(name)[1]]) for place in folders):
                    result = subprocess.run(["xmllint", "--noout", "--nonet", "--schema", schema, os.path.join(folder, name)],
                                            capture_output=True)
                    self.assertEqual(result.returncode, 0, result.stderr.decode())
                    checked += 1
        self.assertEqual(checked, count * len(folders))

    def test_documents_match_the_bcf_schemas(self):
        self.check_schemas("2.1", SCHEMAS, 5)

    @unittest.skipUnless(os.path.isdir(PUBLISHED_3), "the published schemas of BCF 3.0 are not there")
    def test_documents_match_the_schemas_of_version_3(self):
        self.check_schemas("3.0", [PUBLISHED_3], 6)

    def test_version_3_contains_what_version_2_does(self):
        self.clash("-o", "old.bcf")
        self.clash("--bcf-version", "3.0", "-o", "new.bcf")
        old, new = self.topics("old.bcf"), self.topics("new.bcf")
        self.assertEqual(set(old), set(new))
        for folder, (markup, view) in new.items():
            for field in ("Title", "Description", "Index"):
                self.assertEqual(markup.find(f"Topic/{field}").text, old[folder][0].find(f"Topic/{field}").text)
            self.assertEqual([x.text for x in markup.findall("Topic/Labels/Label")], [x.text for x in old[folder][0].findall("Topic/Labels")])
            self.assertEqual(markup.find("Topic/Viewpoints/ViewPoint").get("Guid"), view.get("Guid"))
            self.assertEqual(self.camera(view), self.camera(old[folder][1]))


class Pages(FilesTest):
    def page(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            text = file.read()
        [data] = re.findall(r'<script type="application/json" id="allide-data">(.*?)</script>', text, re.S)
        return text, json.loads(data)

    def setUp(self):
        super().setUp()
        result = subprocess.run([PROGRAM, "clash", "scene.obj", "-o", "try.html"], cwd=self.folder, capture_output=True)
        if b"built without its page" in result.stderr:
            self.skipTest("built without the page")

    def test_a_page_is_self_contained(self):
        report = self.clash("-o", "report.html", "--units", "mm")
        text, data = self.page("report.html")
        report.pop("seconds")
        data["report"].pop("seconds")
        self.assertEqual(data["report"], report)
        self.assertEqual(data["units"], "mm")
        self.assertNotRegex(text, r'<(script|link|img)[^>]*\s(src|href)\s*=')
        self.assertEqual({f"{c['a_id']} {c['b_id']}" for c in report["clashes"]}, set(data["views"]))
        self.assertEqual({p["name"] for p in data["parts"].values()}, {name for name, _, _ in SCENE})

    def test_names_cannot_end_a_script_element(self):
        self.write("scene.obj", boxes(("</script><script>x()</script>", (0, 0, 0), (1, 1, 1)), ("<!--", (0.5, 0, 0), (2, 1, 1))))
        self.run_allide("clash", "scene.obj", "-o", "report.html", code=1)
        text, data = self.page("report.html")
        self.assertNotIn("<script>x()", text)
        self.assertEqual(data["parts"]["0"]["name"], "</script><script>x()</script>")

    def test_a_motion_with_its_poses(self):
        self.write("push.json", '{"type": "linear", "translation": [4, 0, 0]}')
        self.write("a.obj", boxes(("a", (0, 0, 0), (1, 1, 1))))
        self.write("b.obj", boxes(("b", (3, 0, 0), (4, 1, 1))))
        answer = json.loads(self.run_allide("predict", "a.obj", "b.obj", "--motion", "push.json", "--intervals", "--json",
                                            "-o", "motion.html", code=1))
        _, data = self.page("motion.html")
        self.assertEqual((data["type"], data["report"]["outcome"]), ("motion", "impact"))
        self.assertEqual(data["report"]["t_lo"], answer["t_lo"])
        times = [p["t"] for p in data["poses"]]
        self.assertEqual((times[0], times[-1]), (0, 1))
        self.assertIn(answer["t_lo"], times)
        for p in data["poses"]:
            self.assertAlmostEqual(p["pose"][3], 4 * p["t"])


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
