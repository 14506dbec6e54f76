#!/usr/bin/env python3
"""Inputs that are no regular files, more threads than cores, and Ctrl-C while files are written.

Run: test_inputs.py PROGRAM [unittest options]
"""

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.environ.get("ALLIDE_PROGRAM", "allide")


class InputsTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="allide-inputs-test-")
        self.addCleanup(shutil.rmtree, self.folder)
        subprocess.run([PROGRAM, "generate", "cube", "-o", self.path("cube.obj")], check=True, stdout=subprocess.DEVNULL)
        with open(self.path("move.json"), "w") as file:
            json.dump({"type": "linear", "translation": [10, 0, 0]}, file)

    def path(self, name):
        return os.path.join(self.folder, name)

    def run_words(self, *words, **options):
        # Limits the address space to 8 GB: a program that takes ever more memory fails instead of filling the machine.
        limit = None if os.environ.get("ALLIDE_SANITIZED") else lambda: resource.setrlimit(resource.RLIMIT_AS, (8 << 30,) * 2)
        options = {"stdin": subprocess.DEVNULL, "timeout": 60, **options}
        result = subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, text=True, preexec_fn=limit, **options)
        return result.returncode, result.stdout, result.stderr

    def readers_of(self, file):
        """Calls of every verb in which `file` is an input."""
        cube = "cube.obj"
        return (["info", file], ["verify", file], ["collide", file, cube], ["distance", cube, file],
                ["predict", file, cube, "--motion", "move.json"], ["predict", cube, cube, "--motion", file],
                ["predict", cube, file, "--motion", "move.json"], ["collide", cube, cube, "--poses", file],
                ["ray", file, "--origin", "0,0,0", "--direction", "1,0,0"], ["nearest", file, "--point", "0,0,0"],
                ["contains", cube, "--points", file], ["frustum", cube, "--planes", file], ["clash", file],
                ["clash", cube, "--rules", file], ["clash", cube, "--baseline", file], ["index", file, "-o", "x.allide"])


class SpecialFiles(InputsTest):
    def refused_at_once(self, words):
        begin = time.time()
        code, out, err = self.run_words(*words)
        self.assertEqual(code, 2, (words, err))
        if words[0] != "clash":
            self.assertEqual((out, err.count("\n")), ("", 1), (words, err))
        self.assertLess(time.time() - begin, 30, words)
        return err

    @unittest.skipUnless(os.path.exists("/dev/zero"), "needs /dev/zero")
    def test_devices_are_refused(self):
        for words in self.readers_of("/dev/zero"):
            self.assertIn("regular file", self.refused_at_once(words), words)

    def test_named_pipes_are_refused_instead_of_waited_for(self):
        os.mkfifo(self.path("pipe"))
        for words in self.readers_of("pipe"):
            self.assertIn("regular file", self.refused_at_once(words), words)

    def test_a_named_pipe_with_the_name_of_an_index(self):
        os.mkfifo(self.path("pipe.allide"))
        for words in (["verify", "pipe.allide"], ["info", "pipe.allide"],
                      ["predict", "pipe.allide", "cube.obj", "--motion", "move.json"]):
            self.refused_at_once(words)

    def test_pipes_of_the_shell_are_read(self):
        with open(self.path("cube.obj")) as file:
            cube = file.read()
        for words, text, code in ((["info", "/dev/stdin"], cube, 0),
                                  (["collide", "cube.obj", "/dev/stdin"], cube, 1),
                                  (["collide", "cube.obj", "cube.obj", "--poses", "/dev/stdin"], "5,0,0,1,0,0,0\n", 0),
                                  (["contains", "cube.obj", "--points", "/dev/stdin"], "0,0,0\n", 0)):
            got, out, err = self.run_words(*words, stdin=None, input=text)
            self.assertEqual((got, err), (code, ""), words)
            self.assertTrue(out)
        script = f'exec {PROGRAM} predict cube.obj cube.obj --motion <(cat move.json) --pose-a=-5,0,0,1,0,0,0'
        result = subprocess.run(["bash", "-c", script], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stderr), (1, ""))

    def test_a_pipe_without_end_is_refused(self):
        with subprocess.Popen(["yes"], stdout=subprocess.PIPE) as endless:
            code, out, err = self.run_words("info", "/dev/stdin", stdin=endless.stdout)
            endless.kill()
        self.assertEqual((code, out), (2, ""))
        self.assertIn("268435456", err)


class Threads(InputsTest):
    def test_more_threads_than_cores_print_nothing(self):
        many = str(4 * (os.cpu_count() or 1))
        subprocess.run([PROGRAM, "generate", "engine-room", "--triangles", "60000", "-o", self.path("room.glb")], check=True,
                       stdout=subprocess.DEVNULL)
        for words in (["clash", "room.glb"], ["index", "room.glb", "-o", "room.allide"]):
            code, out, err = self.run_words(*words, "--threads", many)
            self.assertEqual((code, err), (0, ""), words)


class PlyCounts(InputsTest):
    def test_a_count_is_reported_as_written(self):
        for count in ("18446744073709551615", "18446744073709551616"):
            with open(self.path("huge.ply"), "w") as file:
                file.write("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
                           f"element face {count}\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n3 0 0 0\n")
            code, out, err = self.run_words("info", "huge.ply")
            self.assertEqual((code, out), (2, ""))
            self.assertIn(count, err)


class Interrupts(InputsTest):
    def interrupt(self, words, appears, delay):
        """Sends SIGINT `delay` seconds after a file whose name contains `appears` exists. Returns the exit code."""
        process = subprocess.Popen([PROGRAM, *words], cwd=self.folder, stdout=subprocess.DEVNULL,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        end = time.time() + 60
        while process.poll() is None and time.time() < end and not any(appears in n for n in os.listdir(self.folder)):
            time.sleep(0.002)
        time.sleep(delay)
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        return process.wait(timeout=120)

    def left(self):
        return sorted(name for name in os.listdir(self.folder) if ".part" in name)

    def test_generate_leaves_no_unfinished_file(self):
        interrupted = 0
        for words in (["generate", "torus", "--triangles", "1000000", "-o", "torus.obj"],
                      ["generate", "soup", "--triangles", "1000000", "-o", "soup.stl"],
                      ["generate", "engine-room", "--triangles", "2000000", "-o", "room.glb"]):
            for delay in (0, 0.05):
                code = self.interrupt(words, ".part", delay)
                self.assertIn(code, (0, 130), words)
                self.assertEqual(self.left(), [], words)
                interrupted += code == 130
        self.assertGreater(interrupted, 0)


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
