#!/usr/bin/env python3
"""The command line: arguments in; text, JSON and an exit code out.

Run: test_cli.py PROGRAM [unittest options]
"""

import json
import math
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.environ.get("ALLIDE_PROGRAM", "allide")
IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]
SHAPES = {"sphere": 6, "torus": 18, "cylinder": 12, "box": 12, "noisy-torus": 18, "cube": 12,
          "octahedron": 8, "icosahedron": 20, "antiprism": 32, "soup": 1}
VOLUMES = ("default", "aabb", "obb", "sphere", "kdop6", "kdop8", "kdop12", "kdop14", "kdop18", "kdop26", "kdop50")
BUILDERS = ("zachmann", "midpoint", "mean", "median", "sah")
REALIGNMENTS = ["zachmann", "zachmann_multi", "vertices", "major_axes", "occupancy", "hill_climb"]


def shift(x, y=0, z=0):
    return f"{x!r},{y!r},{z!r},1,0,0,0"


def obj(*triangles):
    """OBJ text of triangles that share no vertices."""
    lines = []
    for t in triangles:
        lines += ["v %r %r %r" % tuple(float(c) for c in corner) for corner in t]
    lines += [f"f {3 * i + 1} {3 * i + 2} {3 * i + 3}" for i in range(len(triangles))]
    return "\n".join(lines) + "\n"


class CliTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="allide-cli-test-")
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return self.path(name)

    def run_words(self, *words, **environment):
        result = subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, timeout=300,
                                stdin=subprocess.DEVNULL, env={**os.environ, **environment})
        return result.returncode, result.stdout.decode(), result.stderr.decode()

    def answered(self, *words, code=0, **environment):
        """Expects the exit code and an empty standard error. Returns standard output."""
        got, out, err = self.run_words(*words, **environment)
        self.assertEqual((got, err), (code, ""), words)
        return out

    def json(self, *words, code=0, **environment):
        out = self.answered(*words, "--json", code=code, **environment)
        self.assertEqual(out.count("\n"), 1)
        self.assertTrue(out.endswith("\n"))
        return json.loads(out)

    def refused(self, *words, says=(), **environment):
        """Expects exit code 2, an empty standard output, and one line on standard error that contains `says`. Returns it."""
        code, out, err = self.run_words(*words, **environment)
        self.assertEqual((code, out), (2, ""), (words, err))
        self.assertTrue(err.startswith("allide: "), err)
        self.assertTrue(err.endswith("\n"), err)
        self.assertEqual(err.count("\n"), 1, err)
        for part in [says] if isinstance(says, str) else says:
            self.assertIn(part, err)
        return err

    def shape(self, shape, name, *options):
        self.answered("generate", shape, "-o", name, *options)
        return name


class Overall(CliTest):
    def test_version_names_the_version_and_the_target(self):
        self.assertRegex(self.answered("--version"), r"\Aallide \d+\.\d+\.\d+ \(\w+\)\n\Z")
        self.assertRegex(self.answered("--version", ALLIDE_TARGET="scalar"), r"\Aallide \S+ \(scalar\)\n\Z")

    def test_unknown_target_lists_the_targets(self):
        self.shape("cube", "cube.stl")
        for words in (["--version"], ["demo"], ["collide", "cube.stl", "cube.stl"],
                      ["generate", "cube", "-o", "x.stl"]):
            self.refused(*words, says=["ALLIDE_TARGET", "pentium", "scalar"], ALLIDE_TARGET="pentium")
        self.assertFalse(os.path.exists(self.path("x.stl")))

    def test_help_shows_an_example_for_the_whole_and_for_each_verb(self):
        for words in (["--help"], ["-h"]):
            text = self.answered(*words)
            for verb in ("info", "collide", "predict", "ray", "nearest", "contains", "frustum", "generate", "demo"):
                self.assertIn(verb, text)
            self.assertIn("Example: allide collide", text)
        for verb in ("info", "collide", "distance", "predict", "ray", "nearest", "contains", "frustum", "generate", "demo"):
            for flag in ("--help", "-h"):
                self.assertIn(f"Example: allide {verb}", self.answered(verb, flag))

    def test_help_lists_every_option(self):
        text = self.answered("collide", "--help")
        for option in ("--pose-a", "--pose-b", "--poses", "--all", "--limit", "--volume", "--realign", "--builder",
                       "--no-realign-cache", "--stats", "--json"):
            self.assertIn(option, text)
        text = self.answered("distance", "--help")
        for option in ("--pose-a", "--pose-b", "--poses", "--within", "--abs-error", "--rel-error", "--weak", "--volume",
                       "--realign", "--builder", "--no-realign-cache", "--stats", "--json"):
            self.assertIn(option, text)
        text = self.answered("predict", "--help")
        for option in ("--motion", "--pose-a", "--pose-b", "--intervals", "--clearance", "--tolerance", "--json"):
            self.assertIn(option, text)
        text = self.answered("generate", "--help")
        for word in ("--triangles", "--seed", "-o", "--json", *SHAPES):
            self.assertIn(word, text)

    def test_usage_errors_are_one_line(self):
        self.shape("cube", "c.stl")
        self.refused(says=["collide", "generate", "demo"])
        self.refused("colide", "c.stl", "c.stl", says=["colide", "collide", "generate", "demo"])
        self.refused("--frobnicate", says="--frobnicate")
        self.refused("--json")
        self.refused("collide")
        self.refused("collide", "c.stl")
        self.refused("collide", "c.stl", "c.stl", "c.stl", says="c.stl")
        self.refused("collide", "c.stl", "c.stl", "--frobnicate", says="--frobnicate")
        self.refused("collide", "c.stl", "c.stl", "--pose-b")
        self.refused("collide", "c.stl", "c.stl", "--pose-b", shift(0), "--pose-b", shift(1))
        self.refused("generate")
        self.refused("generate", "cube")
        self.refused("generate", "-o", "x.stl")
        self.refused("demo", "extra", says="extra")
        self.refused("demo", "--frobnicate")

    def test_messages_stay_on_one_line_whatever_the_words_hold(self):
        self.refused("two\nlines")
        self.refused("collide", "no\nsuch\r\nfile.stl", "b.stl")
        self.refused("generate", "cu\nbe", "-o", "x.stl")

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_a_full_disk_is_an_error(self):
        self.shape("cube", "c.stl")
        for words in (["collide", "c.stl", "c.stl", "--json"], ["collide", "c.stl", "c.stl", "--all"], ["--help"],
                      ["--version"], ["generate", "cube", "-o", "d.stl"], ["demo"]):
            with open("/dev/full", "w") as full:
                result = subprocess.run([PROGRAM, *words], cwd=self.folder, stdout=full, stderr=subprocess.PIPE)
            self.assertEqual(result.returncode, 2, words)
            self.assertEqual(result.stderr.count(b"\n"), 1, result.stderr)
            self.assertIn(b"standard output", result.stderr)

    def test_a_closed_standard_output_is_an_error(self):
        self.shape("cube", "c.stl")
        result = subprocess.run(["sh", "-c", 'exec "$0" collide c.stl c.stl >&-', PROGRAM], cwd=self.folder,
                                stderr=subprocess.PIPE)
        self.assertEqual(result.returncode, 2, result.stderr)


class Generate(CliTest):
    def stl_count(self, name):
        with open(self.path(name), "rb") as file:
            data = file.read()
        (count,) = struct.unpack_from("<I", data, 80)
        self.assertEqual(len(data), 84 + 50 * count)
        return count

    def test_each_shape_is_written_and_counted(self):
        for shape in SHAPES:
            out = self.answered("generate", shape, "-o", f"{shape}.stl")
            self.assertIn(f"{self.stl_count(f'{shape}.stl')} triangles", out)
            self.assertEqual(out.count("\n"), 1)

    def test_counts_are_met(self):
        for shape, count in [("torus", 12544), ("torus", 73984), ("sphere", 22952), ("sphere", 97032),
                             ("noisy-torus", 73984)]:
            answer = self.json("generate", shape, "--triangles", str(count), "-o", "x.stl")
            self.assertEqual(answer["triangles"], count)
            self.assertEqual(self.stl_count("x.stl"), count)
        for shape in SHAPES:
            for wanted in (40, 333, 5000):
                answer = self.json("generate", shape, "--triangles", str(wanted), "-o", "x.stl")
                self.assertLessEqual(abs(answer["triangles"] - wanted), 0.05 * wanted)
                self.assertEqual(self.stl_count("x.stl"), answer["triangles"])

    def test_json_fields(self):
        answer = self.json("generate", "soup", "--triangles", "50", "--seed", "9", "-o", "s.obj")
        self.assertEqual({k: answer[k] for k in ("shape", "triangles", "file", "seed")},
                         {"shape": "soup", "triangles": 50, "file": "s.obj", "seed": 9})
        with open(self.path("s.obj")) as file:
            self.assertEqual(sum(line.startswith("f ") for line in file), 50)

    def test_same_arguments_same_bytes(self):
        def written(*words):
            self.answered("generate", *words, "-o", "x.obj")
            with open(self.path("x.obj"), "rb") as file:
                return file.read()

        for shape in SHAPES:
            first = written(shape, "--triangles", "200", "--seed", "3")
            self.assertEqual(written(shape, "--triangles", "200", "--seed", "3"), first)
            other = written(shape, "--triangles", "200", "--seed", "4")
            self.assertEqual(other != first, shape in ("noisy-torus", "soup"), shape)

    def test_unknown_shape_lists_the_known_ones(self):
        self.refused("generate", "teapot", "-o", "x.stl", says=["teapot", *SHAPES])
        self.assertFalse(os.path.exists(self.path("x.stl")))

    def test_impossible_counts_are_refused(self):
        for shape, least in SHAPES.items():
            if least > 1:
                self.refused("generate", shape, "--triangles", str(least - 1), "-o", "x.stl",
                             says=["--triangles", str(least)])
        for bad in ("0", "-5", "abc", "", "1e3", "12.5", "0x10", "99999999999", "99999999999999999999999"):
            self.refused("generate", "soup", "--triangles", bad, "-o", "x.stl", says="--triangles")
        for bad in ("-1", "abc", "1.5", "18446744073709551616"):
            self.refused("generate", "soup", "--seed", bad, "-o", "x.stl", says="--seed")
        self.assertFalse(os.path.exists(self.path("x.stl")))
        self.answered("generate", "soup", "--seed", "18446744073709551615", "-o", "x.stl")

    def test_files_that_cannot_be_written_are_refused(self):
        self.refused("generate", "cube", "-o", "no/such/folder/x.stl", says="no/such/folder/x.stl")
        self.refused("generate", "cube", "-o", self.folder, says=self.folder)
        self.refused("generate", "cube", "-o", "x.teapot", says="x.teapot")
        self.assertEqual(os.listdir(self.folder), [])


