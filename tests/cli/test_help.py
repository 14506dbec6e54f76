#!/usr/bin/env python3
"""Help, suggestions, manual page, shell completions, and the programs that the command is linked to.

Run: test_help.py PROGRAM [unittest options]
"""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.environ.get("ALLIDE_PROGRAM", "allide")
VERBS = ["collide", "distance", "predict", "info", "ray", "nearest", "contains", "frustum", "clash", "index", "verify",
         "generate", "demo", "bench", "help"]
# Options that each verb must have.
OPTIONS = {
    "collide": "--pose-a --pose-b --poses --all --limit --volume --realign --builder --no-realign-cache --stats --json",
    "distance": "--pose-a --pose-b --poses --within --abs-error --rel-error --weak --volume --stats --json",
    "predict": "--motion --deform --pose-a --pose-b --intervals --clearance --tolerance -o --memory-limit --json",
    "clash": "--clearance --touch --rules --baseline -o --threads --memory-limit --units --sag --strict --json",
    "index": "-o --append --join --leaf-bytes --memory-limit --threads --json",
    "verify": "--json",
    "info": "--json",
    "ray": "--origin --direction --all --json",
    "nearest": "--point --count --json",
    "contains": "--points --rule --json",
    "frustum": "--planes --json",
    "generate": "--triangles --seed -o --clashes --clearances --json",
    "bench": "--full --quick -o --models --json",
    "demo": "-o",
}
# Libraries of other collision engines and of the packages that only they need.
PEERS = re.compile(r"libccd|libfcl|Bullet|LinearMath|libode|CGAL|embree|octomap|gmp|mpfr")


def run(*words, **environment):
    result = subprocess.run([PROGRAM, *words], capture_output=True, timeout=300, stdin=subprocess.DEVNULL, text=True,
                            env={**os.environ, **environment})
    return result.returncode, result.stdout, result.stderr


def options_in(text):
    return set(re.findall(r"(?<![\w-])--?[a-z][\w-]*", text))


class Help(unittest.TestCase):
    def answered(self, *words):
        code, out, err = run(*words)
        self.assertEqual((code, err), (0, ""), words)
        return out

    def test_help_lists_all_verbs(self):
        text = self.answered("help")
        self.assertEqual(text, self.answered("--help"))
        self.assertEqual(text, self.answered("-h"))
        for verb in VERBS:
            self.assertRegex(text, rf"(?m)^  {verb} +[A-Z]")

    def test_help_of_each_verb(self):
        for verb in VERBS:
            text = self.answered("help", verb)
            self.assertEqual(text, self.answered(verb, "--help"))
            self.assertIn(f"Usage: allide {verb}", text)
            self.assertIn(f"Example: allide {verb}", text)
            self.assertLessEqual(set(OPTIONS.get(verb, "").split()), options_in(text), verb)

    def test_lines_fit_80_columns(self):
        for words in (["help"], *(["help", verb] for verb in VERBS)):
            for line in self.answered(*words).splitlines():
                self.assertLessEqual(len(line), 80, line)

    def test_names_of_choices_are_listed(self):
        for name in ("obb", "kdop26", "hill_climb", "zachmann_multi", "sah"):
            self.assertIn(name, self.answered("help", "collide"))
        for name in ("torus", "engine-room", "noisy-torus"):
            self.assertIn(name, self.answered("help", "generate"))
        for name in ("paper-000", "paper-004", "peers", "motion", "clash"):
            self.assertIn(name, self.answered("help", "bench"))


