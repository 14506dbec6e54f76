#!/usr/bin/env python3
"""Certificates of `--explain`, verified by the independent checker: random scenes are proven, and tampered ones refused.

Run: test_certificates.py PROGRAM [unittest options]. With ALLIDE_TEST_LONG=1 ten thousand certificates are verified.
"""

import copy
import json
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import check_certificate  # noqa: E402
from exact_checker.meshes import read_mesh  # noqa: E402
from exact_checker.rationals import Refused  # noqa: E402

PROGRAM = os.environ.get("ALLIDE_PROGRAM", "allide")
LONG = os.environ.get("ALLIDE_TEST_LONG") == "1"
FEW = os.environ.get("ALLIDE_SANITIZED") == "1"
SHAPES = {"cube": 12, "octahedron": 8, "icosahedron": 20, "torus": 60, "sphere": 30, "soup": 6}
POSES_PER_RUN = 10


def unit_quaternion(dice):
    q = [dice.gauss(0, 1) for _ in range(4)]
    length = math.sqrt(sum(x * x for x in q))
    return [x / length for x in q]


def words_of(numbers):
    return ",".join(repr(float(x)) for x in numbers)


class Certificates(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="allide-certificates-")
        cls.meshes = {}
        for shape, count in SHAPES.items():
            path = os.path.join(cls.folder, shape + ".obj")
            cls.run_program("generate", shape, "--triangles", str(count), "-o", path)
            cls.meshes[shape] = path, read_mesh(path)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    @classmethod
    def run_program(cls, *words):
        result = subprocess.run([PROGRAM, *words], capture_output=True, timeout=300, text=True, cwd=cls.folder)
        if result.returncode not in (0, 1) or result.stderr:
            raise AssertionError(f"{words}: {result.returncode} {result.stderr}")
        return result.stdout

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        Path(path).write_text(text, encoding="utf-8")
        return path

    def answers(self, verb, a, b, *words):
        text = self.run_program(verb, a, b, "--json", "--explain", *words)
        return [json.loads(line) for line in text.splitlines()]

    def prove(self, answer, mesh_a, mesh_b, motion=None, what=""):
        try:
            return check_certificate.check(answer, mesh_a, mesh_b, motion)
        except Refused as error:
            self.fail(f"{what}: {error}: {json.dumps(answer)[:2000]}")

    def refuse(self, answer, mesh_a, mesh_b, motion=None, what=""):
        try:
            said = check_certificate.check(answer, mesh_a, mesh_b, motion)
        except (Refused, KeyError, TypeError, ValueError, IndexError, AttributeError):
            return
        self.fail(f"accepted although {what}: {said}")

    # Random scenes.

    def random_pose(self, dice):
        if dice.random() < 0.3:  # flush faces and equal coordinates
            return [dice.choice((-2, -1, -0.5, 0, 0.5, 1, 2)) for _ in range(3)] + [1, 0, 0, 0]
        far = dice.choice((0, 0, 0, 1e6))
        return [far + dice.uniform(-2, 2) for _ in range(3)] + unit_quaternion(dice)

    def resting(self, verb, runs, seed):
        dice, outcomes = random.Random(seed), set()
        for run in range(runs):
            (path_a, a), (path_b, b) = (self.meshes[dice.choice(list(SHAPES))] for _ in "ab")
            poses = self.write("poses.txt", "".join(words_of(self.random_pose(dice)) + "\n" for _ in range(POSES_PER_RUN)))
            pose_a = words_of(self.random_pose(dice))
            for answer in self.answers(verb, path_a, path_b, "--poses", poses, "--pose-a", pose_a):
                said = self.prove(answer, a, b, what=f"{verb} {run}")
                outcomes.add(said.split(":")[0].split(" from")[0])
        return outcomes

    def test_collide(self):
        found = self.resting("collide", 2 if FEW else 350 if LONG else 12, 1)
        self.assertEqual(found, {"contact", "no contact"})

    def test_distance(self):
        found = self.resting("distance", 2 if FEW else 350 if LONG else 12, 2)
        self.assertEqual(found, {"the distance is 0", "the distance is"})

    def random_motion(self, dice):
        number = lambda size: dice.choice((-1, -0.5, 0, 0.5, 1)) * size if dice.random() < 0.2 else dice.uniform(-size, size)
        vector = lambda size: [number(size) for _ in range(3)]
        kind = dice.choice(("linear", "screw", "screw", "path"))
        if kind == "linear":
            return {"type": kind, "translation": vector(5)}
        if kind == "screw":
            axis = dice.choice(([0, 0, 1], [0, 0, 2], [number(1) + 0.01, 1, number(1)]))
            return {"type": kind, "point": vector(2), "axis": axis, "advance": dice.choice((0, number(6))),
                    "angle": dice.choice((0, 1, 3, 8, 30)) * dice.choice((-1, 1))}
        return {"type": kind, "times": [0, 1, 3], "poses": [vector(3) + unit_quaternion(dice) for _ in range(3)]}

    def test_predict(self):
        dice, outcomes = random.Random(3), {}
        runs = 10 if FEW else 3000 if LONG else 120
        for run in range(runs):
            (path_a, a), (path_b, b) = (self.meshes[dice.choice(list(SHAPES))] for _ in "ab")
            motion = self.random_motion(dice)
            words = ["--motion", self.write("motion.json", json.dumps(motion)), "--pose-b", words_of(self.random_pose(dice)[:3] + [1, 0, 0, 0])]
            if motion["type"] != "path":
                words += ["--pose-a", words_of([dice.uniform(-2, 2) for _ in range(3)] + [1, 0, 0, 0])]
            if dice.random() < 0.2:
                words += ["--clearance", repr(dice.choice((0.5, 0.1, 0.01)))]
            if dice.random() < 0.2:
                words += ["--tolerance", dice.choice(("1e-3", "1e-6", "1e-13"))]
            answer, = self.answers("predict", path_a, path_b, *words)
            self.prove(answer, a, b, motion, f"predict {run}")
            outcomes[answer["outcome"]] = outcomes.get(answer["outcome"], 0) + 1
        self.assertLessEqual({"clear", "impact"}, set(outcomes))

    # Tampering: each change must be noticed.

    def change(self, answer, path, value):
        """A copy with one value replaced; a function maps the old value to the new one."""
        changed = copy.deepcopy(answer)
        *way, last = path
        place = changed
        for key in way:
            place = place[key]
        place[last] = value(place[last]) if callable(value) else value
        return changed

    def test_tampered_separation(self):
        (path_a, a), (path_b, b) = self.meshes["torus"], self.meshes["sphere"]
        answer, = self.answers("collide", path_a, path_a, "--pose-b", "0.68,0.01,0.02,0.7071067811865476,0.7071067811865476,0,0")
        self.prove(answer, a, a)
        steps = answer["certificate"]["steps"]
        self.assertGreater(len(steps), 10)
        directions = [i for i, step in enumerate(steps) if isinstance(step, list)]
        cuts = [i for i, step in enumerate(steps) if isinstance(step, str)]
        way = ["certificate", "steps"]
        for i in directions[::7]:
            self.refuse(self.change(answer, way + [i], lambda n: [-x if not isinstance(x, str) else "0x0p+0" for x in n]), a, a, None, "a direction is reversed")
            self.refuse(self.change(answer, way + [i], [0, 0, 0]), a, a, None, "a direction is 0")
            self.refuse(self.change(answer, way, steps[:i] + steps[i + 1:]), a, a, None, "a direction is missing")
            self.refuse(self.change(answer, way, steps[:i] + [steps[i]] + steps[i:]), a, a, None, "a direction is repeated")
        for i in cuts[:5]:
            self.refuse(self.change(answer, way, steps[:i] + steps[i + 1:]), a, a, None, "a cut is missing")
            self.refuse(self.change(answer, way + [i], "qx"), a, a, None, "a cut is unknown")
            self.refuse(self.change(answer, way + [i], 0.5), a, a, None, "time is cut where there is none")
        self.refuse(self.change(answer, way, []), a, a, None, "there are no steps")
        self.refuse(self.change(answer, way, [[0, 0, 1]]), a, a, None, "the proof is another one's")
        self.refuse(self.change(answer, ["colliding"], True), a, a, None, "the answer is reversed")
        self.refuse(self.change(answer, ["pose_b", 3], 0.0), a, a, None, "the pose is another one")
        self.refuse(self.change(answer, ["certificate", "kind"], "contact"), a, a, None, "the kind is another one")
        self.refuse(answer, b, b, None, "the meshes are others")
        self.refuse({k: v for k, v in answer.items() if k != "certificate"}, a, a, None, "there is no certificate")

    def test_tampered_contact(self):
        (path_a, a), (path_b, b) = self.meshes["cube"], self.meshes["icosahedron"]
        answer, = self.answers("collide", path_a, path_b, "--pose-b", "1.2,0.3,0.1,1,0,0,0")
        self.prove(answer, a, b)
        self.assertEqual(answer["certificate"]["kind"], "contact")
        self.refuse(self.change(answer, ["colliding"], False), a, b, None, "the answer is reversed")
        for side in "ab":
            self.refuse(self.change(answer, ["certificate", side, "triangle"], lambda t: t + 1), a, b, None, "the triangle is another one")
            self.refuse(self.change(answer, ["certificate", side, "triangle"], 10**6), a, b, None, "there is no such triangle")
            self.refuse(self.change(answer, ["certificate", side, "weights"], ["0x1p+0", "-0x1p+0", "0x1p+0"]), a, b, None, "a weight is negative")
            self.refuse(self.change(answer, ["certificate", side, "weights"], ["0x0p+0"] * 3), a, b, None, "all weights are 0")
            i = next(i for i, w in enumerate(answer["certificate"][side]["weights"]) if w != "0x0p+0")
            others = sum(w != "0x0p+0" for w in answer["certificate"][side]["weights"])
            if others > 1:
                self.refuse(self.change(answer, ["certificate", side, "weights", i], lambda w: w + "+0x1p-900"), a, b, None, "a weight is off by 2^-900")

    def test_tampered_distance(self):
        (path_a, a), (path_b, b) = self.meshes["torus"], self.meshes["sphere"]
        answer, = self.answers("distance", path_a, path_b, "--pose-b", "0,0,1.5,1,0,0,0")
        self.prove(answer, a, b)
        lower, upper = answer["lower"], answer["upper"]
        for key, value, what in (("lower", upper * 1.001, "the lower bound is too high"), ("upper", lower * 0.999, "the upper bound is too low"),
                                 ("upper", 0, "the upper bound is 0"), ("lower", -1, "the lower bound is negative")):
            changed = self.change(self.change(answer, [key], value), ["certificate", key], value)
            if key == "upper":
                changed = self.change(changed, ["distance"], value)
            self.refuse(changed, a, b, None, what)
            self.refuse(self.change(answer, [key], value), a, b, None, what)
        self.refuse(self.change(answer, ["certificate", "a", "weights"], ["0x1p+0", "0x1p+0", "0x1p+0"]), a, b, None, "a point is another one")
        self.refuse(self.change(answer, ["certificate", "steps", -1], lambda n: [n[1], n[2], n[0]] if isinstance(n, list) else n), a, b, None, "a direction is turned")

    def test_tampered_prediction(self):
        (path_a, a), (path_b, b) = self.meshes["cube"], self.meshes["icosahedron"]
        motions = ({"type": "linear", "translation": [6.5, 0.3, 0.1]},
                   {"type": "screw", "point": [0, 4, 0], "axis": [0.1, 0, 1], "angle": 2, "advance": 0.5})
        for motion in motions:
            words = ["--motion", self.write("motion.json", json.dumps(motion)), "--pose-a", "-4,0.1,0.2,1,0,0,0"]
            answer, = self.answers("predict", path_a, path_b, *words)
            self.prove(answer, a, b, motion)
            self.assertEqual(answer["outcome"], "impact")
            refuse = lambda path, value, what: self.refuse(self.change(answer, path, value), a, b, motion, f"{what} ({motion['type']})")
            refuse(["outcome"], "clear", "the outcome is another one")
            refuse(["certificate", "contact"], None, "there is no contact")
            refuse(["certificate", "contact", "time"], "0x1p-1", "the contact is at another time")
            refuse(["certificate", "free", 0, "until"], 0.25, "the free part is too short")
            refuse(["certificate", "free", 0, "until"], 1, "the free part is too long")
            refuse(["certificate", "free"], [], "there is no free part")
            refuse(["certificate", "free", 0, "steps"], [[-1, 0, 0]], "one direction is said to be enough")
            refuse(["certificate", "segments", 0, "start", 3], -5.0, "the start is another one")
            refuse(["certificate", "complete"], False, "the proof is not complete")
            later = self.change(self.change(answer, ["t_lo"], answer["t_lo"] + 0.01), ["free_until"], answer["t_lo"] + 0.01)
            self.refuse(later, a, b, motion, "the contact is said to be later")
            self.refuse(answer, a, b, {**motion, "translation": [6.5, 0.3, 0.2], "angle": 2.5}, "the motion is another one")
            self.refuse(answer, a, b, None, "there is no motion")
            first_cut = next((i for i, s in enumerate(answer["certificate"]["free"][0]["steps"]) if isinstance(s, float)), None)
            if first_cut is not None:
                refuse(["certificate", "free", 0, "steps", first_cut], 2.0, "a time is outside the motion")
        motion = {"type": "screw", "axis": [0, 0, 1], "angle": 1, "advance": 0}
        words = ["--motion", self.write("motion.json", json.dumps(motion)), "--pose-a", "9,0,0,1,0,0,0"]
        clear, = self.answers("predict", path_a, path_b, *words)
        self.prove(clear, a, b, motion)
        self.refuse(self.change(clear, ["certificate", "free", 0, "until"], 0.999), a, b, motion, "the proof does not reach the end")

    # The program that users run.

    def test_program(self):
        (path_a, _), (path_b, _) = self.meshes["cube"], self.meshes["torus"]
        checker = str(Path(__file__).resolve().parents[2] / "scripts" / "check_certificate.py")
        text = self.run_program("collide", path_a, path_b, "--pose-b", "3,0,0,1,0,0,0", "--json", "--explain")
        run = lambda content: subprocess.run([sys.executable, checker, self.write("answer.json", content), path_a, path_b],
                                             capture_output=True, text=True, timeout=100)
        good = run(text)
        self.assertEqual((good.returncode, good.stderr), (0, ""))
        self.assertTrue(good.stdout.startswith("proven: no contact"), good.stdout)
        bad = run(text.replace('"colliding": false', '"colliding": true'))
        self.assertEqual(bad.returncode, 1)
        self.assertTrue(bad.stdout.startswith("refused: "), bad.stdout)
        self.assertEqual(run("not JSON").returncode, 2)

    def test_readers(self):
        """The same answer is proven with the mesh in any of the three formats."""
        path, mesh = self.meshes["icosahedron"]
        corners = [[mesh.vertices[v] for v in t] for t in mesh.triangles]
        off = "OFF\n%d %d 0\n" % (len(mesh.vertices), len(mesh.triangles))
        off += "".join("%r %r %r\n" % v for v in mesh.vertices) + "".join("3 %d %d %d\n" % t for t in mesh.triangles)
        stl = "solid s\n" + "".join("facet normal 0 0 0\nouter loop\n" + "".join("vertex %r %r %r\n" % tuple(c) for c in t)
                                    + "endloop\nendfacet\n" for t in corners) + "endsolid s\n"
        for other in (self.write("i.off", off), self.write("i.stl", stl)):
            answer, = self.answers("distance", other, path, "--pose-b", "3,1,0,1,0,0,0")
            self.prove(answer, read_mesh(other), mesh)

    def test_refusals(self):
        path = self.meshes["cube"][0]
        for verb in ("collide", "distance"):
            result = subprocess.run([PROGRAM, verb, path, path, "--explain"], capture_output=True, text=True)
            self.assertEqual((result.returncode, result.stdout), (2, ""))
            self.assertIn("--explain", result.stderr)


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
