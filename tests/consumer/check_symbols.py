#!/usr/bin/env python3
"""Checks which symbols the libraries have.

    check_symbols.py --source DIR --shared LIBRARY --static ARCHIVE
    check_symbols.py --source DIR --self-test

The shared library may export names of the public headers only: nothing of a room's own namespace, no instances of the
standard library's templates, nothing of a linked library. It has a soname.

The static library may hold no out-of-line copy of the arithmetic that geometry.hpp defines inline: the linker could
replace it by a copy that a user compiled with -ffast-math.
"""
import argparse
import re
import subprocess
import sys
from pathlib import Path

NOT_FUNCTIONS = re.compile(r"^(?:vtable|typeinfo|typeinfo name) for (.*)$")
INLINE_ARITHMETIC = re.compile(r"^allide::(?:operator[-+*/]\(|dot\(|cross\(|Vec3::operator|Box::(?!Box\(|~Box|empty\()|Pose::apply)")


def run(*command):
    return subprocess.run([str(word) for word in command], text=True, check=True, stdout=subprocess.PIPE).stdout


def names_of(listing):
    """(type, demangled name) of each line of nm."""
    found = (re.match(r"^[0-9a-f]* +([A-Za-z]) (.*)$", line) for line in listing.splitlines())
    return [(line[1], line[2]) for line in found if line]


def qualified(name):
    """The parts of a demangled name without template and function arguments: ["allide", "Mesh", "corners"]."""
    name = NOT_FUNCTIONS.sub(r"\1", name)
    name = re.sub(r"operator(\(\)|[^\w\s(]+|[^(]+)", "operator", name.split("[abi:")[0])
    return name.split("(")[0].split("<")[0].split("::")


class Checker:
    def __init__(self, source):
        headers = [header.read_text(encoding="utf-8") for header in sorted((source / "include").rglob("*.hpp"))]
        self.public = set(re.findall(r"~?\w+", re.sub(r"//.*", "", "\n".join(headers))))
        self.rooms = {folder.name for folder in (source / "src").iterdir() if folder.is_dir()}

    def fault(self, name):
        """Why the shared library may not export this name; None if it may."""
        parts = qualified(name)
        if parts[0] != "allide":
            return "is not allide's"
        if parts[1] in self.rooms and len(parts) > 2:
            return f"belongs to the room {parts[1]}"
        for part in parts[1:]:
            if part not in self.public and part != "operator":
                return f"{part} is in no public header"
        return None


def check(checker, shared, static):
    exported = names_of(run("nm", "-D", "--defined-only", "-C", shared))
    faults = [f"{shared.name} exports {name}: {checker.fault(name)}" for _, name in exported if checker.fault(name)]
    if len(exported) < 100:
        faults.append(f"{shared.name} exports only {len(exported)} symbols")
    soname = re.search(r"SONAME.*\[(liballide\.so\.[0-9.]+)\]", run("readelf", "-d", "-W", shared))
    if not soname:
        faults.append(f"{shared.name} has no soname")
    copies = {name for kind, name in names_of(run("nm", "--defined-only", "-C", static))
              if kind in "WVu" and INLINE_ARITHMETIC.match(name)}
    faults += [f"{static.name} holds a copy of {name}" for name in sorted(copies)]
    if not faults:
        print(f"{soname[1]} exports {len(exported)} symbols, all of them public")
    return faults


GOOD = ["allide::Mesh::corners(unsigned int) const", "allide::operator*(allide::Pose const&, allide::Pose const&)",
        "typeinfo for allide::PreconditionError", "allide::detail::throw_no_error()", "allide::Mesh::Mesh()",
        "allide::Scene::~Scene()", "allide::Scene::operator=(allide::Scene&&)",
        "allide::collides(allide::Placed const&, allide::Placed const&, allide::CollideOptions const&)"]
BAD = [("allide::kernel::quotient(allide::kernel::Exact const&, allide::kernel::Exact const&)", "room kernel"),
       ("std::vector<int, std::allocator<int> >::push_back(int const&)", "not allide's"),
       ("allide::Scene::State::question(double, unsigned int) const", "question is in no public header"),
       ("typeinfo for allide::index::Reader", "room index"), ("hwy::GetChosenTarget()", "not allide's")]


def self_test(checker):
    wrong = [f"{name}: {checker.fault(name)}" for name in GOOD if checker.fault(name)]
    return wrong + [f"{name}: wanted '{part}', got {checker.fault(name)}" for name, part in BAD
                    if part not in (checker.fault(name) or "")]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", type=Path, required=True)
    parser.add_argument("--shared", type=Path)
    parser.add_argument("--static", type=Path)
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    checker = Checker(options.source)
    faults = self_test(checker) if options.self_test else check(checker, options.shared, options.static)
    print("\n".join(faults[:100]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
