#!/usr/bin/env python3
"""The verb clash: kinds, reports, rules, interrupts, and baselines.

Run: test_clash.py PROGRAM [unittest options]
"""

import csv
import json
import math
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import zipfile

PROGRAM = os.environ.get("ALLIDE_PROGRAM", "allide")
FIELDS = ["key", "a", "b", "a_id", "b_id", "kind", "distance", "depth", "depth_lower", "shallow", "contacts", "point",
          "group", "status", "exact_kind", "within_facets", "volume_lower", "volume_upper", "volume_fraction",
          "contact_area", "separation"]
FACES = [(0, 2, 3), (0, 3, 1), (4, 5, 7), (4, 7, 6), (0, 1, 5), (0, 5, 4),
         (2, 6, 7), (2, 7, 3), (0, 4, 6), (0, 6, 2), (1, 3, 7), (1, 7, 5)]


def corners(lo, hi):
    return [tuple((hi if i >> k & 1 else lo)[k] for k in range(3)) for i in range(8)]


def boxes(*named):
    """OBJ text of boxes (name, low corner, high corner)."""
    lines = []
    for n, (name, lo, hi) in enumerate(named):
        lines.append("o " + name)
        lines += ["v %r %r %r" % tuple(map(float, p)) for p in corners(lo, hi)]
        lines += ["f " + " ".join(str(8 * n + 1 + i) for i in face) for face in FACES]
    return "\n".join(lines) + "\n"



def step(*parts):
    """STEP text of bodies of revolution about z (name, inner radius or 0, outer radius, low, high), in millimetres."""
    lines = []

    def add(entity):
        lines.append(f"#{len(lines) + 1} = {entity};")
        return f"#{len(lines)}"

    def point(x, y, z):
        return add(f"CARTESIAN_POINT('',({x:.6f},{y:.6f},{z:.6f}))")

    def axes_at(z):
        return add(f"AXIS2_PLACEMENT_3D('',{point(0, 0, z)},{up},{ahead})")

    def bound(kind, *edges):
        turned = ",".join(add(f"ORIENTED_EDGE('',*,*,{edge},{sense})") for edge, sense in edges)
        loop = add(f"EDGE_LOOP('',({turned}))")
        return add(f"{kind}('',{loop},.T.)")

    def body(radii, low, high):
        rims, seams, faces = {}, {}, []
        for radius in radii:
            ends = {z: add(f"VERTEX_POINT('',{point(radius, 0, z)})") for z in (low, high)}
            for z in (low, high):
                circle = add(f"CIRCLE('',{axes_at(z)},{radius:.6f})")
                rims[radius, z] = add(f"EDGE_CURVE('',{ends[z]},{ends[z]},{circle},.T.)")
            way = add(f"VECTOR('',{up},1.)")
            line = add(f"LINE('',{point(radius, 0, low)},{way})")
            seams[radius] = add(f"EDGE_CURVE('',{ends[low]},{ends[high]},{line},.T.)")
        for radius in radii:
            out = radius == max(radii)
            first, last = (".T.", ".F.") if out else (".F.", ".T.")
            side = bound("FACE_OUTER_BOUND", (rims[radius, low], first), (seams[radius], ".T."),
                         (rims[radius, high], last), (seams[radius], ".F."))
            surface = add(f"CYLINDRICAL_SURFACE('',{axes_at(0)},{radius:.6f})")
            faces.append(add(f"ADVANCED_FACE('',({side}),{surface},{first})"))
        for z in (low, high):
            sense, other = (".T.", ".F.") if z == high else (".F.", ".T.")
            bounds = [bound("FACE_OUTER_BOUND", (rims[max(radii), z], sense))]
            bounds += [bound("FACE_BOUND", (rims[radius, z], other)) for radius in radii if radius != max(radii)]
            plane = add(f"PLANE('',{axes_at(z)})")
            faces.append(add(f"ADVANCED_FACE('',({','.join(bounds)}),{plane},{sense})"))
        shell = add(f"CLOSED_SHELL('',({','.join(faces)}))")
        return add(f"MANIFOLD_SOLID_BREP('',{shell})")

    application = add("APPLICATION_CONTEXT('automotive design')")
    units = [add("(LENGTH_UNIT() NAMED_UNIT(*) SI_UNIT(.MILLI.,.METRE.))"),
             add("(NAMED_UNIT(*) PLANE_ANGLE_UNIT() SI_UNIT($,.RADIAN.))"),
             add("(NAMED_UNIT(*) SI_UNIT($,.STERADIAN.) SOLID_ANGLE_UNIT())")]
    context = add("(GEOMETRIC_REPRESENTATION_CONTEXT(3) "
                  f"GLOBAL_UNIT_ASSIGNED_CONTEXT(({','.join(units)})) REPRESENTATION_CONTEXT('',''))")
    up, ahead = add("DIRECTION('',(0.,0.,1.))"), add("DIRECTION('',(1.,0.,0.))")
    for name, inner, outer, low, high in parts:
        solid = body([inner, outer] if inner else [outer], low, high)
        shape = add(f"ADVANCED_BREP_SHAPE_REPRESENTATION('',({axes_at(0)},{solid}),{context})")
        about = add(f"PRODUCT_CONTEXT('',{application},'mechanical')")
        product = add(f"PRODUCT('{name}','{name}','',({about}))")
        formation = add(f"PRODUCT_DEFINITION_FORMATION('','',{product})")
        design = add(f"PRODUCT_DEFINITION_CONTEXT('part definition',{application},'design')")
        definition = add(f"PRODUCT_DEFINITION('design','',{formation},{design})")
        of_definition = add(f"PRODUCT_DEFINITION_SHAPE('','',{definition})")
        add(f"SHAPE_DEFINITION_REPRESENTATION({of_definition},{shape})")
    return ("ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\n"
            "FILE_SCHEMA(('AUTOMOTIVE_DESIGN'));\nENDSEC;\nDATA;\n" + "\n".join(lines)
            + "\nENDSEC;\nEND-ISO-10303-21;\n")