class Collide(CliTest):
    """Cubes from -1 to 1, and a rack of shelves: triangles at the heights 0, 1, 2, 3 over the same corner."""

    def setUp(self):
        super().setUp()
        self.shape("cube", "cube.obj")
        self.write("rack.obj", obj(*[[(-1, -1, h), (2, -1, h), (-1, 2, h)] for h in range(4)]))
        # An upright triangle from a height of 0.5 to 2, whose tip is exactly on a shelf; and one far away.
        self.write("blade.obj", obj([(9, 9, 9), (9, 9, 10), (9, 10, 9)], [(0, 0, 0.5), (0.25, 0, 0.5), (0, 0, 2)]))

    def test_nothing_touches(self):
        answer = self.json("collide", "cube.obj", "cube.obj", "--pose-b", shift(2.5))
        self.assertEqual(answer["colliding"], False)
        self.assertEqual(answer["pose_a"], IDENTITY)
        self.assertEqual(answer["pose_b"], [1, 0, 0, 2.5, 0, 1, 0, 0, 0, 0, 1, 0])
        self.assertIsNone(answer.get("witness"))
        for absent in ("contacts", "pairs", "complete", "stats", "pose"):
            self.assertNotIn(absent, answer)

    # Two adjacent cubes: the faces at x = 1 coincide. One unit in the last place farther apart they do not touch.
    def test_the_last_bit_decides(self):
        self.assertTrue(self.json("collide", "cube.obj", "cube.obj", "--pose-b", shift(2.0), code=1)["colliding"])
        apart = math.nextafter(2.0, 3.0) if hasattr(math, "nextafter") else 2.0000000000000004
        self.assertFalse(self.json("collide", "cube.obj", "cube.obj", "--pose-b", shift(apart))["colliding"])
        answer = self.json("collide", "cube.obj", "cube.obj", "--pose-a", shift(apart), "--pose-b", shift(2 * apart))
        self.assertEqual(answer["pose_a"][3], apart)

    def test_a_cube_inside_another_does_not_touch_its_surface(self):
        self.write("small.obj", obj([(0, 0, 0), (0.5, 0, 0), (0, 0.5, 0)]))
        self.assertFalse(self.json("collide", "cube.obj", "small.obj")["colliding"])

    def test_witness(self):
        witness = self.json("collide", "cube.obj", "cube.obj", "--pose-b", shift(2, 0.5, 0.25), code=1)["witness"]
        self.assertEqual(set(witness), {"triangle_a", "triangle_b", "point"})
        self.assertIn(witness["triangle_a"], range(12))
        self.assertIn(witness["triangle_b"], range(12))
        x, y, z = witness["point"]
        self.assertLessEqual(abs(x - 1), 1e-12)
        self.assertTrue(-0.5 - 1e-12 <= y <= 1 + 1e-12 and -0.75 - 1e-12 <= z <= 1 + 1e-12)

    def test_parts_are_named(self):
        # Two plates of a rack, the upper one in two parts, and a rod through both.
        self.write("plates.obj", "v -1 -1 0\nv 2 -1 0\nv -1 2 0\nv -1 -1 1\nv 2 -1 1\nv -1 2 1\nv 5 5 1\n"
                                 "o lower\nf 1 2 3\no upper left\nf 4 5 6\no upper right\nf 5 6 7\n")
        self.write("rod.obj", obj([(0, 0, -1), (0.1, 0, -1), (0, 0, 3)]))
        answer = self.json("collide", "plates.obj", "rod.obj", "--all", code=1)
        self.assertEqual(answer["pairs"], [[0, 0], [1, 0]])
        names = ["lower", "upper left", "upper right"]
        self.assertEqual(answer["part_a"], names[answer["witness"]["triangle_a"]])
        self.assertEqual([answer["part_a_id"], answer["part_b_id"]], [answer["witness"]["triangle_a"], 0])
        self.assertEqual([[p["part_a"], p["part_a_id"], p["part_b_id"], p["contacts"]] for p in answer["part_pairs"]],
                         [["lower", 0, 0, 1], ["upper left", 1, 0, 1]])
        text = self.answered("collide", "plates.obj", "rod.obj", "--all", code=1)
        self.assertIn(f"of the first (part {answer['part_a']}) meets triangle 0 of the second at", text)
        self.assertIn("  upper left and rod.obj: 1 contact\n", text)
        self.assertNotIn("upper right", text)
        apart = self.json("collide", "plates.obj", "rod.obj", "--pose-b", shift(100))
        self.assertEqual([apart["part_a"], apart["part_a_id"], apart["part_b"]], [None, None, None])
        self.assertNotIn("(part", self.answered("collide", "rod.obj", "rod.obj", code=1))
        # The nearest part of the plates is the upper right one.
        answer = self.json("distance", "plates.obj", "rod.obj", "--pose-b", shift(5.5, 5, 1))
        self.assertEqual([answer["part_a"], answer["part_a_id"]], ["upper right", 2])
        self.assertIn("triangle 2 of the first (part upper right) at (",
                      self.answered("distance", "plates.obj", "rod.obj", "--pose-b", shift(5.5, 5, 1)))

    def test_all_lists_every_pair_in_order(self):
        answer = self.json("collide", "rack.obj", "blade.obj", "--all", code=1)
        self.assertEqual((answer["contacts"], answer["pairs"]), (2, [[1, 1], [2, 1]]))
        self.assertIn([answer["witness"]["triangle_a"], answer["witness"]["triangle_b"]], answer["pairs"])
        answer = self.json("collide", "blade.obj", "rack.obj", "--all", code=1)
        self.assertEqual(answer["pairs"], [[1, 1], [1, 2]])
        answer = self.json("collide", "rack.obj", "blade.obj", "--pose-b", shift(0.0, 0.0, 100.0), "--all")
        self.assertEqual((answer["colliding"], answer["contacts"], answer["pairs"]), (False, 0, []))

    def test_limit_lists_any_pairs_and_says_whether_these_are_all(self):
        everything = [[1, 1], [2, 1]]
        for limit, complete in ((0, False), (1, False), (2, True), (3, True), (10**18, True)):
            for extra in ([], ["--all"]):
                answer = self.json("collide", "rack.obj", "blade.obj", "--limit", str(limit), *extra, code=1)
                self.assertTrue(answer["colliding"])
                self.assertEqual(answer["complete"], complete, limit)
                self.assertEqual(answer["contacts"], min(limit, 2))
                self.assertEqual(len(answer["pairs"]), min(limit, 2))
                self.assertEqual([p for p in everything if p in answer["pairs"]], answer["pairs"])
                self.assertIn("witness", answer)
        answer = self.json("collide", "cube.obj", "cube.obj", "--pose-b", shift(3), "--limit", "0")
        self.assertEqual((answer["contacts"], answer["complete"]), (0, True))
        for bad in ("-1", "two", "1.5", "", "99999999999999999999999"):
            self.refused("collide", "cube.obj", "cube.obj", "--limit", bad, says="--limit")

    def test_stats(self):
        for extra in ([], ["--all"], ["--limit", "1"]):
            stats = self.json("collide", "cube.obj", "cube.obj", "--stats", *extra, code=1)["stats"]
            self.assertEqual(set(stats), {"volume_tests", "mixed_tests", "triangle_tests", "double_tests",
                                          "exact_tests", "realignments", "multiplications", "seconds"})
            for name, value in stats.items():
                self.assertIsInstance(value, (int, float) if name == "seconds" else int)
                self.assertGreaterEqual(value, 0)
            self.assertGreater(stats["triangle_tests"], 0)
            self.assertLessEqual(stats["exact_tests"], stats["double_tests"])
            self.assertLessEqual(stats["double_tests"], stats["triangle_tests"])

    def test_poses_may_be_written_in_many_ways(self):
        turned = [0.0, -1.0, 0.0, -2.5, 1.0, 0.0, 0.0, 0.25, 0.0, 0.0, 1.0, 0.0]
        for text in (",".join(map(repr, turned)), " ".join(map(repr, turned)), ", ".join(map(repr, turned))):
            answer = self.json("collide", "cube.obj", "cube.obj", "--pose-b", text)
            self.assertEqual(answer["pose_b"], turned)
        half = math.sqrt(0.5)
        answer = self.json("collide", "cube.obj", "cube.obj", "--pose-b", f"-2.5,0.25,0,{half!r},0,0,{half!r}")
        for got, expected in zip(answer["pose_b"], turned):
            self.assertAlmostEqual(got, expected, delta=1e-15)

    def test_values_may_start_with_a_minus_sign(self):
        for value in ("-2.5,0,0,1,0,0,0", "-2.5 0 0 1 0 0 0", "-2.5,-0,-.5,1,0,0,0", "-2.5,0,0,-1,0,0,0"):
            for words in (["--pose-b", value], [f"--pose-b={value}"], ["--pose-a", value], [f"--pose-a={value}"]):
                answer = self.json("collide", "cube.obj", "cube.obj", *words)
                self.assertEqual(answer["pose_b" if "b" in words[0].split("=")[0][6:] else "pose_a"][3], -2.5)
        self.assertEqual(self.json("collide", "--pose-b", "-.5,0,0,1,0,0,0", "cube.obj", "cube.obj", code=1)["pose_b"][3],
                         -0.5)

    def test_printed_poses_are_the_exact_numbers(self):
        numbers = [0.1 + 0.2, -1 / 3, 1e-300, 0.6, 0.8, 0.0, 0.0]
        first = self.json("collide", "cube.obj", "cube.obj", "--pose-b", ",".join(map(repr, numbers)), code=1)["pose_b"]
        self.assertEqual([first[3], first[7], first[11]], numbers[:3])
        again = self.json("collide", "cube.obj", "cube.obj", "--pose-b", ",".join(map(repr, first)), code=1)["pose_b"]
        self.assertEqual(again, first)

    def test_bad_poses_are_refused_in_the_name_of_the_option(self):
        scaled = "2,0,0,0,0,2,0,0,0,0,2,0"
        mirrored = "-1,0,0,0,0,1,0,0,0,0,1,0"
        for bad in ("", "1", "0,0,0,1,0,0", "0,0,0,1,0,0,0,0", "0,0,0,1,0,0,x", "nan,0,0,1,0,0,0", "inf,0,0,1,0,0,0",
                    "-inf,0,0,1,0,0,0", "1e999,0,0,1,0,0,0", "0,0,0,0,0,0,0", "0,0,0,1.001,0,0,0", "0,,0,1,0,0,0", scaled,
                    mirrored):
            for option in ("--pose-a", "--pose-b"):
                self.refused("collide", "cube.obj", "cube.obj", option, bad, says=option)
        # Quaternions within the tolerance are normalised.
        answer = self.json("collide", "cube.obj", "cube.obj", "--pose-b", "0,0,0,1.0000005,0,0,0", code=1)
        self.assertEqual(answer["pose_b"], IDENTITY)

    def test_poses_file(self):
        self.write("poses.txt", "# B along x\n\n0,0,0,1,0,0,0\n  3 0 0 1 0 0 0  # away\n\n1,0,0,-2,0,1,0,0,0,0,1,0\n")
        out = self.answered("collide", "cube.obj", "cube.obj", "--poses", "poses.txt", "--json", "--pose-a",
                            shift(0.5), code=1)
        lines = [json.loads(line) for line in out.splitlines()]
        self.assertEqual([line["pose"] for line in lines], [0, 1, 2])
        self.assertEqual([line["colliding"] for line in lines], [True, False, False])
        self.assertEqual([line["pose_b"][3] for line in lines], [0, 3, -2])
        self.assertEqual([line["pose_a"][3] for line in lines], [0.5] * 3)
        text = self.answered("collide", "cube.obj", "cube.obj", "--poses", "poses.txt", code=1)
        self.assertEqual([line.split(":")[0] for line in text.splitlines()], ["pose 0", "pose 1", "pose 2"])

    def test_poses_without_contact_exit_with_0(self):
        self.write("poses.txt", "3,0,0,1,0,0,0\n0,3,0,1,0,0,0\n")
        out = self.answered("collide", "cube.obj", "cube.obj", "--poses", "poses.txt", "--json", "--all", "--stats")
        for line in map(json.loads, out.splitlines()):
            self.assertEqual((line["colliding"], line["pairs"]), (False, []))
            self.assertIn("stats", line)

    def test_poses_are_checked_whole_before_the_first_answer(self):
        self.write("poses.txt", "0,0,0,1,0,0,0\n# fine so far\n\n1,2,3\n")
        self.refused("collide", "cube.obj", "cube.obj", "--poses", "poses.txt", "--json", says="poses.txt:4:")
        self.write("poses.txt", "0,0,0,1,0,0,0\n0,0,0,7,0,0,0\n")
        self.refused("collide", "cube.obj", "cube.obj", "--poses", "poses.txt", says="poses.txt:2:")
        self.refused("collide", "cube.obj", "cube.obj", "--poses", "missing.txt", says="missing.txt")
        self.refused("collide", "cube.obj", "cube.obj", "--poses", self.folder, says=self.folder)

    def test_poses_exclude_pose_b(self):
        self.write("poses.txt", "0,0,0,1,0,0,0\n")
        self.refused("collide", "cube.obj", "cube.obj", "--poses", "poses.txt", "--pose-b", shift(0),
                     says=["--poses", "--pose-b"])

    def test_volumes_and_builders_do_not_change_the_answer(self):
        expected = self.json("collide", "rack.obj", "blade.obj", "--all", code=1)
        engines = [["--volume", volume] for volume in VOLUMES] + [["--builder", builder] for builder in BUILDERS]
        engines += [["--volume", "kdop14", "--realign", realignment] for realignment in REALIGNMENTS]
        engines += [["--volume", "kdop26", "--realign", "vertices", "--builder", "sah", "--no-realign-cache"]]
        for words in engines:
            self.assertEqual(self.json("collide", "rack.obj", "blade.obj", "--all", *words, code=1)["pairs"],
                             expected["pairs"])

    def test_unknown_names_list_the_known_ones(self):
        pair = ("collide", "cube.obj", "cube.obj")
        self.refused(*pair, "--volume", "blob", says=["blob", *VOLUMES])
        self.refused(*pair, "--builder", "bob", says=["bob", *BUILDERS])
        self.refused(*pair, "--realign", "rita", says=["rita", *REALIGNMENTS])
        self.refused(*pair, "--volume", "", says="obb")

    def test_realignment_goes_with_a_kdop(self):
        pair = ("collide", "cube.obj", "cube.obj")
        for realignment in REALIGNMENTS:
            self.refused(*pair, "--realign", realignment, says=["--realign", "k-DOP"])
        self.refused(*pair, "--realign", "zachmann", "--volume", "obb", says=["--realign", "k-DOP", "obb"])
        self.refused(*pair, "--no-realign-cache", says=["--no-realign-cache", "k-DOP"])

    def test_the_realignment_cache_saves_realignments(self):
        def stats(*words):
            return self.json("collide", "rack.obj", "blade.obj", "--all", "--stats", "--volume", "kdop14", *words,
                             code=1)["stats"]
        cached, anew = stats(), stats("--no-realign-cache")
        self.assertEqual(cached["volume_tests"], anew["volume_tests"])
        self.assertEqual(anew["realignments"], anew["volume_tests"])
        self.assertLess(cached["realignments"], anew["realignments"])
        self.assertEqual(cached["multiplications"], 42 * cached["realignments"])  # three per direction

    def test_bad_files_are_refused_with_their_place(self):
        self.write("empty.stl", "")
        self.write("noise.stl", bytes(range(256)) * 2)
        self.write("broken.obj", "v 0 0 0\nv 1 0 0\nv 0 one 0\nf 1 2 3\n")
        self.write("index.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n")
        self.write("nan.obj", "v 0 0 0\nv 1 0 0\nv 0 nan 0\nf 1 2 3\n")
        for file, place in (("missing.stl", "missing.stl"), (self.folder, self.folder), ("empty.stl", "empty.stl"),
                            ("noise.stl", "noise.stl"), ("broken.obj", "broken.obj:3:"), ("index.obj", "index.obj:4:"),
                            ("nan.obj", "nan.obj")):
            self.refused("collide", file, "cube.obj", "--json", says=place)
            self.refused("collide", "cube.obj", file, says=place)

    def test_file_names_of_all_kinds(self):
        with open(self.path("cube.obj"), "rb") as file:
            cube = file.read()
        for name in ("with blank.obj", "Zahnräder.obj", "quote\"d.obj", "generate", "collide", "demo"):
            self.write(name, cube)
            self.assertTrue(self.json("collide", name, name, code=1)["colliding"])
            self.assertTrue(self.json("collide", "cube.obj", name, code=1)["colliding"])
        self.write("-minus.obj", cube)
        self.answered("collide", "--all", "--", "-minus.obj", "cube.obj", code=1)

    def test_text_is_readable(self):
        text = self.answered("collide", "rack.obj", "blade.obj", "--all", "--stats", code=1)
        for part in ("rack.obj and blade.obj touch", "2 contacts", "  1 1\n  2 1\n", "triangle tests"):
            self.assertIn(part, text)
        text = self.answered("collide", "rack.obj", "blade.obj", "--limit", "1", code=1)
        for part in ("1 contact ", "there are more"):
            self.assertIn(part, text)
        self.assertEqual(self.answered("collide", "cube.obj", "cube.obj", "--pose-b", shift(3)),
                         "cube.obj and cube.obj do not touch.\n")

    def test_every_target_gives_the_same_answer(self):
        self.shape("noisy-torus", "ring.stl", "--triangles", "3000")
        self.shape("soup", "soup.stl", "--triangles", "500")
        message = self.refused("--version", ALLIDE_TARGET="none-such")
        words = ("collide", "ring.stl", "soup.stl", "--pose-b", "0.1,-0.05,0,0.8,0,0.6,0", "--all")
        expected = self.json(*words, code=1)
        self.assertGreater(expected["contacts"], 50)
        named = [w.strip(",.;:") for w in message.split()]
        tried = 0
        for target in dict.fromkeys(named):
            if self.run_words("--version", ALLIDE_TARGET=target)[0] == 0:
                self.assertEqual(self.json(*words, code=1, ALLIDE_TARGET=target), expected, target)
                tried += 1
        self.assertGreaterEqual(tried, 1)

    def test_exchanging_a_and_b_exchanges_the_pairs(self):
        self.shape("torus", "ring.stl", "--triangles", "1000")
        self.shape("soup", "soup.stl", "--triangles", "300")
        turn = "0.1,-0.05,0.2,0.8,0,0.6,0"
        one = self.json("collide", "ring.stl", "soup.stl", "--pose-b", turn, "--all", code=1)
        two = self.json("collide", "soup.stl", "ring.stl", "--pose-a", turn, "--all", code=1)
        self.assertEqual(one["pairs"], sorted(one["pairs"]))
        self.assertEqual(two["pairs"], sorted([b, a] for a, b in one["pairs"]))
        self.assertGreater(one["contacts"], 10)

    def test_ctrl_c_keeps_the_answers_so_far(self):
        self.shape("torus", "ring.stl")
        self.write("poses.txt", "0.5,0,0,1,0,0,0\n" * 200000)
        with subprocess.Popen([PROGRAM, "collide", "ring.stl", "ring.stl", "--poses", "poses.txt", "--json"],
                              cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              bufsize=0,  # a buffer would hide the bytes read ahead from communicate()
                              preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) as process:
            first = process.stdout.readline()
            process.send_signal(signal.SIGINT)
            rest, message = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 130)
        self.assertEqual(message.count(b"\n"), 1)
        lines = [json.loads(line) for line in (first + rest).splitlines()]
        self.assertEqual(lines[-1], {"partial": True})
        self.assertLess(len(lines), 200000)
        self.assertEqual([line["pose"] for line in lines[:-1]], list(range(len(lines) - 1)))


