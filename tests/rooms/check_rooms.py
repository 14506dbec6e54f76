#!/usr/bin/env python3
"""Checks that rooms include only what their deps.txt lists and what the order of rooms allows.

A room is a folder of src. A sub-room is a folder inside a room, with a README.md and a deps.txt of its own that
also lists the sub-rooms of the same room that it includes. Includes must not form a cycle, neither between
the sub-rooms of a room (the files directly in the room count as one sub-room) nor between units (x.hpp, x.cpp).
Code that is compiled once per instruction set (x-inl.hpp) has no friends (src/simd/README.md).

    check_rooms.py ROOT         check the tree below ROOT; print one line per fault; exit with 1 if there is any
    check_rooms.py --self-test  check that each kind of fault is found in a generated tree
"""
import re
import sys
import tempfile
from pathlib import Path

# Each room may use the rooms before it.
ORDER = "base simd kernel volume mesh generate tree traverse model convex query scene report".split()
ALLOWED = {room: set(ORDER[:place]) for place, room in enumerate(ORDER)}
ALLOWED["model"] |= {"io"}
ALLOWED["query"] |= {"io"}  # shapes come from files
ALLOWED["io"] = {"base", "simd", "kernel", "mesh"}  # the kernel only for poses in files
ALLOWED["index"] = (set(ORDER) - {"report"}) | {"io"}  # scenes come from files
ALLOWED["report"] |= {"io", "index"}  # clash reports of files and of scenes on disk
ALLOWED["robot"] = (set(ORDER) - {"report"}) | {"io"}  # robots and paths come from files
ALLOWED["report"] |= {"robot"}  # pages of trajectories
ALLOWED["gpu"] = set(ORDER) | {"io", "index"}

# The room of each public header. allide.hpp includes all of them and is for users only.
OWNER = {
    "result": "base", "extra/cancel": "base", "geometry": "kernel", "mesh": "mesh", "model": "model", "motion": "model", "convex": "convex",
    "query": "query", "extra/explain": "query", "predict": "query", "extra/deform": "query", "probe": "query", "manifold": "query", "shape": "query", "scene": "scene", "robot": "robot",
    "io": "io", "index": "index",
    "report": "report", "extra/clash_plan": "report", "extra/mesh_bytes": "io", "extra/clash_files": "report", "extra/engines": "volume", "extra/shapes": "generate", "extra/engine_rooms": "generate",
    "extra/double_hierarchy": "convex", "extra/batches": "query", "extra/index_batches": "index", "extra/gpu": "gpu", "detail/export": "base", "eigen": "kernel",
}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)

FRIEND = re.compile(r"^(?!\s*//).*\bfriend\b", re.MULTILINE)


def sources(folder):
    return sorted(file for file in folder.rglob("*") if file.suffix in (".hpp", ".cpp", ".h", ".inl", ".cu"))


def includes(file):
    """(quoted, path) of each include line."""
    return [(kind == '"', path) for kind, path in INCLUDE.findall(file.read_text(encoding="utf-8"))]


def owner_of_public(path):
    """The room of <allide/x.hpp>, or None."""
    return OWNER.get(path.removeprefix("allide/").removesuffix(".hpp"))


def find_cycle(graph):
    """The nodes of one cycle, the first repeated at the end; None if the graph has no cycle."""
    done, path = set(), []

    def visit(node):
        if node in path:
            return path[path.index(node):] + [node]
        if node in done:
            return None
        path.append(node)
        for target in sorted(graph.get(node, ())):
            if cycle := visit(target):
                return cycle
        path.pop()
        done.add(node)
        return None

    for node in sorted(graph):
        if cycle := visit(node):
            return cycle
    return None


