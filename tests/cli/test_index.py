#!/usr/bin/env python3
"""Index files from the command line: index, verify, info and predict.

Run: test_index.py PROGRAM [unittest options]
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.environ.get("ALLIDE_PROGRAM", "allide")
# Sanitizers need additional memory.
SMALL_LIMIT = "2000000000" if os.environ.get("ALLIDE_SANITIZED") else "30000000"
PAGE = 4096


def box(at, half):
    v = [tuple(at[k] + half * (1 if n >> k & 1 else -1) for k in range(3)) for n in range(8)]
    quads = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    return v, [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]


def obj(parts):
    lines, first = [], 1
    for name, (vertices, faces) in parts:
        lines.append(f"o {name}")
        lines += ["v %r %r %r" % v for v in vertices]
        lines += ["f %d %d %d" % tuple(first + i for i in f) for f in faces]
        first += len(vertices)
    return "\n".join(lines) + "\n"


def catches_interrupts(process):
    with open(f"/proc/{process.pid}/status") as file:
        caught = next(line for line in file if line.startswith("SigCgt:"))
    return int(caught.split()[1], 16) >> (signal.SIGINT - 1) & 1


def wait_for_spool(process):
    """Waits until the program is building, that is, until it has an unnamed temporary file open. The thread sanitizer
    has one before the program begins to catch signals."""
    folder = f"/proc/{process.pid}/fd"
    while process.poll() is None:
        try:
            if catches_interrupts(process) and any(os.readlink(os.path.join(folder, name)).endswith("(deleted)") for name in os.listdir(folder)):
                return
        except OSError:
            pass  # closed in the meantime
        time.sleep(0.001)


class IndexTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="allide-index-test-")
        self.addCleanup(shutil.rmtree, self.folder)
        rng = random.Random(1)
        self.parts = [(f"box{k}", box((2.0 * (k % 5) - 4, 2.0 * (k // 5 % 5) - 4, 2.0 * (k // 25) - 2),
                                      rng.uniform(0.2, 0.45))) for k in range(75)]
        self.write("scene.obj", obj(self.parts))

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def run_words(self, *words, **environment):
        result = subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, timeout=300,
                                stdin=subprocess.DEVNULL, env={**os.environ, **environment})
        return result.returncode, result.stdout.decode(), result.stderr.decode()

    def answered(self, *words, code=0, **environment):
        got, out, err = self.run_words(*words, **environment)
        self.assertEqual((got, err), (code, ""), words)
        return out

    def refused(self, *words):
        code, out, err = self.run_words(*words)
        self.assertEqual((code, out), (2, ""), words)
        self.assertEqual(err.count("\n"), 1, err)
        return err

    def test_an_index_is_written_verified_and_described(self):
        built = json.loads(self.answered("index", "scene.obj", "-o", "scene.allide", "--leaf-bytes", "10240", "--json"))
        self.assertEqual((built["triangles"], built["objects"], built["leaf_bytes"]), (900, 75, 12288))
        self.assertEqual(built["leaves"], built["inner_nodes"] + 1)
        self.assertEqual(built["bytes"], os.path.getsize(self.path("scene.allide")))
        self.assertEqual(built["bytes"], built["blocks"] * built["block_size"])
        told = json.loads(self.answered("info", "scene.allide", "--json"))["files"][0]
        for field in ("levels", "inner_nodes", "leaves", "split_depth", "bytes", "source_digest", "root_digest"):
            self.assertEqual(told[field], built[field], field)
        parts = json.loads(self.answered("info", "scene.obj", "--json"))["files"][0]["parts"]
        self.assertEqual(told["parts"], parts)
        self.assertIn("75 objects", self.answered("info", "scene.allide"))
        self.assertIn("pages", self.answered("verify", "scene.allide"))
        self.assertEqual(json.loads(self.answered("verify", "scene.allide", "--json"))["root_digest"], built["root_digest"])

    def test_the_same_bytes_on_every_run_thread_count_and_instruction_set(self):
        self.answered("index", "scene.obj", "-o", "a.allide")
        for words, environment in (([], {}), (["--threads", "1"], {}), (["--memory-limit", SMALL_LIMIT], {}),
                                   ([], {"ALLIDE_TARGET": "scalar"}), ([], {"ALLIDE_TARGET": "avx2"})):
            code, _, err = self.run_words("index", "scene.obj", "-o", "b.allide", *words, **environment)
            if code == 2 and environment:
                continue  # this machine, or this build, has no such instruction set
            self.assertEqual(code, 0, err)
            self.assertEqual(self.read("a.allide"), self.read("b.allide"), (words, environment))

    def test_several_files_number_their_parts_in_order(self):
        self.write("one.obj", obj(self.parts[:30]))
        self.write("two.obj", obj(self.parts[30:]))
        two = json.loads(self.answered("index", "one.obj", "two.obj", "-o", "two.allide", "--json"))
        one = json.loads(self.answered("index", "scene.obj", "-o", "one.allide", "--json"))
        self.assertEqual(two["source_digest"], one["source_digest"])
        self.assertEqual(self.read("one.allide"), self.read("two.allide"))

    def test_an_index_is_extended_and_parts_are_joined(self):
        self.write("one.obj", obj(self.parts[:30]))
        self.write("two.obj", obj(self.parts[30:]))
        whole = json.loads(self.answered("index", "one.obj", "two.obj", "-o", "whole.allide", "--json"))
        self.answered("index", "one.obj", "-o", "one.allide")
        self.answered("index", "two.obj", "-o", "two.allide")
        joined = json.loads(self.answered("index", "--join", "one.allide", "two.allide", "-o", "joined.allide", "--json"))
        self.assertEqual(joined["root_digest"], whole["root_digest"])
        self.assertEqual(self.read("joined.allide"), self.read("whole.allide"))
        before = self.read("one.allide")
        extended = json.loads(self.answered("index", "--append", "two.obj", "-o", "one.allide", "--json"))
        self.assertEqual((extended["objects"], extended["segments"], extended["unfinished_bytes"]), (75, 2, 0))
        self.assertEqual(extended["source_digest"], whole["source_digest"])
        self.assertEqual(self.read("one.allide")[4096:len(before)], before[4096:])
        self.assertIn("in 2 steps", self.answered("info", "one.allide"))
        self.answered("verify", "one.allide")
        clashes = [[[clash[field] for field in ("a", "b", "a_id", "b_id", "kind", "distance", "point")]
                    for clash in json.loads(self.answered("clash", name, "--clearance", "1.3", "--json", code=1))["clashes"]]
                   for name in ("whole.allide", "one.allide")]
        self.assertEqual(*clashes)
        self.assertGreater(len(clashes[0]), 0)
        extended = self.read("one.allide")
        self.write("bad.obj", "f 1 2 3\n")
        self.assertIn("bad.obj", self.refused("index", "--append", "two.obj", "bad.obj", "-o", "one.allide"))
        self.assertEqual(self.read("one.allide"), extended)
        self.assertIn("missing.allide", self.refused("index", "--append", "two.obj", "-o", "missing.allide"))
        self.assertIn("one.obj", self.refused("index", "--join", "one.obj", "-o", "x.allide"))
        self.assertIn("--leaf-bytes", self.refused("index", "--append", "two.obj", "-o", "one.allide", "--leaf-bytes", "9"))
        self.assertIn("--join", self.refused("index", "--append", "--join", "two.obj", "-o", "one.allide"))

    def test_invalid_calls_are_refused(self):
        self.answered("index", "scene.obj", "-o", "scene.allide")
        self.assertIn("scene.obj", self.refused("verify", "scene.obj"))
        self.assertIn("missing", self.refused("verify", "missing.allide"))
        self.assertIn("missing.obj", self.refused("index", "missing.obj", "-o", "x.allide"))
        self.assertIn("--leaf-bytes", self.refused("index", "scene.obj", "-o", "x.allide", "--leaf-bytes", "0"))
        self.assertIn("--leaf-bytes", self.refused("index", "scene.obj", "-o", "x.allide", "--leaf-bytes", "-4"))
        self.assertIn("--memory-limit", self.refused("index", "scene.obj", "-o", "x.allide", "--memory-limit", "1"))
        self.assertIn("-o: ", self.refused("index", "scene.obj", "-o", ""))
        self.assertIn("would overwrite", self.refused("index", "scene.obj", "-o", "./scene.obj"))
        self.write("nan.obj", "o a\nv nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        self.assertIn("nan.obj", self.refused("index", "nan.obj", "-o", "x.allide"))
        self.assertFalse(os.path.exists(self.path("x.allide")))
        self.assertEqual(sorted(os.listdir(self.folder)), ["nan.obj", "scene.allide", "scene.obj"])

    def test_any_damage_is_found_and_the_page_named(self):
        self.answered("index", "scene.obj", "-o", "scene.allide")
        good, rng = self.read("scene.allide"), random.Random(2)
        for at in [0, 7, 9, 100, 4087, 4088, 4095, 4096, len(good) - 1] + [rng.randrange(len(good)) for _ in range(20)]:
            bad = bytearray(good)
            bad[at] ^= 1 << rng.randrange(8)
            self.write("bad.allide", bytes(bad))
            self.assertIn(f"bad.allide: page {at // PAGE}: ", self.refused("verify", "bad.allide"))
        for cut in (0, 1, PAGE - 1, PAGE, len(good) - PAGE, len(good) - 1):
            self.write("bad.allide", good[:cut])
            self.assertIn(f"page {cut // PAGE}: ", self.refused("verify", "bad.allide"))
        self.write("bad.allide", good + b"x")
        self.assertIn(f"page {len(good) // PAGE}: ", self.refused("verify", "bad.allide"))

    def test_predict_gives_the_same_answer_with_an_index(self):
        self.answered("index", "scene.obj", "-o", "scene.allide", "--leaf-bytes", "4096")
        self.write("mover.obj", obj([("mover", box((-9.0, 0.3, -0.2), 0.25))]))
        self.write("motion.json", json.dumps({"type": "screw", "axis": [1, 0, 0], "angle": 2.0, "advance": 12.0}))
        through = json.loads(self.answered("predict", "scene.allide", "mover.obj", "--motion", "motion.json", "--json", code=1))
        plain = json.loads(self.answered("predict", "mover.obj", "scene.obj", "--motion", "motion.json", "--json", code=1))
        self.assertEqual(through["outcome"], plain["outcome"])
        self.assertLessEqual(through["t_lo"], plain["t_hi"])
        self.assertLessEqual(plain["t_lo"], through["t_hi"])
        self.assertEqual(through["object"], f"box{through['object_id']}")
        self.assertEqual(through["object_id"], plain["triangle_b"] // 12)
        self.assertEqual(len(through["candidates_after_step"]), 4)
        self.assertLess(through["candidate_leaves"], through["leaves"])
        self.assertLess(through["blocks_read"], through["blocks"])

    def test_predict_caps_the_number_of_intervals_and_says_so(self):
        self.answered("index", "scene.obj", "-o", "scene.allide", "--leaf-bytes", "4096")
        self.write("mover.obj", obj([("mover", box((-9.0, 0.3, -0.2), 0.25))]))
        self.write("motion.json", json.dumps({"type": "linear", "translation": [18, 0, 0]}))
        for files in (("scene.allide", "mover.obj"), ("mover.obj", "scene.obj")):
            ask = ("predict", *files, "--motion", "motion.json", "--intervals", "--json")
            everything = json.loads(self.answered(*ask, code=1))
            self.assertIs(everything["intervals_complete"], True)
            self.assertEqual(everything["intervals_known_until"], 1)
            self.assertGreater(len(everything["intervals"]), 1)
            some = json.loads(self.answered(*ask, "--max-intervals", "1", code=1))
            self.assertIs(some["intervals_complete"], False)
            self.assertEqual(some["intervals"], everything["intervals"][:1])
            self.assertLessEqual(some["intervals_known_until"], everything["intervals"][1][1])
            self.assertGreaterEqual(some["intervals_known_until"], everything["intervals"][0][3])
        self.assertIn("--intervals", self.refused("predict", "mover.obj", "scene.obj", "--motion", "motion.json",
                                                  "--max-intervals", "1"))

    def test_predict_refuses_a_motion_beyond_2_to_the_50_sizes(self):
        self.answered("index", "scene.obj", "-o", "scene.allide")
        self.write("mover.obj", obj([("mover", box((-9.0, 0.3, -0.2), 0.25))]))
        self.write("motion.json", json.dumps({"type": "screw", "point": [0, 1e6, 0], "axis": [0, 0, 1], "angle": 3e10,
                                              "advance": 0}))
        for files in (("scene.allide", "mover.obj"), ("mover.obj", "scene.obj")):
            self.assertIn("2^50", self.refused("predict", *files, "--motion", "motion.json"))

    def test_ctrl_c_leaves_the_old_file(self):
        self.write("scene.allide", b"old")
        many = [(f"p{k}", box((3.0 * k, 0, 0), 1.0)) for k in range(6000)]
        self.write("many.obj", obj(many))
        process = subprocess.Popen([PROGRAM, "index", "many.obj", "-o", "scene.allide", "--json"], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_for_spool(process)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=300)
        self.assertIn(process.returncode, (0, 130))
        if process.returncode == 130:
            self.assertIs(json.loads(out)["partial"], True)
            self.assertEqual(self.read("scene.allide"), b"old")
        self.assertEqual(sorted(os.listdir(self.folder)), ["many.obj", "scene.allide", "scene.obj"])


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