class Distance(CliTest):
    """Cubes from -1 to 1, and a rack of shelves: triangles at the heights 0, 1, 2, 3 over the same corner."""

    def setUp(self):
        super().setUp()
        self.shape("cube", "cube.obj")
        self.write("rack.obj", obj(*[[(-1, -1, h), (2, -1, h), (-1, 2, h)] for h in range(4)]))
        self.write("point.obj", obj([(0, 0, 5)] * 3))

    def test_cubes_side_by_side(self):
        answer = self.json("distance", "cube.obj", "cube.obj", "--pose-b", shift(5.0, 0.25))
        self.assertLessEqual(answer["lower"], 3)
        self.assertGreaterEqual(answer["upper"], 3)
        self.assertLessEqual(answer["upper"] - answer["lower"], 1e-12 * answer["upper"])
        self.assertEqual(answer["distance"], answer["upper"])
        self.assertEqual((answer["point_a"][0], answer["point_b"][0]), (1, 4))
        self.assertIn(answer["triangle_a"], range(12))
        self.assertIn(answer["triangle_b"], range(12))
        self.assertEqual(answer["pose_b"], [1, 0, 0, 5, 0, 1, 0, 0.25, 0, 0, 1, 0])
        for absent in ("pose", "within", "pairs", "sequence", "stats"):
            self.assertNotIn(absent, answer)

    def test_contact_is_all_zeros_and_one_point(self):
        for pose in (shift(2.0), shift(0.5, 0.5)):
            answer = self.json("distance", "cube.obj", "cube.obj", "--pose-b", pose, code=1)
            self.assertEqual((answer["distance"], answer["lower"], answer["upper"]), (0, 0, 0))
            self.assertEqual(answer["point_a"], answer["point_b"])
        apart = self.json("distance", "cube.obj", "cube.obj", "--pose-b", shift(2.0000000000000004))
        self.assertLessEqual(apart["lower"], 2**-51)
        self.assertGreaterEqual(apart["upper"], 2**-51)
        self.assertGreater(apart["lower"], 0)

    def test_within_is_exact(self):
        for limit, within in (("3", True), ("2.9999999999999996", False), ("0", False), ("1e300", True)):
            answer = self.json("distance", "cube.obj", "cube.obj", "--pose-b", shift(5.0), "--within", limit,
                               code=1 if within else 0)
            self.assertEqual(answer["within"], within, limit)
            self.assertGreaterEqual(answer["upper"], 3)
        self.assertTrue(self.json("distance", "cube.obj", "cube.obj", "--within", "0", code=1)["within"])

    def test_errors_list_pairs(self):
        near = self.json("distance", "rack.obj", "point.obj", "--abs-error", "1.5")
        self.assertEqual([pair[:2] for pair in near["pairs"]], [[2, 0], [3, 0]])
        for pair, exact in zip(near["pairs"], (3, 2)):
            self.assertTrue(exact <= pair[2] <= exact * (1 + 1e-12))
        near = self.json("distance", "rack.obj", "point.obj", "--rel-error", "1.6", "--abs-error", "0.1")
        self.assertEqual([pair[:2] for pair in near["pairs"]], [[0, 0], [1, 0], [2, 0], [3, 0]])
        weak = self.json("distance", "rack.obj", "point.obj", "--abs-error", "0.5", "--weak")
        self.assertNotIn("pairs", weak)
        self.assertEqual(weak["sequence"][-1][:2], [3, 0])

    def test_volumes_agree(self):
        self.shape("torus", "ring.stl", "--triangles", "300")
        pose = "2.3,0.2,0.4,0.9238795325112867,0,0.3826834323650898,0"
        exact = self.json("distance", "cube.obj", "ring.stl", "--pose-b", pose)
        for volume in VOLUMES:
            answer = self.json("distance", "cube.obj", "ring.stl", "--pose-b", pose, "--volume", volume)
            self.assertLessEqual(answer["lower"], exact["upper"])
            self.assertLessEqual(exact["lower"], answer["upper"])
        stats = self.json("distance", "cube.obj", "ring.stl", "--pose-b", pose, "--stats")["stats"]
        self.assertGreater(stats["triangle_tests"], 0)
        self.assertGreater(stats["volume_tests"], 0)

    def test_poses_file(self):
        self.write("poses.txt", "# three\n%s\n\n%s\n%s\n" % (shift(5), shift(2), shift(3)))
        lines = self.answered("distance", "cube.obj", "cube.obj", "--poses", "poses.txt", "--json", code=1).splitlines()
        answers = [json.loads(line) for line in lines]
        self.assertEqual([a["pose"] for a in answers], [0, 1, 2])
        for answer, exact in zip(answers, (3, 0, 1)):
            self.assertTrue(answer["lower"] <= exact <= answer["upper"])

    def test_text_is_readable(self):
        text = self.answered("distance", "cube.obj", "cube.obj", "--pose-b", shift(5), "--within", "4", code=1)
        self.assertIn("are 3 apart", text)
        self.assertIn("within the limit", text)
        self.assertIn("touch", self.answered("distance", "cube.obj", "cube.obj", code=1))

    def test_invalid_options_are_refused(self):
        for option in ("--within", "--abs-error", "--rel-error"):
            for bad in ("-1", "nan", "inf", "two", "", "1e999"):
                self.refused("distance", "cube.obj", "cube.obj", option, bad, says=option)
        self.refused("distance", "cube.obj", "cube.obj", "--weak", says="--abs-error")
        self.refused("distance", "cube.obj", "missing.obj", says="missing.obj")
        self.refused("distance", "cube.obj", "cube.obj", "--volume", "kdop7", says=["kdop7", "kdop14"])