class Suggestions(unittest.TestCase):
    def refused(self, *words):
        code, out, err = run(*words)
        self.assertEqual((code, out, err.count("\n")), (2, "", 1), (words, err))
        return err

    def test_the_nearest_name_is_suggested(self):
        for words, nearest in ((["colide"], "collide"), (["distnace"], "distance"), (["--vresion"], "--version"),
                               (["help", "indx"], "index"), (["collide", "a", "b", "--alll"], "--all"),
                               (["collide", "a", "b", "--pose_a=1"], "--pose-a"),
                               (["clash", "a", "--clearence", "1"], "--clearance"),
                               (["collide", "a", "b", "--volume", "obbb"], "obb"),
                               (["collide", "a", "b", "--realign", "vertexes"], "vertices"),
                               (["distance", "a", "b", "--builder", "shah"], "sah"),
                               (["generate", "tours", "-o", "x.stl"], "torus"),
                               (["generate", "enginroom", "-o", "x.stl"], "engine-room"),
                               (["contains", "a", "--points", "p", "--rule", "windng"], "winding")):
            self.assertIn(f"did you mean '{nearest}'?", self.refused(*words))

    def test_what_resembles_nothing_has_no_suggestion(self):
        for words in (["frobnicate"], ["collide", "a", "b", "--xyzzy"], ["generate", "q", "-o", "x.stl"],
                      ["collide", "a", "b", "--volume", ""]):
            self.assertNotIn("did you mean", self.refused(*words))

    def test_errors_say_what_was_expected_and_found(self):
        for words, expected in ((["collide", "a"], ["expected", "A B", "found no B"]),
                                (["predict", "a", "b"], ["found no --motion"]),
                                (["collide", "a", "b", "c"], ["expected", "'c'"]),
                                (["collide", "a", "b", "--limit"], ["--limit", "expected a value"]),
                                (["collide", "a", "b", "--limit", "x"], ["--limit", "non-negative integer", "'x'"]),
                                (["collide", "a", "b", "--pose-a", "1", "--pose-a", "2"], ["--pose-a", "expected once"])):
            err = self.refused(*words)
            for part in expected:
                self.assertIn(part, err)


class Bench(unittest.TestCase):
    """The command starts allide-bench, and is itself linked to no other engine."""

    def test_the_command_links_no_other_engine(self):
        if shutil.which("ldd") is None:
            self.skipTest("ldd is not installed")
        listed = subprocess.run(["ldd", PROGRAM], capture_output=True, text=True, check=True).stdout
        self.assertIn("libc.so", listed)
        self.assertEqual([line for line in listed.splitlines() if PEERS.search(line.split("=>")[0])], [])

    def test_a_missing_program_is_named_with_a_way_to_get_it(self):
        with tempfile.TemporaryDirectory() as folder:
            alone = shutil.copy(PROGRAM, folder)
            result = subprocess.run([alone, "bench", "paper-004"], capture_output=True, text=True, env={"PATH": "/nowhere"})
        self.assertEqual((result.returncode, result.stdout, result.stderr.count("\n")), (2, "", 1))
        for part in ("allide-bench", folder, "make build"):
            self.assertIn(part, result.stderr)

    def test_arguments_output_and_exit_codes_pass_through(self):
        script = '#!/bin/sh\nprintf "%s\\n" "$0" "$@"\necho problem >&2\nexit 37\n'
        with tempfile.TemporaryDirectory() as folder:
            alone = shutil.copy(PROGRAM, folder)
            for where in ("path", "."):  # found in PATH; then next to the command, which comes first
                os.makedirs(os.path.join(folder, where), exist_ok=True)
                other = os.path.join(folder, where, "allide-bench")
                with open(other, "w") as file:
                    file.write(script)
                os.chmod(other, 0o755)
                result = subprocess.run([alone, "bench", "peers", "--full", "-o", "a b"], capture_output=True, text=True,
                                        env={"PATH": os.path.join(folder, "path") + ":/bin"})
                self.assertEqual((result.returncode, result.stderr), (37, "problem\n"))
                name, *words = result.stdout.splitlines()
                self.assertEqual(os.path.realpath(name), os.path.realpath(other))
                self.assertEqual(words, ["peers", "--full", "-o", "a b"])