def glb(*named, under=()):
    """The same boxes as nodes of a GLB file; names may be equal. The nodes in `under` are children of an extra node."""
    body, doc = b"", {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": list(range(len(named)))}],
                      "nodes": [], "meshes": [], "accessors": [], "bufferViews": [], "buffers": []}
    for n, (name, lo, hi) in enumerate(named):
        points = b"".join(struct.pack("<3f", *p) for p in corners(lo, hi))
        faces = b"".join(struct.pack("<3H", *f) for f in FACES)
        for data, kind, component, count in ((points, "VEC3", 5126, 8), (faces, "SCALAR", 5123, 36)):
            view = {"buffer": 0, "byteOffset": len(body), "byteLength": len(data)}
            doc["accessors"].append({"bufferView": len(doc["bufferViews"]), "componentType": component,
                                     "count": count, "type": kind})
            if kind == "VEC3":
                doc["accessors"][-1].update(min=list(map(float, lo)), max=list(map(float, hi)))
            doc["bufferViews"].append(view)
            body += data
        doc["meshes"].append({"primitives": [{"attributes": {"POSITION": 2 * n}, "indices": 2 * n + 1}]})
        doc["nodes"].append({"name": name, "mesh": n})
    if under:
        doc["nodes"].append({"name": "above", "children": list(under)})
        doc["scenes"][0]["nodes"] = [i for i in range(len(named) + 1) if i not in under]
    doc["buffers"] = [{"byteLength": len(body)}]
    text = json.dumps(doc).encode()
    text += b" " * (-len(text) % 4)
    return (struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(body)) + struct.pack("<I4s", len(text), b"JSON") + text
            + struct.pack("<I4s", len(body), b"BIN\0") + body)


CUBE = ("cube", (0, 0, 0), (1, 1, 1))
SCENE = [CUBE,
         ("late", (0.5, 0, 0), (1.5, 1, 1)),           # hard with cube, though no two faces cross
         ("again", (0, 0, 0), (1, 1, 1)),              # a duplicate of cube
         ("small", (0.25, 0.25, 0.25), (0.375, 0.75, 0.75)),
         ("beside", (0, 1, 0), (1, 2, 1)),             # face to face
         ("far", (0, 0, 1.25), (1, 1, 2))]
KINDS = {("cube", "late"): "hard", ("cube", "again"): "duplicate", ("cube", "small"): "contained",
         ("cube", "beside"): "touch", ("late", "again"): "hard", ("late", "beside"): "touch",
         ("again", "small"): "contained", ("again", "beside"): "touch"}


class ClashTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="allide-clash-test-")
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return name

    def run_words(self, *words):
        result = subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, timeout=300,
                                stdin=subprocess.DEVNULL)
        return result.returncode, result.stdout.decode(), result.stderr.decode()

    def clash(self, *words, code=1):
        got, out, err = self.run_words("clash", *words, "--json")
        self.assertEqual(got, code, err)
        return json.loads(out)

    def refused(self, *words, mention=()):
        got, out, err = self.run_words("clash", *words)
        self.assertEqual((got, out), (2, ""), err)
        self.assertEqual(err.count("\n"), 1, err)
        for text in mention:
            self.assertIn(text, err)

    @staticmethod
    def kinds(answer):
        return {(row["a"], row["b"]): row["kind"] for row in answer["clashes"]}

    @staticmethod
    def statuses(answer):
        return {tuple(sorted((row["a"], row["b"]))): row["status"] for row in answer["clashes"]}

    # ---- kinds and reports

    def test_kinds_of_boxes(self):
        scene = self.write("scene.obj", boxes(*SCENE))
        answer = self.clash(scene)
        self.assertEqual(self.kinds(answer), KINDS)
        self.assertEqual((answer["objects"], answer["partial"]), (6, False))
        for row in answer["clashes"]:
            self.assertLessEqual({*FIELDS, "group_a", "group_b"}, set(row))
            self.assertLess(row["a_id"], row["b_id"])
            self.assertEqual(row["status"], "new")
            self.assertEqual(sum(r["contacts"] for r in row["regions"]), row["contacts"])
            if row["kind"] == "touch":
                self.assertEqual((row["depth"], row["distance"]), (0, 0))
        ids = [(row["a_id"], row["b_id"]) for row in answer["clashes"]]
        self.assertEqual(ids, sorted(ids))
        hard = next(row for row in answer["clashes"] if (row["a"], row["b"]) == ("cube", "late"))
        self.assertAlmostEqual(hard["depth"], 0.5)
        self.assertFalse(hard["shallow"])

    def test_a_foot_with_a_shell_inside_stands_on_the_floor(self):
        scene = self.write("floor.obj", boxes(("floor", (0, 0, -1), (4, 4, 0)), ("foot", (1, 1, 0), (3, 3, 2)),
                                              ("foot", (1.5, 1.5, 0), (2.5, 2.5, 1))))
        self.assertEqual(self.kinds(self.clash(scene)), {("floor", "foot"): "touch"})

    def test_depths_far_out_and_of_any_size(self):
        far = (5e8, 5.4e9, 1e5)
        at = lambda *p: tuple(x + o for x, o in zip(p, far))
        scene = self.write("far.obj", boxes(("a", at(0, 0, 0), at(20, 20, 20)), ("b", at(20 - 2**-17, 0, 0), at(40, 20, 20))))
        row, = self.clash(scene)["clashes"]
        self.assertTrue(row["shallow"])
        self.assertTrue(row["depth_lower"] <= 2**-17 <= row["depth"] < 2**-16, row)
        self.assertEqual(self.kinds(self.clash(scene, "--touch", "1e-5")), {("a", "b"): "touch"})
        scene = self.write("huge.obj", boxes(("a", (0, 0, 0), (1e80,) * 3), ("b", (5e79,) * 3, (2e80,) * 3)))
        row, = self.clash(scene)["clashes"]
        self.assertTrue(row["depth_lower"] <= 5e79 <= row["depth"] and not row["shallow"], row)

    def test_clearance_and_touch(self):
        scene = self.write("scene.obj", boxes(CUBE, SCENE[5]))
        self.assertEqual(self.clash(scene, code=0)["clashes"], [])
        row, = self.clash(scene, "--clearance", "0.25")["clashes"]
        self.assertEqual(row["kind"], "clearance")
        self.assertAlmostEqual(row["distance"], 0.25, 12)
        self.assertEqual(self.clash(scene, "--clearance", "0.2499", code=0)["clashes"], [])
        row, = self.clash(scene, "--touch", "0.25")["clashes"]
        self.assertEqual(row["kind"], "touch")
        scene = self.write("deep.obj", boxes(CUBE, SCENE[1]))
        self.assertEqual(self.kinds(self.clash(scene, "--touch", "0.6")), {("cube", "late"): "touch"})

    def test_reports_agree(self):
        scene = self.write("scene.obj", boxes(*SCENE))
        answer = self.clash(scene, "--clearance", "1", "-o", "a.json", "-o", "a.csv")
        with open(self.path("a.json")) as file:
            self.assertEqual(json.load(file), answer)
        with open(self.path("a.csv"), newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(list(rows[0]), FIELDS + ["x", "y", "z", "file_a", "file_b", "group_a", "group_b"])
        self.assertEqual(len(rows), len(answer["clashes"]))
        for row, other in zip(rows, answer["clashes"]):
            for field in ("key", "a", "b", "kind", "group", "status"):
                self.assertEqual(row[field], other[field])
            for field in ("a_id", "b_id", "distance", "depth", "depth_lower", "contacts"):
                self.assertEqual(float(row[field]), other[field])
            self.assertEqual(list(map(float, row["point"].split())), other["point"])
            self.assertEqual([float(row[axis]) for axis in "xyz"], other["point"])
            self.assertEqual([row["file_a"], row["group_b"]], [scene, other["group_b"]])
            self.assertEqual(row["shallow"], "true" if other["shallow"] else "false")
        code, text, _ = self.run_words("clash", scene)
        self.assertEqual(code, 1)
        self.assertIn("1 duplicate, 2 contained, 2 hard, 3 touch", text)
        self.assertIn(", 0.5 deep, at", text)

    def test_facets_of_a_fit(self):
        def ring(name, radius, outer, low, high, sides):
            corners = [(r * math.cos(t), r * math.sin(t), z) for t in (2 * math.pi * i / sides for i in range(sides))
                       for r in (radius, outer) for z in (low, high)]
            faces = []
            for i in range(sides):
                p, q = 4 * i, 4 * ((i + 1) % sides)
                faces += [(p, p + 1, q + 1, q), (p + 2, q + 2, q + 3, p + 3), (p, q, q + 2, p + 2), (p + 1, p + 3, q + 3, q + 1)]
            return name, corners, faces

        def scene_of(*parts):
            text, first = "", 1
            for name, corners, faces in parts:
                text += f"o {name}\n" + "".join("v %r %r %r\n" % c for c in corners)
                text += "".join("f " + " ".join(str(first + i) for i in face) + "\n" for face in faces)
                first += len(corners)
            return text

        plate = ring("plate", 5, 30, 0, 10, 40)
        fits = self.write("fits.obj", scene_of(plate, ring("bolt", 2, 5, -5, 15, 28)))
        row, = self.clash(fits)["clashes"]
        self.assertEqual((row["kind"], row["exact_kind"], row["within_facets"]), ("hard", "hard", False))
        self.assertGreater(row["separation"], 4)
        self.assertLess(row["depth"], 0.05)
        self.assertIn("1 hard clash is no deeper than facets of curved parts may cause", self.run_words("clash", fits)[1])
        row, = self.clash(fits, "--estimate-sag")["clashes"]
        self.assertEqual((row["kind"], row["exact_kind"], row["within_facets"]), ("touch", "hard", True))
        thick = self.write("thick.obj", scene_of(plate, ring("bolt", 2, 5.5, -5, 15, 28)))
        row, = self.clash(thick, "--estimate-sag")["clashes"]
        self.assertEqual(row["kind"], "hard")
        self.assertTrue(0.47 <= row["depth_lower"] <= row["depth"] <= 0.55, row)
        wide, narrow = row, self.clash(thick, "--depth-error", "0.001")["clashes"][0]
        self.assertLessEqual(narrow["depth"] - narrow["depth_lower"], 0.001 * narrow["depth"])
        self.assertLessEqual(wide["depth_lower"], narrow["depth"])
        area = (28 / 2 * 5.5**2 * math.sin(2 * math.pi / 28)) - (40 / 2 * 5**2 * math.sin(2 * math.pi / 40))
        self.assertAlmostEqual(narrow["volume_lower"], 10 * area, 1)
        for value in ("0", "0.0001", "0.6", "x"):
            code, out, error = self.run_words("clash", thick, "--depth-error", value)
            self.assertEqual((code, out, error.count("\n")), (2, "", 1), error)
            self.assertIn("--depth-error", error)

    def test_a_bolt_that_is_too_thick(self):
        if not os.path.exists(os.path.join(os.path.dirname(os.path.abspath(PROGRAM)), "allide-read-step")):
            self.skipTest("allide-read-step was not built")
        hole = ("plate", 5, 30, 0, 10)
        row, = self.clash(self.write("fit.step", step(hole, ("bolt", 0, 5.005, -5, 15))))["clashes"]
        self.assertEqual((row["kind"], row["exact_kind"], row["within_facets"]), ("touch", "hard", True))
        thick = self.write("thick.step", step(hole, ("bolt", 0, 5.1, -5, 15)))
        # The facets of the hole lie inside it, by the sag at most. By default, that is little for small circles.
        for sag in ((), ("--sag", "0.01")):
            row, = self.clash(thick, *sag)["clashes"]
            self.assertEqual((row["kind"], row["within_facets"]), ("hard", False))
            self.assertTrue(0.095 <= row["depth_lower"] <= row["depth"] <= 0.11, row)
            self.assertAlmostEqual(row["volume_lower"], 10 * math.pi * (5.1**2 - 5**2), delta=0.5)

    def test_filters(self):
        scene = self.write("scene.obj", boxes(("pipes/a", (0, 0, 0), (2, 2, 2)), ("pipes/b", (1, 1, 1), (3, 3, 3)),
                                              ("steel/x", (2, 0, 0), (4, 2, 2)), ("steel/y", (2.5, 2.5, 2.5), (5, 5, 5))))
        everything = self.clash(scene)
        self.assertEqual((everything["version"], everything["filter"]), ("0.1.0", ""))
        self.assertRegex(everything["date"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        hard = {pair for pair, kind in self.kinds(everything).items() if kind == "hard"}
        self.assertEqual(set(self.kinds(self.clash(scene, "--kinds", "hard"))), hard)
        across = self.clash(scene, "--between", "pipes/*", "steel/*")
        self.assertEqual({tuple(n.split("/")[0] for n in (c["a"], c["b"])) for c in across["clashes"]}, {("pipes", "steel")})
        two = self.clash(scene, "--between", "*/a", "*/b", "--between", "*/b", "*/y")
        self.assertEqual(sorted((c["a"][-1], c["b"][-1]) for c in two["clashes"]), [("a", "b"), ("b", "y")])
        # Clashes that a filter leaves out stay in the comparison, with the status "unchecked".
        old = self.write("old.json", json.dumps(everything))
        later = self.clash(scene, "--kinds", "hard", "--baseline", old)
        self.assertEqual({c["status"] for c in later["clashes"] if c["kind"] != "hard"}, {"unchecked"})
        self.assertEqual({c["status"] for c in later["clashes"] if c["kind"] == "hard"}, {"persisting"})
        code, _, err = self.run_words("clash", scene, "--between", "ducts/*", "steel/*")
        self.assertEqual(code, 0)
        self.assertIn("the pattern 'ducts/*' matches nothing", err)
        self.refused(scene, "--kinds", "hrad", mention=["--kinds", "hard"])

    def test_labels_tell_parts_apart(self):
        names = ["deck/1/M1", "deck/2/M1", "deck/2/M2", "far"]
        scene = self.write("scene.obj", boxes(*((name, (i, 0, 0), (i + 1.5, 1, 1)) for i, name in enumerate(names))))
        self.assertEqual([part["label"] for part in self.clash(scene)["parts"]], ["1/M1", "2/M1", "M2", "far"])

    def test_the_worst_come_first(self):
        """In text and BCF by depth_lower, then volume; JSON and CSV are sorted by part numbers."""
        parts = []
        for i, depth in enumerate((0.125, 0.5, 0.25, 0.375)):  # in another order than the part numbers
            parts += [(f"post {i}", (3 * i, 0, 0), (3 * i + 1, 1, 1)), (f"beam {i}", (3 * i + 1 - depth, -0.5, -0.5), (3 * i + 2, 1.5, 1.5))]
        parts += [("near", (0, 0, 1.75), (1, 1, 2)), ("flush", (0, 0, -1), (0.5, 1, 0))]
        scene = self.write("scene.obj", boxes(*parts))
        answer = self.clash(scene, "--clearance", "0.3", "-o", "a.bcf", "-o", "a.csv")
        with open(self.path("a.csv"), newline="") as file:
            rows = [(int(row["a_id"]), int(row["b_id"])) for row in csv.DictReader(file)]
        self.assertEqual(rows, sorted(rows))
        self.assertEqual([(row["a_id"], row["b_id"]) for row in answer["clashes"]], rows)
        overlaps = [row for row in answer["clashes"] if row["depth_lower"]]
        self.assertEqual(len(overlaps), 4)
        worst = sorted(overlaps, key=lambda row: (-row["depth_lower"], -(row["volume_lower"] or 0)))
        self.assertNotEqual(worst, overlaps)
        listed = [f"{row['a']} and {row['b']}" for row in worst]
        _, text, _ = self.run_words("clash", scene, "--clearance", "0.3")
        lines = text[text.index("the worst first:"):].splitlines()[1:]
        self.assertEqual([line.split(": ")[1].split(",")[0] for line in lines[:4]], listed)
        self.assertEqual({line.split(":")[0].strip() for line in lines[4:]}, {"clearance", "touch"})
        with zipfile.ZipFile(self.path("a.bcf")) as archive:
            titles = [re.search("<Title>(.*)</Title>", archive.read(name).decode())[1] for name in archive.namelist() if name.endswith("/markup.bcf")]
        self.assertEqual([title.split(": ")[1] for title in titles[:4]], listed)
        self.assertIn(" clearance: ", titles[4])

    def test_the_summary_counts_by_pair_of_groups_and_by_part(self):
        self.write("steel.obj", boxes(("frame", (0, 0, 0), (10, 1, 1))))
        self.write("pipes.obj", boxes(*((f"pipe {i}", (3 * i, 0.5, 0.5), (3 * i + 1, 3, 0.75)) for i in range(4)), ("cap", (0, 2.9, 0.5), (1, 3.5, 0.75))))
        _, text, _ = self.run_words("clash", "steel.obj", "pipes.obj")
        self.assertIn("by pair of groups:\n  pipes.obj | pipes.obj: 1 hard\n  pipes.obj | steel.obj: 4 hard\n", text)
        self.assertIn("parts with most clashes:\n  frame: 4 hard\n", text)

    def test_names_in_csv(self):
        name = 'a, "b"'
        scene = self.write("scene.obj", boxes((name, (0, 0, 0), (1, 1, 1)), SCENE[1]))
        self.clash(scene, "-o", "a.csv")
        with open(self.path("a.csv"), newline="") as file:
            self.assertEqual(next(csv.DictReader(file))["a"], name)

    def test_same_for_every_thread_count(self):
        scene = self.write("scene.obj", boxes(*SCENE))
        one, more = (self.clash(scene, "--clearance", "1", "--threads", n) for n in ("1", "3"))
        for answer in (one, more):
            del answer["seconds"], answer["date"]
        self.assertEqual(one, more)

    def test_files_are_numbered_in_order(self):
        self.write("one.obj", boxes(CUBE))
        self.write("two.obj", boxes(SCENE[5], SCENE[1]))
        row, = self.clash("one.obj", "two.obj", "--units", "m")["clashes"]
        self.assertEqual((row["a_id"], row["b_id"], row["group"]), (0, 2, "one.obj | two.obj"))

    # ---- unreadable input

    def test_unreadable_file(self):
        self.write("bad.obj", "v 0 0 zero\n")
        scene = self.write("scene.obj", boxes(*SCENE))
        code, out, err = self.run_words("clash", "bad.obj", scene, "--json", "-o", "a.csv")
        answer = json.loads(out)
        self.assertEqual((code, answer["partial"]), (2, True))
        self.assertEqual(self.kinds(answer), KINDS)
        self.assertIn("bad.obj:1", err)
        self.assertIn("bad.obj", answer["unreadable"][0]["place"])
        self.assertTrue(os.path.exists(self.path("a.csv")))
        self.refused("bad.obj", scene, "--json", "--strict", mention=["bad.obj:1"])
        self.refused("bad.obj", mention=["bad.obj:1"])

    def test_unreadable_part_keeps_its_number(self):
        text = boxes(CUBE, ("broken", (5, 5, 5), (6, 6, 6)), SCENE[1]).replace("v 6.0 6.0 6.0", "v nan 6 6")
        code, out, _ = self.run_words("clash", self.write("scene.obj", text), "--json")
        answer = json.loads(out)
        self.assertEqual((code, answer["partial"], answer["objects"]), (2, True, 3))
        self.assertEqual([(r["a_id"], r["b_id"]) for r in answer["clashes"]], [(0, 2)])

    def test_usage(self):
        scene = self.write("scene.obj", boxes(*SCENE))
        self.refused(scene, "-o", "a.txt", mention=[".html", ".json"])
        self.refused(scene, "-o", "a.txt", mention=["a.txt"])
        self.clash(scene, "--rules", self.write("empty.toml", ""))
        self.clash(scene, "--rules", self.write("marked.toml", "\ufeffclearance = 0.1\n"))
        self.refused(scene, "--clearance", "-1", mention=["--clearance"])
        self.refused(scene, "--touch", "much", mention=["--touch"])
        self.refused(scene, "--threads", "two", mention=["--threads"])
        self.refused(scene, "--rules", "none.toml", mention=["none.toml"])
        self.refused(scene, "--baseline", "none.json", mention=["none.json"])
        self.refused(scene, "-o", "no/such/folder.json", mention=["no/such/folder.json"])

    # ---- rules

    def rules(self, text, *words, name="rules.toml", code=1):
        scene = self.write("scene.obj", boxes(*SCENE))
        return self.clash(scene, "--rules", self.write(name, text), *words, code=code)

    def test_groups_and_tolerances(self):
        text = """
            clearance = 0.3   # between all others
            [[group]]
            name = "blocks"
            parts = ["cube", "late",
                     "again"]
            [[group]]
            name = "rest"
            files = ["*.obj"]
            [[pair]]
            groups = ["blocks", "blocks"]
            ignore = true
            [[pair]]
            groups = ["rest", "blocks"]
            clearance = 0.2
        """
        expected = {pair: kind for pair, kind in KINDS.items() if not set(pair) <= {"cube", "late", "again"}}
        answer = self.rules(text)
        found = self.kinds(answer)
        self.assertEqual({p: k for p, k in found.items() if "clearance" != k}, expected)
        self.assertEqual({p for p, k in found.items() if k == "clearance"},
                         {("small", "beside"), ("late", "small"), ("beside", "far")})
        self.assertEqual({row["group"] for row in answer["clashes"]}, {"blocks | rest", "rest | rest"})
        # The same in JSON.
        as_json = {"clearance": 0.3, "group": [{"name": "blocks", "parts": ["cube", "late", "again"]},
                                               {"name": "rest", "files": ["*.obj"]}],
                   "pair": [{"groups": ["blocks", "blocks"], "ignore": True},
                            {"groups": ["rest", "blocks"], "clearance": 0.2}]}
        again = self.rules(json.dumps(as_json), name="rules.json")
        self.assertEqual(self.kinds(again), found)

    def test_ignored_pairs_and_siblings(self):
        found = self.kinds(self.rules('[[ignore]]\nparts = ["again", "*"]\n'))
        self.assertEqual(found, {p: k for p, k in KINDS.items() if "again" not in p})
        scene = self.write("tree.obj", boxes(("pump/motor", (0, 0, 0), (1, 1, 1)), ("pump/shaft", (0.5, 0, 0), (2, 1, 1)),
                                             ("tank/wall", (0, 0.5, 0), (1, 2, 1))))
        self.assertEqual(len(self.clash(scene)["clashes"]), 3)
        rules = self.write("rules.toml", "ignore_siblings = true\n")
        self.assertEqual(set(self.kinds(self.clash(scene, "--rules", rules))),
                         {("pump/motor", "tank/wall"), ("pump/shaft", "tank/wall")})

    def test_siblings_of_a_gltf_node(self):
        parts = [("a", (0, 0, 0), (2, 2, 2)), ("b", (1, 1, 1), (3, 3, 3)), ("c", (1, 0, 1), (2, 4, 2))]
        rules = self.write("rules.toml", "ignore_siblings = true\n")
        scene = self.write("flat.glb", glb(*parts))
        self.assertEqual(len(self.clash(scene, "--rules", rules)["clashes"]), 3)
        scene = self.write("tree.glb", glb(*parts, under=[0, 1]))
        found = self.kinds(self.clash(scene, "--rules", rules))
        self.assertEqual({tuple(sorted(pair)) for pair in found}, {("a", "c"), ("b", "c")})

    def test_grid_and_groupings(self):
        answer = self.rules('grid = 0.5\ngrid_axes = "xz"\n')
        self.assertTrue(all(row["square"] for row in answer["clashes"]))
        for grouping, name in (("by_group_pair", "group"), ("by_square", "square")):
            keys = [key for one in answer[grouping] for key in one["keys"]]
            self.assertEqual(sorted(keys), sorted(row["key"] for row in answer["clashes"]))
            for one in answer[grouping]:
                for row in answer["clashes"]:
                    self.assertEqual(row["key"] in one["keys"], row[name] == one[name])
        by_part = {one["name"]: one["clashes"] for one in answer["by_part"]}
        self.assertEqual(by_part["cube"], 4)
        self.assertNotIn("far", by_part)

    def test_axes_alone_start_no_grid(self):
        answer = self.rules('grid_axes = "xz"\n')
        self.assertNotIn("by_square", answer)
        self.assertFalse([row for row in answer["clashes"] if "square" in row])
        # Without axes the grid is horizontal, also if y is up.
        scene = self.write("two.obj", boxes(("a", (2, 1, 0), (3, 2, 1)), ("b", (2.5, 1.5, 0.5), (4, 4, 4))))
        for up, axes in (("0,0,1", (0, 1)), ("0,1,0", (0, 2)), ("-1,0,0", (1, 2))):
            [row] = self.clash(scene, "--rules", self.write("rules.toml", "grid = 1\n"), "--up", up)["clashes"]
            self.assertEqual(row["square"], ",".join(str(math.floor(row["point"][axis])) for axis in axes))

    def test_rules_drop_kinds_of_a_pair_of_groups(self):
        groups = ('[[group]]\nname = "blocks"\nparts = ["cube", "late"]\n[[group]]\nname = "others"\nparts = ["*"]\n'
                  '[[pair]]\ngroups = ["blocks", "others"]\n')
        blocks = {"cube", "late"}
        found = self.kinds(self.rules(groups + 'drop = ["touch", "contained"]\n'))
        self.assertEqual(found, {pair: kind for pair, kind in KINDS.items()
                                 if kind not in ("touch", "contained") or len(blocks & set(pair)) != 1})
        self.assertLess(len(found), len(KINDS))
        scene = self.write("scene.obj", boxes(*SCENE))
        self.refused(scene, "--rules", self.write("rules.toml", groups + '# kinds\ndrop = ["tuoch"]\n'), mention=["rules.toml:10: ", "tuoch", "touch"])

    def test_patterns_that_match_nothing_are_named(self):
        scene = self.write("scene.obj", boxes(*SCENE))
        rules = self.write("rules.toml", '[[group]]\nname = "pipes"\nparts = ["pipes/*", "cube"]\nfiles = ["hull.*"]\nclasses = ["IfcPipe*"]\n'
                                         '[[ignore]]\nparts = ["cube", "lamp*"]\n')
        code, out, err = self.run_words("clash", scene, "--rules", rules, "--between", "*", "duct?", "--json")
        self.assertEqual((code, json.loads(out)["clashes"]), (0, []))
        self.assertEqual(err.splitlines(), [f"allide: the pattern '{p}' matches nothing" for p in ("pipes/*", "hull.*", "IfcPipe*", "lamp*", "duct?")])
        code, _, err = self.run_words("clash", scene, "--rules", rules)
        self.assertEqual((code, err.count("\n")), (1, 4))

    def test_errors_in_rules_name_their_line(self):
        scene = self.write("scene.obj", boxes(*SCENE))
        for line, text in ((2, "clearance = 1\nclearence = 2\n"), (1, "clearance = -1\n"), (1, 'clearance = "1"\n'),
                           (3, "# a\n\n[[group]\n"), (2, '[[group]]\nnam = "x"\n'), (1, '[[group]]\nname = "x"\n'),
                           (5, '[[group]]\nname = "x"\nparts = ["*"]\n[[pair]]\ngroups = ["x", "y"]\n'),
                           (2, "touch = 1\ntouch = 2\n"), (1, "touch = 1 2\n"), (1, 'grid_axes = "xx"\n'),
                           (2, '[[ignore]]\nparts = ["x"]\n'), (1, 'touch = "open\n'), (1, "ignore_siblings = 1\n")):
            self.refused(scene, "--rules", self.write("rules.toml", text), mention=[f"rules.toml:{line}: "])
        for line, text in ((2, '{\n"clearence": 1}'), (3, '{"touch": 1,\n\n"clearance": }'), (1, "[]"), (1, "{} {}")):
            self.refused(scene, "--rules", self.write("rules.json", text), mention=[f"rules.json:{line}: "])

    # ---- baselines

    def test_keys_depend_on_neither_order_nor_others(self):
        keys = {p: row["key"] for row in self.clash(self.write("a.obj", boxes(*SCENE)))["clashes"]
                for p in [tuple(sorted((row["a"], row["b"])))]}
        self.assertEqual(len(set(keys.values())), len(keys))
        renamed = [("new name", lo, hi) if name == "small" else (name, lo, hi) for name, lo, hi in SCENE]
        self.write("b.obj", boxes(*reversed(renamed)))
        for row in self.clash("b.obj")["clashes"]:
            pair = tuple(sorted((row["a"], row["b"])))
            if "new name" not in pair:
                self.assertEqual(row["key"], keys[pair])

    def test_equal_names_have_different_keys(self):
        plate = ("plate", (0, 0, 0), (10, 10, 1))
        bolts = [("bolt", (x, 1, -1), (x + 1, 2, 2)) for x in (1, 3, 5)]
        found = {}
        for name, parts in (("a.glb", [plate, *bolts]), ("b.glb", [*reversed(bolts), plate])):
            self.write(name, glb(*parts))
            rows = self.clash(name)["clashes"]
            self.assertEqual([row["kind"] for row in rows], ["hard"] * 3)
            # The two bolts differ only in their position.
            found[name] = {int(row["point"][0]): row["key"] for row in rows}
            self.assertEqual(len(set(found[name].values())), 3)
        self.assertEqual(set(found["a.glb"].values()), set(found["b.glb"].values()))

    def test_no_other_part_changes_a_key(self):
        def key_of(*parts):
            rows = self.clash(self.write("scene.glb", glb(*parts)))["clashes"]
            return [row["key"] for row in rows if row["kind"] == "hard"], rows
        cube, late, far = SCENE[0], SCENE[1], SCENE[5]
        before, _ = key_of(cube, late, far)
        self.assertEqual(len(before), 1)
        # A third part has the same name as one of the two and comes after or before it.
        same_name = ("cube", far[1], far[2])
        self.assertEqual(key_of(cube, late, same_name)[0], before)
        self.assertEqual(key_of(same_name, late, cube)[0], before)
        # If the third part clashes too, that clash has its own key.
        both, _ = key_of(cube, late, ("cube", (0.25, 0, 0), (1.25, 1, 1)))
        self.assertIn(before[0], both)
        self.assertEqual(len(set(both)), 3)

    def test_the_way_to_a_file_changes_no_key(self):
        nameless = "\n".join(line for line in boxes(CUBE).splitlines() if not line.startswith("o ")) + "\n"
        self.write("one.obj", nameless)
        self.write("two.obj", boxes(SCENE[1]))
        here = self.clash("one.obj", "two.obj", "-o", "old.json")["clashes"][0]["key"]
        there = self.clash("./one.obj", os.path.join(self.folder, "two.obj"))["clashes"][0]["key"]
        self.assertEqual(here, there)
        answer = self.clash("./one.obj", "./two.obj", "--baseline", "old.json")
        self.assertEqual(list(self.statuses(answer).values()), ["persisting"])
        self.assertEqual(answer["coverage"]["tested_pairs"], 0)
        self.write("two.obj", "f 1 2 3\n")
        code, out, _ = self.run_words("clash", "./one.obj", "./two.obj", "--baseline", "old.json", "--json")
        self.assertEqual((code, list(self.statuses(json.loads(out)).values())), (2, ["unchecked"]))

    def test_a_moved_part_keeps_its_key(self):
        """Among parts of one name, unchanged ones are recognised by their triangles, the others by their order."""
        plate = ("plate", (0, 0, 0), (10, 10, 1))
        bolts = [("bolt", (x, 1, -1), (x + 1, 2, 2)) for x in (1, 3, 5)]
        self.write("old.glb", glb(plate, *bolts))
        old = {int(row["point"][0]): row["key"] for row in self.clash("old.glb", "-o", "old.json")["clashes"]}
        moved = ("bolt", (7, 1, -1), (8, 2, 2))
        self.write("new.glb", glb(bolts[2], moved, bolts[0], plate))
        answer = self.clash("new.glb", "--baseline", "old.json", "-o", "new.json")
        self.assertEqual({row["status"] for row in answer["clashes"]}, {"persisting"})
        new = {int(row["point"][0]): row["key"] for row in answer["clashes"]}
        self.assertEqual(sorted(old.values()), sorted(new.values()))
        self.assertEqual([new[x] for x in new if x >= 7], [old[x] for x in old if 3 <= x < 5])
        # The same with an additional part at the old place of the moved one.
        self.write("last.glb", glb(bolts[2], moved, bolts[0], plate, bolts[1]))
        answer = self.clash("last.glb", "--baseline", "new.json")
        statuses = sorted(row["status"] for row in answer["clashes"])
        self.assertEqual(statuses, ["new", "persisting", "persisting", "persisting"])
        self.assertEqual(len({row["key"] for row in answer["clashes"]}), 4)

    def test_what_the_rules_ignore_now_is_unchecked(self):
        self.write("scene.obj", boxes(("hull/cube", *CUBE[1:]), ("pipe/late", *SCENE[1][1:])))
        rules = self.write("rules.toml", "ignore_siblings = true\n")
        self.clash("scene.obj", "--rules", rules, "-o", "old.json")
        self.write("scene.obj", boxes(("hull/cube", *CUBE[1:]), ("hull/late", *SCENE[1][1:])))
        with open(self.path("old.json")) as file:
            old = json.load(file)
        # A baseline in which the part has the same name below another node.
        for row in old["parts"] + old["clashes"]:
            for field in ("name", "identity", "a", "b"):
                if field in row:
                    row[field] = row[field].replace("pipe/late", "hull/late")
        self.write("old.json", json.dumps(old))
        answer = self.clash("scene.obj", "--rules", rules, "--baseline", "old.json")
        self.assertEqual([row["status"] for row in answer["clashes"]], ["unchecked"])
        # Approved clashes stay approved.
        old["clashes"][0]["status"] = "approved"
        self.write("old.json", json.dumps(old))
        answer = self.clash("scene.obj", "--rules", rules, "--baseline", "old.json", code=0)
        self.assertEqual([row["status"] for row in answer["clashes"]], ["approved"])

    def test_what_is_taken_over_is_as_if_tested(self):
        parts = [CUBE, ("gap", (1.25, 0, 0), (2, 1, 1)), SCENE[4]]
        self.write("one.obj", boxes(*parts))
        self.clash("one.obj", "--clearance", "0.5", "-o", "old.json")
        # Another file name gives other groups. With the parts in reverse order, the point of a gap lies on the other
        # part.
        self.write("two.obj", boxes(*reversed(parts)))
        taken, fresh = self.clash("two.obj", "--clearance", "0.5", "--baseline", "old.json"), self.clash("two.obj", "--clearance", "0.5")
        self.assertGreater(taken["coverage"]["carried_pairs"], 0)
        for one, other in zip(taken["clashes"], fresh["clashes"]):
            for field in ("key", "a", "b", "a_id", "b_id", "kind", "distance", "depth", "point", "group"):
                self.assertEqual(one[field], other[field], field)

    def test_baseline(self):
        self.write("old.obj", boxes(*SCENE))
        self.clash("old.obj", "-o", "old.json")
        # Nothing has changed: all clashes persist, and no pair is tested.
        same = self.clash("old.obj", "--baseline", "old.json")
        self.assertEqual(set(self.statuses(same).values()), {"persisting"})
        self.assertEqual(self.kinds(same), KINDS)
        self.assertEqual(same["coverage"], {"tested_pairs": 0, "carried_pairs": 8, "untested_pairs": 0})
        # One part moves from the cube into another part, one is removed, and the order changes.
        moved = {"small": ("small", (0.25, 1.25, 0.25), (0.5, 1.5, 0.5)), "late": None}
        scene = [part for part in (moved.get(p[0], p) for p in reversed(SCENE)) if part]
        self.write("new.obj", boxes(*scene))
        answer = self.clash("new.obj", "--baseline", "old.json", "-o", "new.json")
        self.assertEqual(self.statuses(answer), {
            ("cube", "late"): "resolved", ("again", "late"): "resolved", ("beside", "late"): "resolved",
            ("cube", "small"): "resolved", ("again", "small"): "resolved", ("beside", "small"): "new",
            ("again", "cube"): "persisting", ("beside", "cube"): "persisting", ("again", "beside"): "persisting"})
        self.assertEqual(answer["coverage"]["carried_pairs"], 3)
        fresh = self.kinds(self.clash("new.obj"))
        there = {(r["a"], r["b"]): r["kind"] for r in answer["clashes"] if r["status"] != "resolved"}
        self.assertEqual(there, fresh)

    def test_approved_stay_approved(self):
        scene = self.write("scene.obj", boxes(*SCENE))
        old = self.clash(scene)
        for row in old["clashes"]:
            row["status"] = "approved"
        self.write("old.json", json.dumps(old))
        answer = self.clash(scene, "--baseline", "old.json", code=0)
        self.assertEqual(set(self.statuses(answer).values()), {"approved"})
        # The same when other limits cause all pairs to be tested again.
        answer = self.clash(scene, "--baseline", "old.json", "--clearance", "0.01", code=0)
        self.assertEqual(set(self.statuses(answer).values()), {"approved"})
        self.assertEqual(answer["coverage"]["carried_pairs"], 0)
        old["clashes"][0]["status"] = "fine"
        self.refused(scene, "--baseline", self.write("bad.json", json.dumps(old, indent=1)), mention=["bad.json:", "fine"])
        self.refused(scene, "--baseline", self.write("bad.json", "{}"), mention=["bad.json:1"])

    def test_reports_of_version_0_1_are_baselines(self):
        scene = self.write("scene.obj", boxes(*SCENE))
        report = self.clash(scene)
        report["clashes"][0]["status"] = "approved"
        for name in ("version", "date", "filter", "up", "without_geometry"):
            del report[name]
        for part in report["parts"]:
            del part["label"]
        fields = ("key", "a", "b", "a_id", "b_id", "kind", "distance", "depth", "depth_lower", "shallow", "contacts", "point", "group", "status",
                  "depends_on_facets")
        for row in report["clashes"]:
            separation = row["separation"]  # version 0.1 called it depth
            regions = [{"contacts": region["contacts"], "point": region["point"]} for region in row["regions"]]
            kept = {name: row[name] for name in fields} | {"depth": separation, "depth_lower": 0, "regions": regions}
            row.clear()
            row.update(kept)
        old = self.write("old.json", json.dumps(report))
        answer = self.clash(scene, "--baseline", old)
        # Its depths mean something else, so every pair is tested again.
        self.assertEqual(answer["coverage"]["carried_pairs"], 0)
        self.assertEqual([row["status"] for row in answer["clashes"]], ["approved"] + ["persisting"] * (len(KINDS) - 1))
        self.assertEqual(self.kinds(answer), KINDS)
        gone = self.clash(self.write("less.obj", boxes(*SCENE[:4])), "--baseline", old)
        self.assertEqual({self.statuses(gone)[pair] for pair in (("beside", "cube"), ("again", "beside"))}, {"resolved"})

    def test_what_a_filter_leaves_out_is_unchecked(self):
        scene = self.write("scene.obj", boxes(*SCENE))
        old = self.write("old.json", json.dumps(self.clash(scene)))
        depths, volumes = ({tuple(sorted((row["a"], row["b"]))): row[field] for row in self.clash(scene)["clashes"]}
                           for field in ("depth", "volume_upper"))
        for words, kept in ((["--kinds", "hard,touch"], lambda pair, kind: kind in ("hard", "touch")),
                            (["--between", "cube", "*"], lambda pair, kind: "cube" in pair),
                            (["--min-depth", "0.4"], lambda pair, kind: (depths[pair] or 0) >= 0.4),
                            (["--min-volume", "0.1"], lambda pair, kind: (volumes[pair] or 0) >= 0.1)):
            wanted = {tuple(sorted(pair)) for pair, kind in KINDS.items() if kept(tuple(sorted(pair)), kind)}
            self.assertTrue(wanted and len(wanted) < len(KINDS), words)
            self.assertEqual({tuple(sorted(pair)) for pair in self.kinds(self.clash(scene, *words))}, wanted)
            answer = self.clash(scene, *words, "--baseline", old)
            self.assertEqual(self.statuses(answer), {pair: "persisting" if pair in wanted else "unchecked" for pair in self.statuses(answer)})
            self.assertEqual(len(answer["clashes"]), len(KINDS))
            # A further run, without the filter, still reports all clashes.
            again = self.clash(scene, "--baseline", self.write("next.json", json.dumps(answer)))
            self.assertEqual(self.statuses(again), {tuple(sorted(pair)): "persisting" for pair in KINDS})

    def test_unchecked(self):
        self.write("one.obj", boxes(CUBE))
        self.write("two.obj", boxes(SCENE[1]))
        self.clash("one.obj", "two.obj", "-o", "old.json")
        self.write("two.obj", "f 1 2 3\n")
        code, out, _ = self.run_words("clash", "one.obj", "two.obj", "--baseline", "old.json", "--json")
        self.assertEqual(code, 2)
        self.assertEqual(set(self.statuses(json.loads(out)).values()), {"unchecked"})

    # ---- a whole assembly

    def test_engine_room(self):
        code, _, err = self.run_words("generate", "engine-room", "--triangles", "60000", "--clashes", "12",
                                      "--clearances", "12", "-o", "room.glb")
        self.assertEqual(code, 0, err)
        with open(self.path("room.truth.json")) as file:
            truth = json.load(file)["pairs"]
        answer = self.clash("room.glb", "--clearance", "1.75")
        found = {(row["a_id"], row["b_id"]): row for row in answer["clashes"]}
        self.assertEqual(set(found), {(pair["a_id"], pair["b_id"]) for pair in truth})
        for pair in truth:
            row = found[pair["a_id"], pair["b_id"]]
            if pair["kind"] == "clearance":
                self.assertEqual(row["kind"], "clearance")
                self.assertAlmostEqual(row["distance"], pair["gap"], 9)
            else:
                self.assertIn(row["kind"], ("hard", "contained"))
                self.assertGreater(row["depth"], 0)
                self.assertLessEqual(row["depth_lower"], pair["depth"] + 1e-9)

    def interrupted(self, words, seconds):
        """Exit code, answer and messages of a run that gets Ctrl-C after so many seconds."""
        process = subprocess.Popen([PROGRAM, *words], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        begin = time.time()
        out, err = process.communicate(timeout=120)
        self.assertLess(time.time() - begin, 100)
        return process.returncode, json.loads(out), err

    def test_interrupt(self):
        self.run_words("generate", "engine-room", "--triangles", "60000", "-o", "room.glb")
        words = ["clash", "room.glb", "--clearance", "4000", "--threads", "1", "--json"]
        delay = 1.5
        while True:  # a fast machine may have tested all pairs by then
            code, answer, err = self.interrupted(words, delay)
            if answer.get("coverage", {}).get("untested_pairs", 0) > 0 or delay < 0.05:
                break
            delay /= 2
        self.assertEqual((code, answer["partial"]), (130, True), err)
        self.assertGreater(answer["coverage"]["untested_pairs"], 0)

    def test_interrupt_while_files_are_read(self):
        self.run_words("generate", "sphere", "--triangles", "200000", "-o", "ball.obj")
        words = ["clash", *["ball.obj"] * 400, "--json", "-o", "report.json"]
        code, answer, err = self.interrupted(words, 1.5)
        self.assertEqual(code, 130, err)
        self.assertTrue(answer["partial"])
        self.assertGreater(len(answer["unreadable"]), 0)
        self.assertEqual(answer["objects"] + len(answer["unreadable"]), 400)
        with open(self.path("report.json")) as file:
            self.assertTrue(json.load(file)["partial"])

    def test_interrupt_while_pictures_are_drawn(self):
        """All topics are written, those that were not drawn without a picture, and later outputs are partial."""
        self.run_words("generate", "engine-room", "--triangles", "60000", "-o", "room.glb")
        process = subprocess.Popen([PROGRAM, "clash", "room.glb", "--clearance", "60", "-o", "before.json",
                                    "-o", "report.bcf", "--json"],
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while not os.path.exists(self.path("before.json")) and process.poll() is None:
            time.sleep(0.01)  # pictures are drawn after that
        process.send_signal(signal.SIGINT)
        begin = time.time()
        out, err = process.communicate(timeout=120)
        self.assertLess(time.time() - begin, 60)
        answer = json.loads(out)
        self.assertEqual((process.returncode, answer["partial"]), (130, True), err)
        with open(self.path("before.json")) as file:
            self.assertFalse(json.load(file)["partial"])
        with zipfile.ZipFile(self.path("report.bcf")) as archive:
            names = archive.namelist()
        self.assertEqual(sum(name.endswith("/markup.bcf") for name in names), len(answer["clashes"]))
        self.assertLess(sum(name.endswith("/snapshot.png") for name in names), len(answer["clashes"]))

    # ---- an index instead of files

    def test_an_index_gives_the_report_of_its_files(self):
        scene = self.write("scene.obj", boxes(*SCENE))
        code, _, err = self.run_words("index", scene, "-o", "scene.allide")
        self.assertEqual(code, 0, err)
        of_files, of_index = self.clash(scene, "--clearance", "0.3"), self.clash("scene.allide", "--clearance", "0.3")
        for answer in (of_files, of_index):
            for row in answer["clashes"]:
                del row["group"], row["group_a"], row["group_b"]  # the file's name
        self.assertEqual(of_index["clashes"], of_files["clashes"])
        self.assertEqual(of_index["parts"][0]["file"], "scene.allide")
        self.assertEqual(self.statuses(self.clash("scene.allide", "--clearance", "0.3", "--baseline", self.write(
            "old.json", json.dumps(of_files | {"clashes": [row | {"group": ""} for row in of_files["clashes"]]})))),
            {pair: "persisting" for pair in self.statuses(of_files)})
        self.refused("scene.allide", scene, mention=["scene.allide", "only input"])
        with open(self.path("scene.allide"), "r+b") as file:
            file.truncate(1000)
        self.refused("scene.allide", mention=["scene.allide"])


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