class Predict(CliTest):
    """A cube from -1 to 1 starts 5 to the left of another one."""

    start = ("--pose-a", "-5,0,0,1,0,0,0")

    def setUp(self):
        super().setUp()
        self.shape("cube", "cube.obj")
        self.motion("right.json", type="linear", translation=[10, 0, 0])
        self.motion("left.json", type="linear", translation=[-10, 0, 0])

    def motion(self, name, **fields):
        self.write(name, json.dumps(fields))
        return name

    def predict(self, motion, *words, code=1):
        return self.json("predict", "cube.obj", "cube.obj", "--motion", motion, *words, code=code)

    def assert_holds(self, lo, truth, hi, width=1e-9):
        self.assertLessEqual(lo, truth + 1e-15)
        self.assertGreaterEqual(hi, truth - 1e-15)
        self.assertLessEqual(hi - lo, width)

    def test_an_impact_comes_in_a_bracket_with_its_features(self):
        answer = self.predict("right.json", *self.start)
        self.assertEqual(answer["outcome"], "impact")
        self.assert_holds(answer["t_lo"], 0.3, answer["t_hi"])
        self.assertEqual(answer["free_until"], answer["t_lo"])
        self.assertIn(answer["features"], ("vertex-face", "face-vertex", "edge-edge"))
        self.assertAlmostEqual(answer["point"][0], -1, delta=1e-7)
        self.assertIn(answer["triangle_a"], range(12))
        self.assertIn(answer["triangle_b"], range(12))
        self.assertIsNone(answer["delta"])
        self.assertEqual(answer["pose_a"], [1, 0, 0, -5, 0, 1, 0, 0, 0, 0, 1, 0])
        self.assertEqual(answer["pose_b"], [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0])
        self.assertGreaterEqual(answer["seconds"], 0)
        self.assertNotIn("intervals", answer)

    def test_clear_exits_with_0_and_has_no_impact(self):
        answer = self.predict("left.json", *self.start, "--intervals", code=0)
        self.assertEqual((answer["outcome"], answer["free_until"]), ("clear", 1))
        for key in ("t_lo", "t_hi", "triangle_a", "triangle_b", "features", "point", "delta"):
            self.assertIsNone(answer[key], key)
        self.assertEqual((answer["intervals"], answer["undecided_intervals"]), ([], []))

    def test_touching_at_the_start(self):
        answer = self.predict("left.json", "--pose-a", "-2,0,0,1,0,0,0", "--intervals")
        self.assertEqual(answer["outcome"], "touching_at_start")
        self.assertEqual((answer["free_until"], answer["t_lo"], answer["t_hi"]), (0, 0, 0))
        self.assertEqual(answer["intervals"][0][0], 0)

    def test_intervals_are_brackets_of_both_ends(self):
        [span] = self.predict("right.json", *self.start, "--intervals")["intervals"]
        self.assert_holds(span[0], 0.3, span[1])
        self.assert_holds(span[2], 0.7, span[3])
        [span] = self.predict("right.json", *self.start, "--pose-b", "5,0,0,1,0,0,0", "--intervals")["intervals"]
        self.assertEqual(span[2:], [1, 1])  # in contact until the end

    def test_bodies_at_rest_stay_in_contact(self):
        self.motion("stay.json", type="linear", translation=[0, 0, 0])
        self.motion("turn.json", type="screw", axis=[0, 0, 1], angle=0, advance=0)
        for motion in ("stay.json", "turn.json"):
            answer = self.predict(motion, "--pose-a", "1,1,1,1,0,0,0", "--intervals")
            self.assertEqual((answer["intervals"], answer["undecided_intervals"]), ([[0, 0, 1, 1]], []))
        home, away = [1, 1, 1, 1, 0, 0, 0], [-5, 1, 1, 1, 0, 0, 0]
        self.motion("dwell.json", type="path", poses=[away, home, home, away], times=[0, 1, 2, 3])
        [span] = self.predict("dwell.json", "--intervals")["intervals"]
        self.assert_holds(span[0], 1 / 6, span[1])
        self.assert_holds(span[2], 5 / 6, span[3])

    def test_contact_that_ends_with_the_motion(self):
        self.motion("up.json", type="linear", translation=[0, 2, 0])
        answer = self.predict("up.json", "--pose-a", "2,0,0,1,0,0,0", "--intervals")
        self.assertEqual((answer["intervals"], answer["undecided_intervals"]), ([[0, 0, 1, 1]], []))

    def test_sliding_along_at_the_clearance(self):
        self.motion("slide.json", type="linear", translation=[10, 0, 0])
        for gap in (1, 0.9999999):
            answer = self.predict("slide.json", "--pose-a", f"-5,0,{2 + gap},1,0,0,0", "--clearance", "1", "--intervals")
            self.assertEqual(answer["outcome"], "impact")
            [span] = answer["intervals"]
            self.assertEqual(answer["undecided_intervals"], [])
            if gap == 1:
                self.assert_holds(span[0], 0.3, span[1])
                self.assert_holds(span[2], 0.7, span[3])
        answer = self.predict("slide.json", "--pose-a", "-5,0,3.0000000000000004,1,0,0,0", "--clearance", "1",
                              "--intervals", code=0)
        self.assertEqual((answer["outcome"], answer["intervals"], answer["undecided_intervals"]), ("clear", [], []))

    def test_a_screw_of_any_axis_length(self):
        # A quarter turn about z moves the cube from x = 5 to y = 5, where the other one is.
        for scale in (1, 1024, 3):
            self.motion("turn.json", type="screw", axis=[0, 0, scale], angle=3.0, advance=0.5)
            answer = self.predict("turn.json", "--pose-a", "5,0,0,1,0,0,0", "--pose-b", "0,5,0,1,0,0,0")
            self.assertEqual(answer["outcome"], "impact")
            self.assertLess(answer["t_hi"] - answer["t_lo"], 1e-9)
            # A's upright edge at (4, 1) meets the edge at (1, 4) of the other cube at t = 0.36, before the
            # quarter turn ends at t = π/6 = 0.5236.
            self.assertTrue(0.3 < answer["t_lo"] < 0.5236, answer)

    def test_clearance_counts_as_contact_and_has_no_features(self):
        answer = self.predict("right.json", *self.start, "--clearance", "0.5", "--intervals")
        self.assertEqual(answer["outcome"], "impact")
        self.assert_holds(answer["t_lo"], 0.25, answer["t_hi"])
        self.assertIsNone(answer["features"])
        self.assert_holds(answer["intervals"][0][2], 0.75, answer["intervals"][-1][3], 1)

    def test_a_finer_tolerance(self):
        answer = self.predict("right.json", *self.start, "--tolerance", "1e-13")
        self.assert_holds(answer["t_lo"], 0.3, answer["t_hi"], 1e-13)

    def test_a_path_has_its_own_start(self):
        self.motion("path.json", type="path", times=[2, 3, 5],
                    poses=[[-5, 0, 0, 1, 0, 0, 0], [-5, 0, 8, 1, 0, 0, 0], [-5, 0, 0, 1, 0, 0, 0]])
        answer = self.predict("path.json", code=0)
        self.assertEqual(answer["outcome"], "clear")
        self.assertEqual(answer["pose_a"][3], -5)
        answer = self.predict("path.json", "--pose-b", "-5,0,6,1,0,0,0", "--intervals")
        self.assert_holds(answer["t_lo"], 0.5 / 3, answer["t_hi"])
        self.refused("predict", "cube.obj", "cube.obj", "--motion", "path.json", *self.start, says="--pose-a")

    def test_bad_motions_are_named_with_their_place(self):
        screw = {"type": "screw", "point": [0, 0, 0], "axis": [0, 0, 1], "angle": 1.0, "advance": 0.5}
        home = [0, 0, 0, 1, 0, 0, 0]
        for name, fields, says in (
                ("no-angle", {k: v for k, v in screw.items() if k != "angle"}, "angle is missing"),
                ("zero-axis", dict(screw, axis=[0, 0, 0]), "axis"),
                ("word", dict(screw, advance="far"), "advance"),
                ("nan", dict(screw, angle=float("nan")), "byte"),
                ("type", dict(screw, type="spiral"), "type"),
                ("times", {"type": "path", "poses": [home, home], "times": [1, 0]}, "times[1]"),
                ("one-pose", {"type": "path", "poses": [home], "times": [1]}, "at least two"),
                ("not-rigid", {"type": "path", "poses": [home, [1] * 12], "times": [0, 1]}, "poses[1]")):
            file = self.motion(f"{name}.json", **fields)
            self.refused("predict", "cube.obj", "cube.obj", "--motion", file, "--json", says=[file, says])
        self.refused("predict", "cube.obj", "cube.obj", "--motion", "missing.json", says="missing.json")

    def test_unknown_keys_are_reported_and_ignored(self):
        plain = self.answered("predict", "cube.obj", "cube.obj", *self.start, "--motion", "right.json", code=1)
        self.write("keys.json", '{"type": "linear",\n "translation": [10, 0, 0],\n "pitch": 1,\n "angle": 2}')
        code, out, err = self.run_words("predict", "cube.obj", "cube.obj", *self.start, "--motion", "keys.json")
        self.assertEqual((code, out), (1, plain))
        self.assertEqual([line.split(" in a motion")[0] for line in err.splitlines()],
                         ["allide: keys.json:3: unknown key 'pitch'", "allide: keys.json:4: unknown key 'angle'"])

    def test_bad_options(self):
        words = ("predict", "cube.obj", "cube.obj")
        self.refused(*words, says="--motion")
        for option, value in (("--tolerance", "0"), ("--tolerance", "1"), ("--clearance", "-1"), ("--clearance", "nan"),
                              ("--pose-a", "1,2"), ("--pose-b", "x")):
            self.refused(*words, "--motion", "right.json", option, value, says=option)
        self.refused(*words, "--motion", "right.json", "-o", "motion.txt", says="motion.txt")
        self.refused("predict", "missing.obj", "cube.obj", "--motion", "right.json", says="missing.obj")

    def test_text_output(self):
        words = ("predict", "cube.obj", "cube.obj", *self.start, "--intervals", "--motion")
        text = self.answered(*words, "right.json", code=1)
        self.assertIn("cube.obj touches cube.obj at t = 0.3", text)
        self.assertIn("intervals of contact: 1\n  0.3", text)
        self.assertIn("cube.obj never touches cube.obj.", self.answered(*words, "left.json"))
        self.assertIn("never comes within 0.5 of", self.answered(*words, "left.json", "--clearance", "0.5"))