class Generated(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="allide-help-test-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.files = {}
        for kind, name in (("man", "allide.1"), ("bash", "allide.bash"), ("zsh", "_allide"), ("fish", "allide.fish")):
            code, text, err = run("--generate", kind)
            assert (code, err) == (0, ""), (kind, err)
            cls.files[kind] = os.path.join(cls.folder, name)
            with open(cls.files[kind], "w") as file:
                file.write(text)
        for name in ("part.stl", "other part.obj"):
            open(os.path.join(cls.folder, name), "w").close()

    def text(self, kind):
        with open(self.files[kind]) as file:
            return file.read()

    def needs(self, program):
        if shutil.which(program) is None:
            self.skipTest(f"{program} is not installed")

    def run_quietly(self, *words, **options):
        result = subprocess.run(words, capture_output=True, text=True, timeout=60, cwd=self.folder, **options)
        self.assertEqual((result.returncode, result.stderr), (0, ""), words)
        return result.stdout

    def test_every_verb_and_option_appears(self):
        for kind in self.files:
            text = self.text(kind).replace("\\-", "-").replace("\\fB", " ")
            for verb in VERBS:
                self.assertIn(verb, text)
                for option in options_in(run("help", verb)[1].split("\n\nExample")[0].split("\n\nExit")[0]):
                    bare = option.lstrip("-")
                    expected = rf"-[ls] {bare}\b" if kind == "fish" else rf"(?<![\w-]){option}(?![\w-])"
                    self.assertRegex(text, expected, (kind, verb))

    def test_unknown_kinds_are_refused(self):
        self.assertEqual(run("--generate", "csh")[0], 2)
        self.assertEqual(run("--generate")[0], 2)

    def test_groff_has_no_warnings(self):
        self.needs("groff")
        page = self.run_quietly("groff", "-man", "-ww", "-Tascii", "-P-cbu", self.files["man"])
        for part in ("NAME", "SYNOPSIS", "--no-realign-cache", "allide collide A B", "Exit codes"):
            self.assertIn(part, page)

    def test_mandoc_has_no_warnings(self):
        self.needs("mandoc")
        result = subprocess.run(["mandoc", "-Tlint", self.files["man"]], capture_output=True, text=True)
        # The page has no date, so that a build can be repeated.
        self.assertEqual([line for line in result.stdout.splitlines() if "missing date" not in line], [])

    def completed(self, *words):
        quoted = " ".join("'" + word + "'" for word in words)
        script = (f"source {self.files['bash']}; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _allide; "
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        return self.run_quietly("bash", "--norc", "-c", script).split("\n")[:-1]

    def test_bash_completes(self):
        self.run_quietly("bash", "-n", self.files["bash"])
        for words, expected in ((["allide", "ne"], ["nearest"]), (["allide", "--v"], ["--version"]),
                                (["allide", "collide", "--no"], ["--no-realign-cache"]),
                                (["allide", "collide", "a", "b", "--volume", "o"], ["obb"]),
                                (["allide", "collide", "a", "b", "--volume", "=", "kdop5"], ["kdop50"]),
                                (["allide", "generate", "noi"], ["noisy-torus"]),
                                (["allide", "help", "ver"], ["verify"]), (["allide", "info", "pa"], ["part.stl"]),
                                (["allide", "clash", "x.glb", "--rules", "pa"], ["part.stl"]),
                                (["allide", "collide", "oth"], ["other part.obj"]),
                                (["allide", "collide", "a", "b", "--limit", ""], [""]),
                                (["allide", "bench", "pee"], ["peers"])):
            self.assertEqual(self.completed(*words), expected, words)
        for verb in VERBS:
            self.assertEqual(self.completed("allide", verb)[0], verb)

    def typed(self, shell, lines, expected):
        """Types the lines into an interactive shell on a terminal until it has shown the expected text."""
        process, terminal = pty.fork()
        if process == 0:
            os.environ.update(PS1="$ ", TERM="dumb", INPUTRC="/dev/null")
            os.execvp(shell[0], shell)
        try:
            seen = b""
            for line, awaited in zip(lines, expected):
                os.write(terminal, line.encode())
                end = time.time() + 60
                while awaited.encode() not in seen and time.time() < end:
                    if select.select([terminal], [], [], 1)[0]:
                        seen += os.read(terminal, 4096)
                self.assertIn(awaited.encode(), seen, shell)
        finally:
            os.close(terminal)
            os.kill(process, 9)
            os.waitpid(process, 0)

    def test_tab_in_an_interactive_bash(self):
        self.typed(["bash", "--norc", "--noprofile", "-i"],
                   [f"source {self.files['bash']}; echo rea''dy\n", "allide near\t--po\t"],
                   ["ready", "allide nearest --po"])

    def test_tab_in_an_interactive_zsh(self):
        self.needs("zsh")
        self.run_quietly("zsh", "-n", self.files["zsh"])
        self.typed(["zsh", "-f", "-i"],
                   [f"fpath=({self.folder} $fpath); autoload -Uz compinit; compinit -u -D; echo rea''dy\n",
                    "allide near\t", "\x15allide collide --no\t", "\x15allide collide --volume ob\t",
                    "\x15allide generate noi\t"],
                   ["ready", "allide nearest", "--no-realign-cache", "--volume obb ", "noisy-torus"])

    def test_fish_completes(self):
        self.needs("fish")
        self.run_quietly("fish", "--no-execute", self.files["fish"])
        for typed, expected in (("allide near", "nearest"), ("allide collide --no", "--no-realign-cache"),
                                ("allide collide --volume ob", "obb"), ("allide generate noi", "noisy-torus")):
            out = self.run_quietly("fish", "--no-config", "-c", f"source {self.files['fish']}; complete -C '{typed}'",
                                   env={**os.environ, "HOME": self.folder})
            self.assertEqual([line.split("\t")[0] for line in out.splitlines()], [expected], typed)


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
