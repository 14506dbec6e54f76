#!/usr/bin/env python3
"""Compiles or runs every code block of Markdown files, and follows their links.

    check_docs.py FILE… --source DIR --build DIR --prefix DIR --work DIR --compiler CXX
    check_docs.py --self-test [the same options without FILE]

What happens to a block depends on its language:
  cpp      with a main: compiled, linked, run; a first line `// name.cpp` also saves it for later blocks.
           Without: compiled as the body of a function that follows <allide/allide.hpp>.
  sh       run in a folder that the file's blocks share; the built allide comes first in PATH. `allide` may end
           with 1 (contact). Lines that would build this project again are only checked.
  cmake    configured and built as a project of its own against the installed library.
  text, json directly after sh or a complete cpp program: what that printed. Times may differ; a line … stands for
           any lines. Elsewhere json must only be JSON, and text is a fault, since nothing checks it.
  math, diagram  for the reader only.
Any other block is a fault.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

FENCE = re.compile(r"^(\s*)(```+|~~~+)\s*(\S*)\s*$")
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)")
FOR_THE_READER = {"math", "diagram"}
# Lines of a sh block that are only checked, not run, since they fetch or build this project itself.
FETCH = re.compile(r"^(git clone \S+( \S+)?|cd allide|(sudo )?apt-get install -y( [\w+-]+)+)$")
MAKE = re.compile(r"^make ([\w-]+)$")
SCRIPT = re.compile(r"^scripts/[\w.-]+$")
TIME = re.compile(r"\d+(\.\d+)?(e[-+]?\d+)?(?= ?(s|ms|us|µs|ns|seconds|milliseconds|microseconds)\b)")
ERR_TRAP = "trap 'status=$?; [[ $status == 1 && $BASH_COMMAND == allide* ]] || exit $status' ERR\n"


class Fault(Exception):
    pass


class Block:
    def __init__(self, language, line, text):
        self.language, self.line, self.text = language, line, text


def blocks_of(markdown):
    """The fenced blocks in order; directly_after says that only blank lines lie between a block and the last one."""
    found, fence, indent, language, start, body = [], None, "", "", 0, []
    between = False
    for number, line in enumerate(markdown.splitlines(), 1):
        match = FENCE.match(line)
        if fence is None and match:
            indent, fence, language, start, body = match[1], match[2], match[3], number, []
        elif fence is not None and line.strip() == fence:
            found.append(Block(language, start, "\n".join(body) + "\n"))
            found[-1].directly_after = len(found) > 1 and not between
            fence, between = None, False
        elif fence is not None:
            body.append(line.removeprefix(indent))
        elif line.strip():
            between = True
    if fence is not None:
        raise Fault(f"line {start}: the block does not end")
    return found


def without_blocks(markdown):
    """The prose: no fenced blocks, no code spans."""
    kept, inside = [], False
    for line in markdown.splitlines():
        if FENCE.match(line):
            inside = not inside
        kept.append("" if inside else re.sub(r"`[^`]*`", "", line))
    return kept


def run(command, folder, env=None):
    return subprocess.run([str(word) for word in command], cwd=folder, text=True, env=env, timeout=300,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def demand(command, folder, env=None):
    done = run(command, folder, env)
    if done.returncode != 0:
        raise Fault(f"ended with {done.returncode}:\n{done.stdout[-4000:]}")
    return done.stdout


def without_times(value):
    """A JSON value whose wall times are taken out."""
    if isinstance(value, dict):
        return {key: None if "seconds" in key else without_times(inner) for key, inner in value.items()}
    return [without_times(inner) for inner in value] if isinstance(value, list) else value


def json_lines(text):
    try:
        return [json.loads(text)]
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines() if line.strip()]


def same_text(wanted, got):
    """Equal up to times and blanks; a line … stands for any number of lines."""
    pattern = []
    for line in wanted.strip().splitlines():
        if line.strip() in ("…", "..."):
            pattern.append("(.*\n)*?")
        else:
            pattern.append(re.escape(" ".join(TIME.sub("0", line).split())) + "\n")
    plain = "".join(" ".join(TIME.sub("0", line).split()) + "\n" for line in got.strip().splitlines())
    return re.fullmatch("".join(pattern), plain) is not None


class Checker:
    def __init__(self, options, name):
        self.options = options
        self.source = Path(options.source).resolve()
        self.work = Path(options.work).resolve() / re.sub(r"\W", "_", name)
        shutil.rmtree(self.work, ignore_errors=True)
        self.folder = self.work / "run"
        self.folder.mkdir(parents=True)
        self.makefile = (self.source / "Makefile").read_text(encoding="utf-8")
        pc = next(Path(options.prefix).rglob("allide.pc"), None)
        if pc is None:
            raise Fault(f"allide is not installed in {options.prefix}")
        self.env = os.environ | {
            "PATH": f"{Path(options.build).resolve() / 'bin'}:{os.environ['PATH']}",
            "PKG_CONFIG_PATH": str(pc.parent), "CMAKE_PREFIX_PATH": str(Path(options.prefix).resolve()),
        }
        self.flags = demand(["pkg-config", "--cflags", "--libs", "allide"], self.folder, self.env).split()

    def check(self, file, markdown):
        faults = list(self.check_links(file, markdown))
        output, count = None, 0
        try:
            for block in blocks_of(markdown):
                count += 1
                try:
                    output = self.check_block(block, output if block.directly_after else None)
                except (Fault, json.JSONDecodeError, subprocess.TimeoutExpired) as fault:
                    faults.append(f"{file}:{block.line}: {block.language or 'no language'}: {fault}")
                    output = None
        except Fault as fault:
            faults.append(f"{file}: {fault}")
        return faults, count

    def check_links(self, file, markdown):
        for number, line in enumerate(without_blocks(markdown), 1):
            for match in LINK.finditer(line):
                target = (match[1] or match[2]).split("#")[0]
                if target and "://" not in target and not (Path(file).resolve().parent / target).exists():
                    yield f"{file}:{number}: the link to {target} leads nowhere"

    def check_block(self, block, before):
        """What the block printed, or None if it cannot be followed by its output."""
        if block.language == "cpp":
            return self.check_cpp(block)
        if block.language == "sh":
            return self.check_sh(block.text)
        if block.language == "cmake":
            return self.check_cmake(block)
        if block.language == "js":
            return self.check_js(block.text)
        if block.language == "json":
            wanted = json_lines(block.text)
            if before is not None and without_times(json_lines(before)) != without_times(wanted):
                raise Fault(f"the command printed:\n{before}")
        elif block.language == "text":
            if before is None:
                raise Fault("not the output of a block directly before it")
            if not same_text(block.text, before):
                raise Fault(f"the command printed:\n{before}")
        elif block.language not in FOR_THE_READER:
            raise Fault("nothing checks a block of this language")
        return None

    def compile(self, text, *options):
        file = self.work / "block.cpp"
        file.write_text(text, encoding="utf-8")
        demand([self.options.compiler, "-std=c++20", "-Wall", "-Wextra", f"-I{self.source}/src", *options, file,
                *self.flags], self.work, self.env)

    def check_cpp(self, block):
        if not re.search(r"^int main\(", block.text, re.MULTILINE):
            lines = block.text.splitlines()
            hoisted = [line for line in lines if line.startswith("#include")]
            body = [line for line in lines if not line.startswith("#include")]
            self.compile("\n".join(["#include <allide/allide.hpp>", "#include <cstdio>", *hoisted, "using namespace allide;",
                                    "[[maybe_unused]] static void fragment() {", *body, "}", ""]),
                         "-fsyntax-only", "-Wno-unused")
            return None
        name = re.match(r"// (\w+\.cpp)\n", block.text)
        if name:
            (self.folder / name[1]).write_text(block.text, encoding="utf-8")
        self.compile(block.text, "-O1", "-o", self.work / "program")
        return demand([self.work / "program"], self.folder, self.env)

    def check_sh(self, text):
        kept = []
        for line in text.splitlines():
            bare = line.split(" #")[0].strip()
            if MAKE.match(bare):
                self.check_make(MAKE.match(bare)[1])
            elif SCRIPT.match(bare):
                self.check_script(bare)
            elif not FETCH.match(bare):
                kept.append(line)
        script = "set -uo pipefail\n" + ERR_TRAP + "\n".join(kept) + "\nexit 0\n"
        return demand(["bash", "-c", script], self.folder, self.env)

    def check_js(self, text):
        """Checks the syntax, and that the package has what is imported from it."""
        file = self.work / "block.mjs"
        file.write_text(text, encoding="utf-8")
        demand(["node", "--check", file], self.work, self.env)
        for names, module in re.findall(r"import \{([^}]*)\} from 'allide(/\w+)?'", text):
            types = self.source / "bindings" / "wasm" / "js" / f"{(module or '/allide')[1:]}.{'js' if module == '/worker' else 'd.ts'}"
            known = types.read_text(encoding="utf-8")
            for name in re.findall(r"\w+", names):
                if not re.search(rf"^export (?:async )?(?:function|class) {name}\b", known, re.MULTILINE):
                    raise Fault(f"allide{module} has no {name}")

    def check_make(self, target):
        if not re.search(rf"^{re.escape(target)}:", self.makefile, re.MULTILINE):
            raise Fault(f"the Makefile has no target {target}")

    def check_script(self, name):
        if not os.access(Path(self.options.source) / name, os.X_OK):
            raise Fault(f"there is no program {name}")

    def check_cmake(self, block):
        project = self.work / f"cmake_{block.line}"
        project.mkdir()
        text = block.text
        if "project(" not in text:
            text = "cmake_minimum_required(VERSION 3.22)\nproject(block LANGUAGES CXX)\n" + text
        (project / "CMakeLists.txt").write_text(text, encoding="utf-8")
        for name in re.findall(r"\w+\.cpp", text):
            saved = self.folder / name
            shutil.copy(saved, project) if saved.exists() else (project / name).write_text(
                '#include <allide/allide.hpp>\nint main() { return allide::version().empty(); }\n', encoding="utf-8")
        nested = re.search(r"add_subdirectory\((\S*allide)\)", text)
        if nested:
            (project / nested[1]).parent.mkdir(parents=True, exist_ok=True)
            (project / nested[1]).symlink_to(self.source)
        demand(["cmake", "-S", project, "-B", project / "build", "-G", "Ninja",
                f"-DCMAKE_CXX_COMPILER={self.options.compiler}"], project, self.env)
        # A project that contains allide's sources is only configured: building it would compile the library again.
        if not nested:
            demand(["cmake", "--build", project / "build"], project, self.env)


# Documents, each with a part of the message of its only fault (None: the document is right).
SAMPLES = [
    ("```cpp\nconst Vec3 p{1, 2, 3};\n```\n", None),
    ("```cpp\nconst Vec4 p{1, 2, 3};\n```\n", "Vec4"),
    ("```cpp\nint main() { return 0; }\n```\n", None),
    ("```cpp\nint main() { return 3; }\n```\n", "ended with 3"),
    ("```cpp\n#include <cstdio>\nint main() { std::puts(\"hello\"); }\n```\n\n```text\nhello\n```\n", None),
    ("```cpp\n#include <cstdio>\nint main() { std::puts(\"hello\"); }\n```\n\n```text\ngoodbye\n```\n", "printed"),
    ("```sh\necho one\necho two\n```\n```text\none\n…\n```\n", None),
    ("```sh\necho one\necho two\n```\n```text\none\n```\n", "printed"),
    ("```sh\necho took 12.5 ms\n```\n```text\ntook 3 ms\n```\n", None),
    ("```sh\necho '{\"a\": 1, \"seconds\": 5}'\n```\n```json\n{\"a\": 1, \"seconds\": 0.25}\n```\n", None),
    ("```sh\necho '{\"a\": 1}'\n```\n```json\n{\"a\": 2}\n```\n", "printed"),
    ("```sh\nno-such-command\n```\n", "ended with 127"),
    ("```sh\nfalse\necho on\n```\n", "ended with 1"),
    ("```js\nimport { collides } from 'allide';\n```\n", None),
    ("```js\nimport { colides } from 'allide';\n```\n", "has no colides"),
    ("```js\nconst = 3;\n```\n", "SyntaxError"),
    ("```sh\nmake demo\n```\n", None),
    ("```sh\nmake coffee\n```\n", "no target coffee"),
    ("```sh\nscripts/install-ifc.sh   # IfcOpenShell\n```\n", None),
    ("```sh\nscripts/brew.sh\n```\n", "no program scripts/brew.sh"),
    ("```json\n{\"a\": }\n```\n", "json"),
    ("```text\nalone\n```\n", "not the output"),
    ("```\nanything\n```\n", "no language"),
    ("```python\nprint()\n```\n", "python"),
    ("```math\n1 + 1\n```\n", None),
    ("```sh\necho on\n", "does not end"),
    ("[here](nowhere.md)\n", "leads nowhere"),
    ("```cmake\nfind_package(allide REQUIRED)\nadd_executable(p p.cpp)\n"
     "target_link_libraries(p PRIVATE allide::allide)\n```\n", None),
    ("```cmake\nfind_package(allude REQUIRED)\n```\n", "allude"),
]


def self_test(options):
    for number, (markdown, part) in enumerate(SAMPLES):
        faults, _ = Checker(options, f"self_test_{number}").check("sample.md", markdown)
        if part is None and faults:
            yield f"sample {number}: {faults}"
        if part is not None and (len(faults) != 1 or part not in faults[0]):
            yield f"sample {number}: wanted one fault with '{part}', got {faults}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="*")
    parser.add_argument("--self-test", action="store_true")
    for option in ("source", "build", "prefix", "work", "compiler"):
        parser.add_argument(f"--{option}", required=True)
    options = parser.parse_args()
    if options.self_test:
        faults, count = list(self_test(options)), len(SAMPLES)
    else:
        faults, count = [], 0
        for file in options.files:
            name = str(Path(file).resolve().relative_to(Path(options.source).resolve()))
            found, blocks = Checker(options, name).check(file, Path(file).read_text(encoding="utf-8"))
            faults, count = faults + found, count + blocks
    for fault in faults:
        print(fault)
    print(f"{count} blocks, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