class Shapes(CliTest):
    """Files of shapes: bodies, compounds and half-spaces in place of meshes."""

    def setUp(self):
        super().setUp()
        self.write("ball.json", '{"type": "sphere", "radius": 1}')
        self.write("ground.json", '{"type": "half_space", "normal": [0, 0, 1], "offset": 0}')
        self.write("two.json", '{"type": "compound", "parts": [{"type": "box", "half_sides": [1, 1, 1]}, '
                               '{"type": "sphere", "radius": 0.5, "pose": [0, 0, 3, 1, 0, 0, 0]}]}')
        self.write("down.json", '{"type": "linear", "translation": [0, 0, -4]}')

    def test_predict(self):
        fall = ("--motion", "down.json")
        answer = self.json("predict", "ball.json", "ground.json", *fall, "--pose-a", shift(0, 0, 3), code=1)
        self.assertEqual((answer["outcome"], answer["element_a"], answer["element_b"]), ("impact", 0, 0))
        self.assertLessEqual(answer["t_lo"], 0.5)
        self.assertGreaterEqual(answer["t_hi"], 0.5)
        self.assertEqual(answer["free_until"], answer["t_lo"])
        self.assertAlmostEqual(answer["normal"][2], -1)
        self.assertIsNone(answer["delta"])
        self.assertEqual(answer["pose_a"], [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 3])
        clear = self.json("predict", "ball.json", "ground.json", *fall, "--pose-a", shift(0, 0, 9))
        self.assertEqual((clear["outcome"], clear["free_until"], clear["t_lo"], clear["element_b"]), ("clear", 1, None, None))
        deep = self.json("predict", "ball.json", "ground.json", *fall, code=1)
        self.assertEqual((deep["outcome"], deep["t_hi"]), ("touching_at_start", 0))
        of_part = self.json("predict", "ball.json", "two.json", *fall, "--pose-a", shift(0, 0, 6), code=1)
        self.assertEqual(of_part["element_b"], 1)
        self.assertAlmostEqual(of_part["t_hi"], 0.375)
        self.shape("cube", "cube.stl")
        on_mesh = self.json("predict", "ball.json", "cube.stl", *fall, "--pose-a", shift(0, 0, 4), code=1)
        self.assertAlmostEqual(on_mesh["t_hi"], 0.5)
        self.assertIn("at t = 0.375", self.answered("predict", "ball.json", "two.json", *fall, "--pose-a", shift(0, 0, 6), code=1))
        self.assertIn("never", self.answered("predict", "ball.json", "two.json", *fall, "--pose-a", shift(9)))
        for option in (["--intervals"], ["-o", "x.html"], ["--explain", "--json"]):
            self.refused("predict", "ball.json", "two.json", *fall, *option, says=option[0])

    def test_ray(self):
        down = ("--origin", "0,0,9", "--direction", "0,0,-1")
        answer = self.json("ray", "two.json", *down, "--all")
        self.assertTrue(answer["hit"])
        self.assertEqual([(hit["t"], hit["element"], hit["normal"]) for hit in answer["hits"]],
                         [(5.5, 1, [0, 0, 1]), (8, 0, [0, 0, 1])])
        self.assertEqual(answer["point"], [0, 0, 3.5])
        self.assertEqual(self.json("ray", "ball.json", *down, "--pose", shift(0, 0, 1))["t"], 7)
        missed = self.json("ray", "ball.json", "--origin", "0,0,9", "--direction", "0,0,1")
        self.assertEqual((missed["hit"], missed["t"], missed["element"], missed["normal"]), (False, None, None, None))
        self.assertIn("element 1", self.answered("ray", "two.json", *down))
        self.refused("ray", "missing.json", *down, says="missing.json")

    def test_nearest(self):
        answer = self.json("nearest", "two.json", "--point", "0,0,9")
        self.assertAlmostEqual(answer["distance"], 5.5)
        self.assertLessEqual(answer["lower"], 5.5)
        self.assertEqual(answer["element"], 1)
        for found, wanted in zip(answer["point"], (0, 0, 3.5)):
            self.assertAlmostEqual(found, wanted)
        inside = self.json("nearest", "two.json", "--point", "0,0,9", "--pose", shift(0, 0, 8.5))
        self.assertEqual((inside["distance"], inside["element"]), (0, 0))
        self.assertIn("Element 1", self.answered("nearest", "two.json", "--point", "0,0,9"))
        self.refused("nearest", "two.json", "--point", "0,0,9", "--count", "2", says="--count")

    def test_contains(self):
        self.write("points", "0,0,0\n1,0,0.5\n1.0000000000000002,0,0\n0,0,2.5\n0,0,3\n0,0,2.4\n")
        self.assertEqual(self.json("contains", "two.json", "--points", "points")["inside"],
                         [True, "boundary", False, "boundary", True, False])
        self.assertEqual(self.json("contains", "ground.json", "--points", "points")["inside"],
                         ["boundary", False, "boundary", False, False, False])
        self.write("can.json", '{"type": "cylinder", "radius": 1, "half_height": 1}')
        self.write("rim", "0.6,0.8,0\n0.5,0.5,0.5\n1.1,0,0\n")
        self.assertEqual(self.json("contains", "can.json", "--points", "rim")["inside"][1:], [True, False])
        self.shape("cube", "cube.stl")
        self.write("solid.json", '{"type": "mesh", "file": "cube.stl", "solid": true}')
        of_mesh = self.json("contains", "cube.stl", "--points", "points")
        self.assertEqual(self.json("contains", "solid.json", "--points", "points"), of_mesh)
        self.write("floor.json", '{"type": "plane", "normal": [0, 0, 1], "offset": 0}')
        self.refused("contains", "floor.json", "--points", "points", says="found a plane")
        self.refused("contains", "two.json", "--points", "points", "--rule", "winding", says="--rule")

    def test_info(self):
        files = self.json("info", "two.json", "ground.json")["files"]
        self.assertEqual([(one["kind"], one["solid"], one["elements"]) for one in files],
                         [("compound", True, 2), ("half-space", True, 1)])
        self.assertAlmostEqual(files[0]["bounds"][1][2], 3.5)
        self.assertEqual(files[1]["bounds"][1], [None] * 3)
        self.assertIn("two.json: compound, solid, 2 elements", self.answered("info", "two.json"))
        self.refused("info", "missing.json", says="missing.json")

    def test_verbs_for_meshes_name_the_shape(self):
        self.write("planes", "1,0,0,1\n")
        self.refused("frustum", "two.json", "--planes", "planes", says="two.json: expected a mesh, found a shape file")
        self.refused("index", "two.json", "-o", "x.allide", says="two.json: expected a mesh, found a shape file")
        self.assertIn("two.json: expected a mesh, found a shape file", self.run_words("clash", "two.json")[2])

    def test_distance_and_collide(self):
        self.assertAlmostEqual(self.json("distance", "ball.json", "ground.json", "--pose-a", shift(0, 0, 3))["distance"], 2)
        self.assertFalse(self.json("collide", "ball.json", "ground.json", "--pose-a", shift(0, 0, 3))["colliding"])
        self.assertTrue(self.json("collide", "ball.json", "ground.json", "--pose-a", shift(0, 0, 0.5), code=1)["colliding"])