class House:
    def __init__(self, root):
        self.root = root
        self.faults = []
        self.rooms = sorted(folder.name for folder in (root / "src").iterdir() if folder.is_dir())

    def fault(self, file, text):
        line = f"{file.relative_to(self.root)}: {text}"
        if line not in self.faults:
            self.faults.append(line)

    def check(self):
        if not self.rooms:
            self.fault(self.root / "src", "no rooms")
        for room in self.rooms:
            self.check_room(room)
        for header in sources(self.root / "include"):
            self.check_public(header)
        for folder in ("apps", "examples"):
            for file in sources(self.root / folder):
                self.check_user(file)
        for file in sources(self.root / "tests" / "oracle"):
            self.check_oracle(file)
        for folder in ("src", "apps"):
            for file in sources(self.root / folder):
                self.check_fmt(file)
        return self.faults

    def check_fmt(self, file):
        """fmt/format.h declares fmt::join only up to fmt 10; the Python package is built with newer ones."""
        if "fmt::join" in file.read_text(encoding="utf-8") and (False, "fmt/ranges.h") not in includes(file):
            self.fault(file, "fmt::join needs <fmt/ranges.h>")

    def check_room(self, room):
        folder = self.root / "src" / room
        for name in ("README.md", "deps.txt"):
            if not (folder / name).is_file():
                self.fault(folder, f"no {name}")
        if room not in ALLOWED:
            self.fault(folder, "unknown room: add it to ORDER or ALLOWED")
            return
        used = {}
        for file in sources(folder):
            if file.name.endswith("-inl.hpp") and FRIEND.search(file.read_text(encoding="utf-8")):
                self.fault(file, "g++ compiles friends for the lowest instruction set; declare a function template outside of the class")
            for other in self.rooms_used(file, room):
                used.setdefault(other, file)
        for other, file in sorted(used.items()):
            if other not in ALLOWED[room]:
                self.fault(file, f"{room} may not use {other}")
        self.compare_with_deps(folder, set(used))
        self.check_sub_rooms(room)
        self.check_unit_cycles(room)

    def check_sub_rooms(self, room):
        folder = self.root / "src" / room
        graph = {}
        for file in sources(folder):
            graph.setdefault(self.sub_room(room, file.relative_to(self.root / "src")), set()).update(
                self.sub_rooms_used(room, file))
        for sub_room in sorted(graph):
            if sub_room == room:
                continue
            place = self.root / "src" / sub_room
            for name in ("README.md", "deps.txt"):
                if not (place / name).is_file():
                    self.fault(place, f"no {name}")
            rooms = set().union(*(self.rooms_used(file, room) for file in sources(place)))
            self.compare_with_deps(place, rooms | graph[sub_room] - {sub_room})
        cycle = find_cycle({node: targets - {node} for node, targets in graph.items()})
        if cycle:
            self.fault(folder, "sub-rooms include each other: " + " -> ".join(cycle))

    def sub_room(self, room, path):
        """room/part of a path below src, or the room itself for a file directly in it."""
        return "/".join(path.parts[:2]) if len(path.parts) > 2 else room

    def sub_rooms_used(self, room, file):
        return {self.sub_room(room, Path(path)) for quoted, path in includes(file)
                if quoted and path.startswith(room + "/") and (self.root / "src" / path).is_file()}

    def check_unit_cycles(self, room):
        graph = {}
        for file in sources(self.root / "src" / room):
            own = file.relative_to(self.root / "src").with_suffix("").as_posix()
            graph.setdefault(own, set()).update(
                Path(path).with_suffix("").as_posix() for quoted, path in includes(file)
                if quoted and path.startswith(room + "/"))
        cycle = find_cycle({node: targets - {node} for node, targets in graph.items()})
        if cycle:
            self.fault(self.root / "src" / room, "units include each other: " + " -> ".join(cycle))

    def compare_with_deps(self, folder, used):
        deps = folder / "deps.txt"
        if not deps.is_file():
            return
        lines = [line.strip() for line in deps.read_text(encoding="utf-8").splitlines()]
        listed = {line for line in lines if line and not line.startswith("#")}
        for other in sorted(used - listed):
            self.fault(deps, f"{other} is included but not listed")
        for other in sorted(listed - used):
            self.fault(deps, f"{other} is listed but not included")

    def rooms_used(self, file, own):
        used = set()
        for quoted, path in includes(file):
            if path.startswith("allide/"):
                if owner_of_public(path) is None:
                    self.fault(file, f"<{path}> belongs to no room")
                else:
                    used.add(owner_of_public(path))
            elif quoted and path.split("/")[0] in self.rooms and (self.root / "src" / path).is_file():
                used.add(path.split("/")[0])
            elif quoted:
                self.fault(file, f'"{path}" is not a file of a room; write "room/file.hpp"')
            elif path.split("/")[0] in self.rooms:
                self.fault(file, f'<{path}> is internal; write "{path}"')
        return used - {own}

    def check_public(self, header):
        if header.name == "allide.hpp":
            return
        own = owner_of_public(header.relative_to(self.root / "include").as_posix())
        if own is None:
            self.fault(header, "belongs to no room; add it to OWNER")
            return
        for quoted, path in includes(header):
            other = owner_of_public(path) if path.startswith("allide/") else None
            if other is not None and other != own and other not in ALLOWED[own]:
                self.fault(header, f"{own} may not use {other}")
            elif header.name == "eigen.hpp" and path.startswith("Eigen/"):
                continue  # optional: no other header includes it
            elif other is None and (quoted or not re.fullmatch(r"[a-z_]+", path)):
                self.fault(header, f"a public header includes {path}: only allide/ and the standard library")

    def check_user(self, file):
        """Apps and examples include only public headers and their own files."""
        for quoted, path in includes(file):
            inside = (self.root / "src" / path).is_file() and not (file.parent / path).is_file()
            if path.startswith("../") or inside:
                self.fault(file, f"{path} is internal; include only <allide/…>")
            elif quoted and not (file.parent / path).is_file():
                self.fault(file, f'"{path}" is not a file in the same folder')

    def check_oracle(self, file):
        for _, path in includes(file):
            if (self.root / "src" / path).is_file() or path.startswith("../"):
                self.fault(file, f"an oracle includes {path} from src")


