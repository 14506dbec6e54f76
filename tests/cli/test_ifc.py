#!/usr/bin/env python3
"""IFC files: elements, their attributes, openings, and elements without geometry. IfcOpenShell reads them.

Run: test_ifc.py PROGRAM [unittest options]. Exits with 77 if IfcOpenShell is needed and not installed.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
import zipfile

PROGRAM = os.environ.get("ALLIDE_PROGRAM", "allide")
LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$"


def guid(number):
    """A GUID of 22 characters, different for each number below 4096."""
    return "0" * 20 + LETTERS[number // 64] + LETTERS[number % 64]


class Building:
    """Writes an IFC4 file: boxes as elements of one storey, some with a box-shaped opening."""

    def __init__(self, prefix=".MILLI."):
        self.lines = []
        self.guids = 0
        origin = self.add("IFCCARTESIANPOINT((0.,0.,0.))")
        self.axes = self.add(f"IFCAXIS2PLACEMENT3D({origin},$,$)")
        self.context = self.add(f"IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,{self.axes},$)")
        length = self.add(f"IFCSIUNIT(*,.LENGTHUNIT.,{prefix},.METRE.)")
        units = self.add(f"IFCUNITASSIGNMENT(({length}))")
        self.project = self.add(f"IFCPROJECT('{self.guid()}',$,'test',$,$,$,$,({self.context}),{units})")
        self.placement = self.add(f"IFCLOCALPLACEMENT($,{self.axes})")
        self.storey = self.add(f"IFCBUILDINGSTOREY('{self.guid()}',$,'Ground floor',$,$,{self.placement},$,$,.ELEMENT.,0.)")
        self.add(f"IFCRELAGGREGATES('{self.guid()}',$,$,$,{self.project},({self.storey}))")

    def guid(self):
        self.guids += 1
        return guid(self.guids)

    def add(self, text):
        self.lines.append(text)
        return f"#{len(self.lines)}"

    def shape(self, lo, hi):
        x, y, z = ((a + b) / 2 for a, b in zip(lo, hi))
        point = self.add(f"IFCCARTESIANPOINT(({x!r},{y!r},{float(lo[2])!r}))")
        place = self.add(f"IFCAXIS2PLACEMENT3D({point},$,$)")
        profile = self.add(f"IFCRECTANGLEPROFILEDEF(.AREA.,$,$,{float(hi[0] - lo[0])!r},{float(hi[1] - lo[1])!r})")
        up = self.add("IFCDIRECTION((0.,0.,1.))")
        solid = self.add(f"IFCEXTRUDEDAREASOLID({profile},{place},{up},{float(hi[2] - lo[2])!r})")
        return self.represented(solid, "SweptSolid")

    def represented(self, item, kind):
        shape = self.add(f"IFCSHAPEREPRESENTATION({self.context},'Body','{kind}',({item}))")
        return self.add(f"IFCPRODUCTDEFINITIONSHAPE($,$,({shape}))")

    def element(self, kind, name, shape):
        """Returns the element's number and its GUID."""
        own = self.guid()
        extra = {"IFCWALL": ",$,.STANDARD.", "IFCSLAB": ",$,.FLOOR.", "IFCCOLUMN": ",$,.COLUMN."}[kind]
        element = self.add(f"{kind}('{own}',$,'{name}',$,$,{self.placement},{shape}{extra})")
        self.add(f"IFCRELCONTAINEDINSPATIALSTRUCTURE('{self.guid()}',$,$,$,({element}),{self.storey})")
        return element, own

    def wall(self, name, lo, hi):
        return self.element("IFCWALL", name, self.shape(lo, hi))

    def type(self, name, element):
        own = self.add(f"IFCWALLTYPE('{self.guid()}',$,'{name}',$,$,$,$,$,$,.STANDARD.)")
        self.add(f"IFCRELDEFINESBYTYPE('{self.guid()}',$,$,$,({element}),{own})")

    def opening(self, element, lo, hi):
        hole = self.add(f"IFCOPENINGELEMENT('{self.guid()}',$,'hole',$,$,{self.placement},{self.shape(lo, hi)},$,.OPENING.)")
        self.add(f"IFCRELVOIDSELEMENT('{self.guid()}',$,$,$,{element},{hole})")

    def text(self):
        lines = [f"#{i + 1}={line};" for i, line in enumerate(self.lines)]
        return "\n".join(["ISO-10303-21;", "HEADER;", "FILE_DESCRIPTION((''),'2;1');", "FILE_NAME('','',(''),(''),'','','');",
                          "FILE_SCHEMA(('IFC4'));", "ENDSEC;", "DATA;", *lines, "ENDSEC;", "END-ISO-10303-21;", ""])


class FilesTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="allide-ifc-test-")
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def run_allide(self, *words, code, environment=None):
        result = subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, timeout=300, text=True,
                                env=environment and {**os.environ, **environment})
        self.assertEqual(result.returncode, code, result.stderr)
        return result

    def clash(self, *words, code=1):
        return json.loads(self.run_allide("clash", *words, "--json", code=code).stdout)


def can_read():
    """False if IfcOpenShell is not installed."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "empty.ifc")
        with open(file, "w", encoding="utf-8") as out:
            out.write(Building().text())
        message = subprocess.run([PROGRAM, "info", file], capture_output=True, timeout=300, text=True).stderr
    return "need IfcOpenShell" not in message


class Ifc(FilesTest):
    def two_walls(self):
        """They overlap by 50 mm along x and are aligned otherwise: no corner of one is inside the other."""
        building = Building()
        one, guid_a = building.wall("Wall A", (0, 0, 0), (3000, 200, 2500))
        _, guid_b = building.wall("Wall B", (2950, 0, 0), (6000, 200, 2500))
        building.type("Brick 200", one)
        self.write("building.ifc", building.text())
        return guid_a, guid_b

    def test_aligned_walls_that_overlap_are_found(self):
        guids = self.two_walls()
        report = self.clash("building.ifc", "-o", "report.bcf")
        self.assertEqual([report["objects"], report["units"], report["partial"]], [2, "mm", False])
        [clash] = report["clashes"]
        self.assertEqual(clash["kind"], "hard")
        self.assertEqual([clash["a"], clash["b"]], ["Ground floor/IfcWall/Wall A", "Ground floor/IfcWall/Wall B"])
        self.assertAlmostEqual(clash["separation"], 50, 6)
        self.assertEqual(clash["group"], "IfcWall | IfcWall")
        a, b = report["parts"]
        self.assertEqual(a["attributes"], {"storey": "Ground floor", "class": "IfcWall", "name": "Wall A", "guid": guids[0], "type": "Brick 200"})
        self.assertEqual([a["label"], b["label"]], ["Wall A", "Wall B"])
        self.assertNotIn("type", b["attributes"])
        with zipfile.ZipFile(self.path("report.bcf")) as file:
            [view] = [xml.fromstring(file.read(name)) for name in file.namelist() if name.endswith(".bcfv")]
        self.assertEqual([c.get("IfcGuid") for c in view.findall("Components/Selection/Component")], list(guids))
        eye = float(view.find("PerspectiveCamera/CameraViewPoint/Z").text)
        self.assertLess(abs(eye), 20)  # metres

    def test_attributes_choose_groups_and_pairs(self):
        building = Building(prefix="$")
        building.wall("wall", (0, 0, 0), (4, 0.2, 3))
        building.element("IFCSLAB", "slab", building.shape((0, 0, -0.2), (4, 4, 0.1)))
        building.element("IFCCOLUMN", "column", building.shape((1, 0.1, 0), (1.3, 0.4, 3)))
        self.write("building.ifc", building.text())
        report = self.clash("building.ifc")
        self.assertEqual(report["units"], "m")
        self.assertEqual(sorted(c["group"] for c in report["clashes"]), ["IfcColumn | IfcSlab", "IfcColumn | IfcWall", "IfcSlab | IfcWall"])
        between = self.clash("building.ifc", "--between", "IfcWall", "IfcSl*")
        self.assertEqual([c["group"] for c in between["clashes"]], ["IfcSlab | IfcWall"])
        self.write("rules.toml", '[[group]]\nname = "upright"\nclasses = ["IfcWall", "IfcColumn"]\n[[group]]\nname = "flat"\nclasses = ["IfcSlab"]\n'
                                 '[[pair]]\ngroups = ["flat", "upright"]\ndrop = ["hard"]\n')
        ruled = self.clash("building.ifc", "--rules", "rules.toml")
        self.assertEqual([c["group"] for c in ruled["clashes"]], ["upright | upright"])

    def test_openings_are_cut(self):
        building = Building()
        wall, _ = building.wall("wall", (0, 0, 0), (3000, 200, 2500))
        building.opening(wall, (1000, -100, 500), (2000, 300, 1500))
        building.element("IFCCOLUMN", "in the hole", building.shape((1100, 0, 600), (1900, 200, 1400)))
        self.write("building.ifc", building.text())
        report = self.clash("building.ifc", code=0)
        self.assertEqual([report["objects"], report["clashes"]], [2, []])

    def test_elements_without_geometry_are_listed(self):
        building = Building()
        building.wall("wall", (0, 0, 0), (3000, 200, 2500))
        _, bare = building.element("IFCSLAB", "no shape", "$")
        broken = building.represented(building.add("IFCFACETEDBREP(" + building.add("IFCCLOSEDSHELL(())") + ")"), "Brep")
        _, failing = building.element("IFCCOLUMN", "bad shape", broken)
        self.write("building.ifc", building.text())
        report = self.clash("building.ifc", code=2)
        self.assertEqual([report["objects"], report["partial"]], [1, True])
        [listed] = report["without_geometry"]
        self.assertIn(bare, listed["place"])
        [lost] = report["unreadable"]
        self.assertIn(failing, lost["place"])
        self.assertIn("building.ifc: #", lost["message"])

    def test_a_file_that_was_cut_off_is_refused(self):
        self.two_walls()
        with open(self.path("building.ifc"), encoding="utf-8") as file:
            text = file.read()
        self.write("cut.ifc", text[:len(text) * 2 // 3])
        result = self.run_allide("clash", "cut.ifc", "--json", code=2)
        self.assertEqual(result.stdout, "")
        line = text[:len(text) * 2 // 3].rstrip().count("\n") + 1
        self.assertIn(f"cut.ifc:{line}: ", result.stderr)
        # The report of the file that could be read is written.
        both = self.clash("building.ifc", "cut.ifc", code=2)
        self.assertEqual([both["partial"], len(both["clashes"])], [True, 1])

    def test_known_units_that_differ_are_refused(self):
        self.two_walls()
        building = Building(prefix="$")
        building.wall("wall", (0, 0, 0), (3, 0.2, 2.5))
        self.write("metres.ifc", building.text())
        result = self.run_allide("clash", "building.ifc", "metres.ifc", code=2)
        self.assertIn("metres.ifc: its lengths are in m, those of building.ifc in mm", result.stderr)
        self.clash("building.ifc", "metres.ifc", "--units", "mm")


class WithoutLibrary(FilesTest):
    def test_a_missing_library_is_named(self):
        self.write("building.ifc", Building().text())
        # A Python without packages, and a copy of the reader that finds no other.
        os.mkdir(self.path("readers"))
        shutil.copy(os.path.join(os.path.dirname(PROGRAM), "allide-read-ifc"), self.path("readers"))
        os.mkdir(self.path("bin"))
        with open(self.path("bin/python3"), "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\nexec {os.path.realpath('/usr/bin/python3')} -I -S \"$@\"\n")
        os.chmod(self.path("bin/python3"), 0o755)
        result = self.run_allide("info", "building.ifc", code=2, environment={
            "ALLIDE_READERS": self.path("readers"), "PATH": f"{self.path('bin')}:{os.environ['PATH']}", "ALLIDE_IFC_PYTHON": ""})
        self.assertIn("IfcOpenShell", result.stderr)
        self.assertIn("scripts/install-ifc.sh", result.stderr)

    def test_rvm_is_refused_with_a_converter(self):
        with open(self.path("deck.rvm"), "wb") as file:
            file.write(b"\0\0\0H\0\0\0E\0\0\0A\0\0\0D" + bytes(64))
        result = self.run_allide("info", "deck.rvm", code=2)
        self.assertIn("rvmparser", result.stderr)


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        PROGRAM = os.path.abspath(sys.argv.pop(1))
    if sys.argv[1:] != ["WithoutLibrary"] and not can_read():
        print("skipped: IfcOpenShell is not installed; scripts/install-ifc.sh installs it", file=sys.stderr)
        sys.exit(77)
    unittest.main()
