#!/usr/bin/env python3
"""Queries of an index from the command line: predict FILE.allide MOVER, and clash --memory-limit.

Run: test_index_questions.py PROGRAM [unittest options]
"""

import array
import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.environ.get("ALLIDE_PROGRAM", "allide")
# Sanitizers need additional memory.
SMALL_LIMIT = "2000000000" if os.environ.get("ALLIDE_SANITIZED") else "30000000"
CLASH_LIMIT = max(SMALL_LIMIT, "60000000", key=int)
FACES = [(0, 2, 3), (0, 3, 1), (4, 5, 7), (4, 7, 6), (0, 1, 5), (0, 5, 4),
         (2, 6, 7), (2, 7, 3), (0, 4, 6), (0, 6, 2), (1, 3, 7), (1, 7, 5)]
VOLATILE = ("seconds", "peak_memory", "blocks_read", "bytes_read")


def boxes(named):
    """OBJ text of boxes (name, low corner, high corner)."""
    lines = []
    for n, (name, lo, hi) in enumerate(named):
        lines.append("o " + name)
        lines += ["v %r %r %r" % tuple(float((hi if i >> k & 1 else lo)[k]) for k in range(3)) for i in range(8)]
        lines += ["f " + " ".join(str(8 * n + 1 + i) for i in face) for face in FACES]
    return "\n".join(lines) + "\n"