class ReaderPrograms(CliTest):
    """Formats that are read by separate programs; skipped if these were not built."""
    FILES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "files")

    def needs(self, reader):
        if not os.path.exists(os.path.join(os.path.dirname(os.path.abspath(PROGRAM)), reader)):
            self.skipTest(f"{reader} was not built")

    def step(self, name):
        self.needs("allide-read-step")
        return os.path.join(self.FILES, name)

    def test_faces_of_step_files_keep_their_colours(self):
        (file,) = self.json("info", self.step("painted_boxes.step"))["files"]
        self.assertEqual([part["colour"] for part in file["parts"]], [[0.25, 0.5, 0.75]] * 2)
        for first, part in zip((0, 12), file["parts"]):  # the sides at x = 1 and z = 3 of a box
            self.assertEqual(part["face_colours"], [{"first": first + 2, "triangles": 2, "colour": [1, 0, 0]},
                                                    {"first": first + 10, "triangles": 2, "colour": [0, 0, 1]}])

    def test_every_verb_reads_step(self):
        boxes = self.step("two_boxes.step")
        (file,) = self.json("info", boxes)["files"]
        self.assertEqual([part["name"] for part in file["parts"]], ["left", "right"])
        self.assertEqual([part["bounds"] for part in file["parts"]], [[[0, 0, 0], [1, 2, 3]], [[8.5, 0, 0], [10.5, 1, 3]]])
        self.assertEqual([(part["sag"], part["colour"]) for part in file["parts"]], [(0, [0.25, 0.5, 0.75])] * 2)
        self.json("collide", boxes, boxes, "--pose-b", shift(4), code=0)
        self.json("collide", boxes, boxes, "--pose-b", shift(1), code=1)
        self.assertAlmostEqual(self.json("distance", boxes, boxes, "--pose-b", shift(4))["distance"], 2)
        self.assertEqual(self.json("ray", boxes, "--origin", "-1,1,1", "--direction", "1,0,0")["t"], 1)
        self.assertEqual(self.json("nearest", boxes, "--point", "-1,1,1")["distance"], 1)

    def test_sag(self):
        tube = self.step("tube.step")
        def part(*words):
            return self.json("info", tube, *words)["files"][0]["parts"][0]
        plain, fine = part(), part("--sag", "1e-4")
        self.assertLessEqual(plain["sag"], 600 ** 0.5 / 1000)
        self.assertLessEqual(fine["sag"], 1e-4)
        self.assertGreater(fine["triangles"], plain["triangles"])
        # The gap of two adjacent tubes is 1, within the error of both sags.
        for words in ([], ["--sag", "1e-4"]):
            sag = part(*words)["sag"]
            gap = self.json("distance", tube, tube, "--pose-b", shift(0, 11), *words)["distance"]
            self.assertTrue(1 <= gap <= 1 + 2 * sag, gap)
        for bad in ("0", "-1", "nan", "thin", ""):
            self.refused("info", tube, "--sag", bad, says="--sag")

    def test_broken_step_files_are_refused_with_their_line(self):
        with open(self.step("two_boxes.step"), encoding="ascii") as file:
            text = file.read()
        self.write("number.step", text.replace("(1.0,", "(one,", 1))
        line = text[:text.index("(1.0,")].count("\n") + 1
        self.refused("info", "number.step", says=f"number.step:{line}: ")
        self.write("cut.step", text[:len(text) // 2])
        self.refused("collide", "cut.step", "cut.step", says="cut.step:")

    def test_collada(self):
        self.needs("allide-read-assimp")
        self.write("broken.dae", "<COLLADA")
        self.refused("info", "broken.dae", says=("broken.dae: ", "Assimp"))

    def test_without_the_reader_the_package_is_named(self):
        alone = shutil.copy(PROGRAM, self.path("allide"))
        for name, text, package in (("a.step", "ISO-10303-21;\nHEADER;\n", "libocct-data-exchange-dev"),
                                    ("a.dae", "<COLLADA/>", "libassimp-dev")):
            self.write(name, text)
            environment = {**os.environ, "PATH": "", "ALLIDE_READERS": "/nowhere"}
            result = subprocess.run([alone, "info", name], cwd=self.folder, capture_output=True, env=environment, timeout=300)
            self.assertEqual((result.returncode, result.stdout), (2, b""))
            self.assertEqual(result.stderr.count(b"\n"), 1)
            self.assertIn(f"{name}: ", result.stderr.decode())
            self.assertIn(f"apt install {package}", result.stderr.decode())


class Info(CliTest):
    FIELDS = {"name", "vertices", "triangles", "bounds", "degenerate", "duplicate", "nonfinite", "open_edges",
              "nonmanifold_edges", "closed", "sag", "colour", "face_colours"}

    def info(self, *files):
        answer = self.json("info", *files)
        self.assertEqual([one["file"] for one in answer["files"]], list(files))
        for one in answer["files"]:
            self.assertEqual(one["triangles"], sum(part["triangles"] for part in one["parts"]))
            self.assertIsInstance(one["notes"], list)
            for part in one["parts"]:
                self.assertEqual(set(part), self.FIELDS)
        return answer["files"]

    def part(self, file):
        (one,) = self.info(file)
        (part,) = one["parts"]
        return part

    def test_a_closed_cube(self):
        for name in ("cube.obj", "cube.stl"):
            part = self.part(self.shape("cube", name))
            self.assertEqual(part, {"name": name, "vertices": 8, "triangles": 12, "bounds": [[-1, -1, -1], [1, 1, 1]],
                                    "degenerate": 0, "duplicate": 0, "nonfinite": 0, "open_edges": 0,
                                    "nonmanifold_edges": 0, "closed": True, "sag": 0, "colour": None, "face_colours": []})

    # A triangle, the same with reversed orientation, one without area, and one with a non-finite corner.
    def test_faults_are_counted_and_nothing_is_refused(self):
        corners = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
        self.write("faults.obj", obj(corners, corners[::-1], corners, [(0, 0, 0), (1, 0, 0), (0.5, 0, 0)],
                                     [(-0.0, 0, 0), (1, 0, 0), ("nan", 7, 7)]))
        part = self.part("faults.obj")
        self.assertEqual((part["vertices"], part["triangles"]), (5, 5))
        self.assertEqual((part["degenerate"], part["duplicate"], part["nonfinite"]), (1, 2, 1))
        self.assertEqual((part["open_edges"], part["nonmanifold_edges"], part["closed"]), (0, 3, False))
        self.assertEqual(part["bounds"], [[0, 0, 0], [1, 1, 0]])
        self.write("nowhere.obj", "v nan 0 0\nv 0 inf 0\nv 0 0 -inf\nf 1 2 3\n")
        part = self.part("nowhere.obj")
        self.assertEqual((part["bounds"], part["nonfinite"]), (None, 3))
        self.assertIn("no finite position", self.answered("info", "nowhere.obj"))

    def test_bounds_carry_all_digits(self):
        numbers = [0.1 + 0.2, -1 / 3, 1e-300]
        self.write("digits.obj", obj([numbers, [1, 1, 1], [1, 0, 1]]))
        self.assertEqual(self.part("digits.obj")["bounds"], [numbers, [1, 1, 1]])

    def test_several_files_and_parts(self):
        self.write("house.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\no walls of it\nf 1 2 3\nf 1 2 4\no roof\nf 2 3 4\n")
        cube, house, again = self.info(self.shape("cube", "cube.stl"), "house.obj", "house.obj")
        self.assertEqual(len(cube["parts"]), 1)
        self.assertEqual(house, again)
        self.assertEqual([(p["name"], p["triangles"], p["open_edges"]) for p in house["parts"]],
                         [("walls of it", 2, 4), ("roof", 1, 3)])
        text = self.answered("info", "cube.stl", "house.obj")
        for words in ("cube.stl: 12 triangles in 1 part\n", "house.obj: 3 triangles in 2 parts\n", "walls of it: 2 triangles",
                      "closed", "not closed, 4 open edges"):
            self.assertIn(words, text)

    def test_a_bad_file_leaves_standard_output_empty(self):
        self.shape("cube", "cube.stl")
        self.write("broken.obj", "v 0 0 0\nv 1 0 0\nv 0 one 0\nf 1 2 3\n")
        self.write("empty.obj", "")
        for bad, place in (("broken.obj", "broken.obj:3:"), ("missing.stl", "missing.stl"), ("empty.obj", "empty.obj"),
                           (self.folder, self.folder)):
            for flags in ([], ["--json"]):
                self.refused("info", bad, *flags, says=place)
                self.refused("info", "cube.stl", bad, "missing-too.stl", *flags, says=place)
        self.refused("info", says="FILE")

    def test_help_and_odd_names(self):
        self.assertIn("Example: allide info", self.answered("info", "--help"))
        self.write("info", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        self.assertEqual(self.part("info")["triangles"], 1)


class Probe(CliTest):
    """The verbs about one mesh: ray, nearest, contains and frustum."""

    def setUp(self):
        super().setUp()
        # The cube from -1 to 1.
        self.cube = self.shape("cube", "cube.obj")

    def test_a_ray_hits_the_cube(self):
        answer = self.json("ray", self.cube, "--origin", "-5,0.25,0.5", "--direction", "2,0,0")
        self.assertTrue(answer["hit"])
        self.assertEqual(answer["t"], 2)
        self.assertEqual(answer["point"], [-1, 0.25, 0.5])
        self.assertNotIn("hits", answer)
        everything = self.json("ray", self.cube, "--origin", "-5,0.25,0.5", "--direction", "2,0,0", "--all")
        self.assertEqual([hit["t"] for hit in everything["hits"]], [2, 3])
        self.assertEqual(everything["hits"][0], {k: answer[k] for k in ("t", "point", "triangle")})
        self.assertIn("t = 2", self.answered("ray", self.cube, "--origin", "-5 0.25 0.5", "--direction", "2 0 0"))

    def test_a_ray_may_miss(self):
        answer = self.json("ray", self.cube, "--origin", "-5,0,0", "--direction", "-1,0,0", "--all")
        self.assertEqual(answer, {"hit": False, "t": None, "point": None, "triangle": None, "hits": []})
        self.assertIn("nothing", self.answered("ray", self.cube, "--origin", "-5,0,0", "--direction", "-1,0,0"))
        short = self.json("ray", self.cube, "--origin", "-5,0,0", "--direction", "1,0,0", "--max-t", "3.5")
        self.assertFalse(short["hit"])

    def test_a_ray_through_an_edge_hits_both_triangles(self):
        answer = self.json("ray", self.cube, "--origin", "-5,0,0", "--direction", "1,0,0", "--all")
        self.assertEqual([hit["t"] for hit in answer["hits"]], [4, 4, 6, 6])
        self.assertEqual(answer["hits"], sorted(answer["hits"], key=lambda hit: (hit["t"], hit["triangle"])))

    def test_a_placed_mesh(self):
        answer = self.json("ray", self.cube, "--origin", "0,0,0.5", "--direction", "1,0,0", "--pose", shift(10))
        self.assertEqual(answer["t"], 9)
        self.assertEqual(self.json("nearest", self.cube, "--point", "0,0,0.5", "--pose", shift(10))["distance"], 9)

    def test_invalid_rays_are_refused(self):
        self.refused("ray", self.cube, "--origin", "0,0,0", "--direction", "0,0,0", says="--direction")
        self.refused("ray", self.cube, "--origin", "0,0", "--direction", "1,0,0", says="--origin")
        self.refused("ray", self.cube, "--origin", "0,0,nan", "--direction", "1,0,0", says=["--origin", "finite"])
        self.refused("ray", self.cube, "--origin", "0,0,0", "--direction", "1,0,inf", says="--direction")
        self.refused("ray", self.cube, "--origin", "0,0,0", says="--direction")
        self.refused("ray", self.cube, "--origin", "0,0,0", "--direction", "1,0,0", "--max-t", "-1", says="--max-t")
        self.refused("ray", "none.obj", "--origin", "0,0,0", "--direction", "1,0,0", says="none.obj")
        self.refused("ray", self.write("empty.obj", "v 0 0 0\n"), "--origin", "0,0,0", "--direction", "1,0,0",
                     says=["empty.obj", "no triangles"])
        self.refused("ray", self.write("bad.obj", "v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), "--origin", "0,0,0",
                     "--direction", "1,0,0", says="bad.obj")

    def test_nearest(self):
        answer = self.json("nearest", self.cube, "--point", "-4,0.25,0.5")
        self.assertEqual((answer["distance"], answer["point"]), (3, [-1, 0.25, 0.5]))
        self.assertLessEqual(answer["lower"], 3)
        self.assertGreaterEqual(answer["upper"], 3)
        self.assertIsInstance(answer["triangle"], int)
        self.assertEqual(self.json("nearest", self.cube, "--point", "1,1,1")["distance"], 0)
        several = self.json("nearest", self.cube, "--point", "0,0,0", "--count", "20")["nearest"]
        self.assertEqual([one["triangle"] for one in several], list(range(12)))
        self.assertIn("3", self.answered("nearest", self.cube, "--point", "-4,0.25,0.5"))
        self.refused("nearest", self.cube, "--point", "1,2,x", says="--point")
        self.refused("nearest", self.cube, "--point", "1,2,3", "--count", "0", says="--count")

    def test_contains(self):
        points = self.write("points.txt", "0,0,0  # the middle\n\n2 0 0\n1,0,0\n-1,-1,-1\n0.5,0.5,-0.5\n")
        answer = self.json("contains", self.cube, "--points", points)
        self.assertEqual(answer["inside"], [True, False, "boundary", "boundary", True])
        self.assertEqual(self.json("contains", self.cube, "--points", points, "--rule", "winding"), answer)
        triangle = self.write("open.obj", obj([(0, 0, 0), (1, 0, 0), (0, 1, 0)]))
        self.assertEqual(self.json("contains", triangle, "--points", points)["inside"], ["open"] * 5)
        text = self.answered("contains", self.cube, "--points", points)
        self.assertEqual([line.split()[-1] for line in text.splitlines()],
                         ["inside", "outside", "boundary", "boundary", "inside"])

    def test_bad_points_are_refused_with_their_line(self):
        self.refused("contains", self.cube, "--points", self.write("p.txt", "0,0,0\n1,2\n"), says="p.txt:2")
        self.refused("contains", self.cube, "--points", self.write("q.txt", "0,0,0\n\n1,2,inf\n"), says="q.txt:3")
        self.refused("contains", self.cube, "--points", self.write("r.txt", "# none\n"), says="r.txt")
        self.refused("contains", self.cube, "--points", "missing.txt", says="missing.txt")
        self.refused("contains", self.cube, "--points", self.write("s.txt", "0,0,0\n"), "--rule", "even",
                     says=["even", "odd", "winding"])

    def test_frustum(self):
        half = self.write("half.txt", "0,0,1,-1  # z <= -1\n")
        triangles = self.json("frustum", self.cube, "--planes", half)["triangles"]
        self.assertEqual(triangles, sorted(set(triangles)))
        below = self.write("below.txt", "0,0,1,-1.0000000000000002\n")
        self.assertEqual(self.json("frustum", self.cube, "--planes", below)["triangles"], [])
        inside = self.write("inside.txt", "\n".join(["1,0,0,.5", "-1,0,0,.5", "0,1,0,.5", "0,-1,0,.5", "0,0,1,.5",
                                                     "0,0,-1,.5"]))
        self.assertEqual(self.json("frustum", self.cube, "--planes", inside)["triangles"], [])
        fat_ray = self.write("ray.txt", "1,0,0,.1\n-1,0,0,.1\n0,1,0,.2\n0,-1,0,-.15\n")
        self.assertEqual(len(self.json("frustum", self.cube, "--planes", fat_ray)["triangles"]), 2)
        self.assertIn("region", self.answered("frustum", self.cube, "--planes", half))
        self.refused("frustum", self.cube, "--planes", self.write("p.txt", "1,2,3\n"), says="p.txt:1")
        self.refused("frustum", self.cube, "--planes", self.write("q.txt", "\n"), says="q.txt")

    def test_every_target_gives_the_same_answers(self):
        body = self.shape("noisy-torus", "body.ply", "--triangles", "2000")
        points = self.write("points.txt", "".join(f"{0.1 * i},{0.07 * i - 0.5},{0.03 * i}\n" for i in range(-9, 9)))
        questions = (["ray", body, "--origin", "-3,-0.1,0.2", "--direction", "1,0.1,0", "--all"],
                     ["nearest", body, "--point", "0.1,0.2,0.3", "--count", "9"],
                     ["contains", body, "--points", points])
        for words in questions:
            answers = {self.answered(*words, "--json", ALLIDE_TARGET=target) for target in ("", "scalar")}
            self.assertEqual(len(answers), 1)


class Demo(CliTest):
    def test_the_tour_runs_and_removes_its_files(self):
        out = self.answered("demo", TMPDIR=self.folder)
        self.assertIn("$ allide generate ", out)
        self.assertIn("$ allide collide ", out)
        answers = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
        self.assertTrue(answers and all(answer["colliding"] for answer in answers))
        self.assertIn("do not touch", out)
        self.assertEqual(os.listdir(self.folder), [])

    def test_its_commands_can_be_repeated_by_hand(self):
        out = self.answered("demo")
        shown = out.split("$ allide ")[1:]
        self.assertGreaterEqual(len(shown), 4)
        for step in shown:
            command, rest = step.split("\n", 1)
            said, code = rest.split("(exit code ")[0], int(rest.split("(exit code ")[1].split(")")[0])
            typed = self.answered(*command.split(), code=code)
            if "--stats" not in command:
                self.assertEqual(typed, said)

    def test_a_temporary_folder_that_is_missing_is_refused(self):
        self.refused("demo", TMPDIR=self.path("missing"))


class EngineRoom(CliTest):
    def test_the_room_and_its_list_are_written(self):
        out = self.answered("generate", "engine-room", "--triangles", "60000", "--seed", "2", "--clashes", "4",
                            "--clearances", "3", "-o", "room.obj")
        with open(self.path("room.obj")) as file:
            lines = file.read().splitlines()
        count = sum(line.startswith("f ") for line in lines)
        names = [line[2:] for line in lines if line.startswith(("o ", "g "))]
        self.assertIn(f"{count} triangles", out)
        self.assertLessEqual(abs(count - 60000), 3000)
        self.assertEqual(sorted(os.listdir(self.folder)), ["room.obj", "room.truth.json"])
        with open(self.path("room.truth.json")) as file:
            truth = json.load(file)
        self.assertEqual((truth["file"], truth["units"]), ("room.obj", "mm"))
        self.assertEqual(sorted(pair["kind"] for pair in truth["pairs"]), ["clash"] * 4 + ["clearance"] * 3)
        for pair in truth["pairs"]:
            self.assertLess(pair["a_id"], pair["b_id"])
            self.assertEqual((names[pair["a_id"]], names[pair["b_id"]]), (pair["a"], pair["b"]))
            self.assertGreater(pair["depth" if pair["kind"] == "clash" else "gap"], 0)
            self.assertEqual(sorted(abs(x) for x in pair["direction"]), [0, 0, 1])

    def test_json_and_the_same_bytes(self):
        def written(seed, name):
            answer = self.json("generate", "engine-room", "--triangles", "60000", "--seed", seed, "-o", name)
            self.assertEqual((answer["shape"], answer["clashes"], answer["clearances"]), ("engine-room", 0, 0))
            self.assertGreater(answer["parts"], 500)
            with open(self.path(name), "rb") as file, open(self.path(answer["truth"])) as truth:
                self.assertEqual(json.load(truth)["pairs"], [])
                return file.read()

        self.assertEqual(written("1", "x.stl"), written("1", "y.stl"))
        self.assertNotEqual(written("1", "x.stl"), written("2", "y.stl"))

    def test_invalid_options_are_refused(self):
        self.refused("generate", "engine-room", "--triangles", "100", "-o", "x.obj", says=["engine-room", "60000", "100"])
        self.refused("generate", "engine-room", "--clashes", "x", "-o", "x.obj", says="--clashes")
        self.refused("generate", "engine-room", "--clearances", "-1", "-o", "x.obj", says="--clearances")
        self.refused("generate", "cube", "--clashes", "1", "-o", "x.obj", says=["--clashes", "engine-room"])
        self.refused("generate", "teapot", "-o", "x.obj", says="engine-room")
        self.refused("generate", "engine-room", "--triangles", "60000", "-o", "x.teapot", says="x.teapot")
        self.assertEqual(os.listdir(self.folder), [])


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