GOOD = {
    "include/allide/result.hpp": "#include <string>\n",
    "include/allide/geometry.hpp": "#include <allide/result.hpp>\n#include <array>\n",
    "include/allide/mesh.hpp": "#include <allide/geometry.hpp>\n",
    "include/allide/allide.hpp": "#include <allide/mesh.hpp>\n",
    "src/base/README.md": "base\n",
    "src/base/deps.txt": "# nothing\n",
    "src/base/result.cpp": "#include <allide/result.hpp>\n",
    "src/base/hash.hpp": "#include <cstdint>\n",
    "src/kernel/README.md": "kernel\n",
    "src/kernel/deps.txt": "base\n",
    "src/kernel/vec.hpp": '#include <allide/geometry.hpp>\n#include "base/hash.hpp"\n',
    "src/kernel/screw/README.md": "screw\n",
    "src/kernel/screw/deps.txt": "base\nkernel\n",
    "src/kernel/screw/screw.hpp": '#include "kernel/vec.hpp"\n#include "base/hash.hpp"\n',
    "src/mesh/README.md": "mesh\n",
    "src/mesh/deps.txt": "# the pose\nkernel\n",
    "src/mesh/mesh.cpp": '#include <allide/mesh.hpp>\n#include "kernel/vec.hpp"\n',
    "apps/cli/main.cpp": '#include <allide/allide.hpp>\n#include "verbs.hpp"\n#include <CLI/CLI.hpp>\n',
    "apps/cli/verbs.hpp": "#include <string>\n",
    "tests/oracle/rational.hpp": "#include <gmpxx.h>\n",
}
# Changes to the good tree (None: file removed), and a part of the fault that each must cause.
BAD = [
    ({"src/mesh/deps.txt": None}, "no deps.txt"),
    ({"src/mesh/README.md": None}, "no README.md"),
    ({"src/mesh/deps.txt": "base\nkernel\n"}, "base is listed but not included"),
    ({"src/kernel/deps.txt": ""}, "base is included but not listed"),
    ({"src/kernel/vec.hpp": '#include <allide/mesh.hpp>\n#include "base/hash.hpp"\n',
      "src/kernel/deps.txt": "base\nmesh\n"}, "kernel may not use mesh"),
    ({"src/base/hash.hpp": '  #  include "kernel/vec.hpp"\n', "src/base/deps.txt": "kernel\n"},
     "base may not use kernel"),
    ({"src/mesh/mesh.cpp": '#include "vec.hpp"\n#include "kernel/vec.hpp"\n'}, "is not a file of a room"),
    ({"src/mesh/mesh.cpp": "#include <kernel/vec.hpp>\n", "src/mesh/deps.txt": ""}, "is internal"),
    ({"src/mesh/mesh.cpp": '#include <allide/allide.hpp>\n#include "kernel/vec.hpp"\n'}, "belongs to no room"),
    ({"src/kernel/screw/README.md": None}, "no README.md"),
    ({"src/kernel/screw/deps.txt": "kernel\n"}, "base is included but not listed"),
    ({"src/kernel/screw/deps.txt": "base\n"}, "kernel is included but not listed"),
    ({"src/kernel/box.hpp": '#include "kernel/screw/screw.hpp"\n'}, "sub-rooms include each other"),
    ({"src/kernel/screw/map.hpp": '#include "kernel/screw/screw.hpp"\n',
      "src/kernel/screw/screw.cpp": '#include "kernel/screw/map.hpp"\n'}, "units include each other"),
    ({"src/attic/README.md": "old\n", "src/attic/deps.txt": ""}, "unknown room"),
    ({"src/kernel/lanes-inl.hpp": "// Not a friend\nstruct Lanes {\n    HWY_INLINE friend int last(Lanes a);\n};\n"},
     "compiles friends for the lowest instruction set"),
    ({"include/allide/secret.hpp": "\n"}, "belongs to no room"),
    ({"include/allide/mesh.hpp": "#include <Eigen/Dense>\n"}, "a public header includes Eigen/Dense"),
    ({"include/allide/mesh.hpp": '#include "kernel/vec.hpp"\n'}, "a public header includes kernel/vec.hpp"),
    ({"include/allide/result.hpp": "#include <allide/mesh.hpp>\n"}, "base may not use mesh"),
    ({"apps/cli/main.cpp": '#include "kernel/vec.hpp"\n'}, "is internal; include only"),
    ({"apps/cli/main.cpp": '#include "../../src/kernel/vec.hpp"\n'}, "is internal; include only"),
    ({"examples/one.cpp": '#include "missing.hpp"\n'}, "is not a file in the same folder"),
    ({"tests/oracle/rational.hpp": '#include "kernel/vec.hpp"\n'}, "an oracle includes"),
    ({"src/base/hash.hpp": "#include <fmt/format.h>\nauto text = fmt::join(all);\n"}, "fmt::join needs <fmt/ranges.h>"),
]


def faults_of(files):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, text in files.items():
            if text is not None:
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
        return House(root).check()


def self_test():
    wrong = [f"the good tree has a fault: {fault}" for fault in faults_of(GOOD)]
    for change, part in BAD:
        found = faults_of(GOOD | change)
        if len(found) != 1 or part not in found[0]:
            wrong.append(f"expected one fault containing '{part}', found {found}")
    return wrong


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    faults = self_test() if sys.argv[1] == "--self-test" else House(Path(sys.argv[1]).resolve()).check()
    for fault in faults:
        print(fault)
    if not faults:
        print("no faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