def grid(n):
    """Boxes of size one half, two units apart; every seventh one intersects its neighbour."""
    made = []
    for i in range(n ** 3):
        x, y, z = 2 * (i % n), 2 * (i // n % n), 2 * (i // n // n)
        made.append(("box%d" % i, (x, y, z), (x + (2.5 if i % 7 == 0 else 0.5), y + 0.5, z + 0.5)))
    return made


def lattice(n):
    """glTF with n³ instances of one plate of 32 triangles per side, rotated by quarter turns, half a unit apart."""
    points, corners = [], []
    for z in (0.0, 0.5):
        first = len(points) // 3
        for i in range(25):
            points += [0.25 * (i % 5), 0.25 * (i // 5), z]
        for i in range(16):
            a = first + i % 4 + 5 * (i // 4)
            corners += [a, a + 1, a + 6, a, a + 6, a + 5]
    data = array.array("f", points).tobytes() + array.array("H", corners).tobytes()
    size = 4 * len(points)
    nodes = []
    for i in range(n ** 3):
        node = {"name": f"plate{i}", "mesh": 0, "translation": [1.5 * (i % n), 1.5 * (i // n % n), 1.0 * (i // n // n)]}
        if i % 3:
            node["rotation"] = [[0, 0, 0.7071067811865476, 0.7071067811865476], [0, 1, 0, 0]][i % 3 - 1]
        nodes.append(node)
    return json.dumps({
        "asset": {"version": "2.0"}, "scenes": [{"nodes": list(range(len(nodes)))}], "nodes": nodes,
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": len(points) // 3, "type": "VEC3",
                       "min": [0, 0, 0], "max": [1, 1, 0.5]},
                      {"bufferView": 1, "componentType": 5123, "count": len(corners), "type": "SCALAR"}],
        "bufferViews": [{"buffer": 0, "byteLength": size}, {"buffer": 0, "byteOffset": size, "byteLength": len(data) - size}],
        "buffers": [{"byteLength": len(data), "uri": "data:application/octet-stream;base64," + base64.b64encode(data).decode()}]})


class Questions(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="allide-questions-")
        self.write("scene.obj", boxes(grid(5)))
        self.write("mover.obj", boxes([("mover", (0, 0, 0), (0.3, 0.3, 0.3))]))
        self.write("turn.json", json.dumps({"type": "screw", "point": [4, 4, 4], "axis": [2, -1, 2], "angle": 5, "advance": 6}))
        self.write("shift.json", json.dumps({"type": "linear", "translation": [20, 0, 0]}))
        self.assertEqual(self.run_program("index", "scene.obj", "-o", "scene.allide").returncode, 0)

    def tearDown(self):
        shutil.rmtree(self.folder)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w") as file:
            file.write(text)

    def run_program(self, *words):
        return subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, text=True, timeout=120)

    def ask(self, *words, code=None):
        result = self.run_program(*words, "--json")
        self.assertIn(result.returncode, (0, 1) if code is None else (code,), result.stderr)
        return json.loads(result.stdout)

    def both(self, *words):
        """Answers with and without the index."""
        return self.ask("predict", "scene.allide", "mover.obj", *words), self.ask("predict", "mover.obj", "scene.obj", *words)

    def test_answers_equal_those_without_an_index(self):
        for pose in ("-3,0.6,0.1,1,0,0,0", "-3,1,1,1,0,0,0", "0.1,0.1,0.1,1,0,0,0", "-3,5,5,1,0,0,0"):
            for motion in ("turn.json", "shift.json"):
                for more in ((), ("--clearance", "0.2"), ("--pose-b", "0.1,0,0.2,1,0,0,0")):
                    with_index, plain = self.both("--motion", motion, "--pose-a", pose, *more)
                    self.assertEqual(with_index["outcome"], plain["outcome"])
                    if plain["outcome"] != "clear":
                        self.assertLessEqual(with_index["t_lo"], plain["t_hi"])
                        self.assertLessEqual(plain["t_lo"], with_index["t_hi"])
                        self.assertEqual(with_index["object"], "box%d" % with_index["object_id"])
                        self.assertLess(with_index["triangle_b"], 12)
                    else:
                        self.assertIsNone(with_index["object"])
                        self.assertIsNone(with_index["object_id"])

    def test_fields_about_the_search(self):
        answer = self.ask("predict", "scene.allide", "mover.obj", "--motion", "shift.json", "--pose-a", "-3,0.1,0.1,1,0,0,0", code=1)
        self.assertEqual(answer["object_id"], 0)
        self.assertAlmostEqual(answer["t_hi"], 2.7 / 20, places=9)
        steps = answer["candidates_after_step"]
        self.assertEqual(len(steps), 4)
        self.assertEqual(steps, sorted(steps, reverse=True))
        self.assertEqual(steps[0], answer["candidate_leaves"])
        self.assertLess(answer["candidate_leaves"], answer["leaves"])
        self.assertEqual(len(answer["leaf_intervals"]), answer["candidate_leaves"])
        times = [leaf["t0"] for leaf in answer["leaf_intervals"]]
        self.assertEqual(times, sorted(times))
        for leaf in answer["leaf_intervals"]:
            self.assertEqual(leaf["t0"], leaf["spans"][0][0])
            self.assertEqual(leaf["t1"], leaf["spans"][-1][1])
        self.assertEqual(answer["block_size"] * answer["blocks"], os.path.getsize(os.path.join(self.folder, "scene.allide")))
        self.assertEqual(answer["bytes_read"], answer["blocks_read"] * answer["block_size"])
        self.assertLess(answer["blocks_read"], answer["blocks"])
        self.assertGreater(answer["peak_memory"], 1 << 20)

    def test_a_memory_limit_does_not_change_the_answer(self):
        words = ("predict", "scene.allide", "mover.obj", "--motion", "turn.json", "--pose-a", "-5,0,-3,1,0,0,0", "--intervals")
        answers = [self.ask(*words, *more) for more in ((), ("--memory-limit", SMALL_LIMIT))]
        for answer in answers:
            for key in VOLATILE:
                del answer[key]
        self.assertEqual(*answers)

    def test_invalid_calls_are_refused(self):
        for words, what in ((("mover.obj", "scene.allide"), "as the first file"),
                            (("mover.obj", "scene.obj", "--memory-limit", "100000000"), "--memory-limit"),
                            (("scene.allide", "mover.obj", "--memory-limit", "1000"), "--memory-limit"),
                            (("none.allide", "mover.obj"), "none.allide")):
            result = self.run_program("predict", *words, "--motion", "turn.json")
            self.assertEqual(result.returncode, 2)
            self.assertEqual(result.stdout, "")
            self.assertIn(what, result.stderr)
            self.assertEqual(result.stderr.count("\n"), 1)

    def test_a_damaged_page_is_named(self):
        path = os.path.join(self.folder, "scene.allide")
        with open(path, "rb") as file:
            raw = bytearray(file.read())
        for at in range(4096 + 2000, len(raw), 4096):
            raw[at] ^= 1
        with open(path, "wb") as file:
            file.write(raw)
        result = self.run_program("predict", "scene.allide", "mover.obj", "--motion", "shift.json", "--pose-a", "-3,0,0,1,0,0,0")
        self.assertEqual(result.returncode, 2)
        self.assertIn("scene.allide", result.stderr)
        self.assertIn("page", result.stderr)
        self.assertEqual(result.stdout, "")

    def test_text_output(self):
        text = self.run_program("predict", "scene.allide", "mover.obj", "--motion", "shift.json", "--pose-a", "-3,0.1,0.1,1,0,0,0").stdout
        self.assertIn("box0 (0 of scene.allide)", text)
        self.assertIn("blocks", text)

    def test_clashes_within_a_memory_limit(self):
        self.write("more.obj", boxes([("beam", (-1, 0.2, 0.2), (9, 0.3, 0.3)), ("box3", (0.1, 0.1, 0.1), (0.2, 0.2, 0.2))]))
        self.write("broken.obj", "v 1 2\n")
        for files, code in ((("scene.obj", "more.obj"), 1), (("scene.obj", "broken.obj", "more.obj"), 2)):
            answers = []
            for more in ((), ("--memory-limit", CLASH_LIMIT), ("--memory-limit", CLASH_LIMIT, "--threads", "1")):
                answers.append(self.ask("clash", *files, "--clearance", "0.4", *more, code=code))
                del answers[-1]["seconds"], answers[-1]["date"]
            self.assertGreater(len(answers[0]["clashes"]), 10)
            self.assertEqual(answers[0], answers[1])
            self.assertEqual(answers[0], answers[2])

    def test_clashes_of_instances_within_a_memory_limit(self):
        self.write("lattice.gltf", lattice(4))
        answers = []
        for more in ((), ("--memory-limit", CLASH_LIMIT)):
            answers.append(self.ask("clash", "lattice.gltf", "--clearance", "0.8", *more, code=1))
            del answers[-1]["seconds"], answers[-1]["date"]
        self.assertGreater(len(answers[0]["clashes"]), 100)
        self.assertEqual(*answers)

    def test_the_page_of_a_motion_names_the_object(self):
        told = self.run_program("predict", "scene.allide", "mover.obj", "--motion", "shift.json", "--pose-a", "-3,0.1,0.1,1,0,0,0", "-o",
                                "way.html")
        if "built without its page" in told.stderr:
            self.skipTest("built without its page")
        with open(os.path.join(self.folder, "way.html")) as file:
            page = file.read()
        self.assertIn('"object":"box0"', page.replace(" ", ""))


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
