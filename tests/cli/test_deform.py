#!/usr/bin/env python3
"""`allide predict --deform`, and the script that reads the public benchmark's queries.

Run: test_deform.py PROGRAM [unittest options]
"""
import importlib.util
import pathlib
import sys
import tempfile
import unittest

import test_cli
from test_cli import CliTest

SCRIPT = pathlib.Path(__file__).parents[2] / "scripts" / "ccd_queries.py"


def mesh(height, faces="f 1 2 3\nf 4 5 6\n"):
    """A small triangle at a height above a large one at 0."""
    return (f"v 0 0 {height}\nv 1 0 {height}\nv 0 1 {height}\nv -2 -2 0\nv 4 -2 0\nv -2 4 0\n" + faces)


class Deform(CliTest):
    def setUp(self):
        super().setUp()
        self.write("above.obj", mesh(1))
        self.write("below.obj", mesh(-1))

    def test_a_mesh_against_itself(self):
        answer = self.json("predict", "--deform", "above.obj", "below.obj", code=1)
        self.assertEqual(answer["outcome"], "impact")
        self.assertLessEqual(answer["t_lo"], 0.5)
        self.assertGreaterEqual(answer["t_hi"], 0.5)
        self.assertLessEqual(answer["t_hi"] - answer["t_lo"], 1e-9)
        self.assertEqual(answer["free_until"], answer["t_lo"])
        self.assertEqual((answer["triangle_a"], answer["triangle_b"], answer["features"]), (0, 1, "vertex-face"))
        self.assertIn("itself", self.answered("predict", "--deform", "above.obj", "below.obj", code=1))

    def test_clear_is_exit_code_0(self):
        answer = self.json("predict", "--deform", "above.obj", "above.obj")
        self.assertEqual((answer["outcome"], answer["free_until"], answer["t_lo"]), ("clear", 1, None))

    def test_two_meshes(self):
        self.write("post0.obj", "v 0.1 0.1 0.25\nv 0.2 0.1 0.25\nv 0.1 0.2 0.25\nf 1 2 3\n")
        self.write("post1.obj", "v 0.1 0.1 0.75\nv 0.2 0.1 0.75\nv 0.1 0.2 0.75\nf 1 2 3\n")
        answer = self.json("predict", "--deform", "above.obj", "below.obj", "post0.obj", "post1.obj", code=1)
        self.assertAlmostEqual(answer["t_lo"], 0.3, 8)
        start = self.json("predict", "--deform", "above.obj", "below.obj", "below.obj", "above.obj", code=1)
        self.assertEqual((start["outcome"], start["free_until"], start["t_hi"]), ("touching_at_start", 0, 0))

    def test_clearance_and_tolerance(self):
        answer = self.json("predict", "--deform", "above.obj", "below.obj", "--clearance", "0.5", "--tolerance", "1e-13", code=1)
        self.assertAlmostEqual(answer["t_lo"], 0.25, 12)
        self.assertLessEqual(answer["t_hi"] - answer["t_lo"], 1e-13)
        self.assertIsNone(answer["features"])

    def test_bad_input_names_file_and_place(self):
        self.write("turned.obj", mesh(-1, "f 1 2 3\nf 4 6 5\n"))
        self.write("fewer.obj", mesh(-1, "f 1 2 3\n"))
        self.write("more.obj", mesh(-1) + "v 0 0 0\nf 5 6 7\n")
        self.refused("predict", "--deform", "above.obj", "turned.obj", says=["turned.obj", "triangle 1", "3 4 5", "3 5 4"])
        self.refused("predict", "--deform", "above.obj", "fewer.obj", says=["fewer.obj", "2 triangles", "found 1"])
        self.refused("predict", "--deform", "above.obj", "more.obj", says=["more.obj", "above.obj"])
        self.refused("predict", "--deform", "above.obj", "missing.obj", says="missing.obj")
        self.refused("predict", "--deform", "above.obj", "below.obj", "above.obj", says="three")
        self.refused("predict", "--deform", "above.obj", "below.obj", "--motion", "m.json", says="--motion")


class PublicQueries(unittest.TestCase):
    """The reader of the benchmark's CSV files."""

    def setUp(self):
        spec = importlib.util.spec_from_file_location("ccd_queries", SCRIPT)
        self.script = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.script)

    def read(self, text):
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
            file.write(text)
            file.flush()
            return self.script.read_queries(file.name)

    def test_eight_lines_are_a_query(self):
        queries, answers = self.read("1,2,-3,4,5,1,1\n" * 8 + "1,1,0,1,0,1,0\n" * 8)
        self.assertEqual(queries, [[0.5, -0.75, 5.0] * 8, [1.0, 0.0, 0.0] * 8])
        self.assertEqual(answers, [True, False])

    def test_faults_name_the_line(self):
        for text, says in (("1,2,3\n", ":1: expected seven"), ("1,0,1,1,1,1,1\n", ":1: expected integers"),
                           ("1,1,1,1,1,1,1\n" * 3, "expected eight lines"),
                           ("1,1,1,1,1,1,1\n1,1,1,1,1,1,0\n", ":2: expected the same")):
            with self.assertRaisesRegex(self.script.Refusal, says):
                self.read(text)


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        test_cli.PROGRAM = sys.argv.pop(1)
    unittest.main()
