#!/usr/bin/env python3
"""Builds tests/consumer/answers.cpp the way a user would, and compares what it prints with the plain build's.

    check_consumer.py WAY --source DIR --work DIR --prefix DIR --plain PROGRAM --shared PROGRAM --compiler CXX
"""
import argparse
import difflib
import os
import shutil
import subprocess
import sys
from pathlib import Path

PLAIN_FLAGS = ["-std=c++20", "-O2"]
# The rooms that answers.cpp needs. With ALLIDE_TEST_LONG=1 the whole library is built in this way.
ROOMS = "base;simd;kernel;volume;mesh;generate/shapes;tree;traverse;io;model;convex;report/json;query/collide;query/probe"
FEW_TARGETS = "(HWY_SSSE3|HWY_SSE4|HWY_AVX3)"
ENVIRONMENTS = [[mode, *flush] for mode in ("nearest", "upward", "downward", "toward_zero") for flush in ([], ["flush"])]


def run(*command, **variables):
    """Standard output of a command that must succeed."""
    command = [str(word) for word in command]
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ | variables)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stdout[-4000:]}{done.stderr[-8000:]}\nended with {done.returncode}")
    return done.stdout


def compare(name, wanted, got):
    """The number of differences, after showing them."""
    if got == wanted:
        print(f"{name}: the same {len(wanted.splitlines())} lines")
        return 0
    print("\n".join(list(difflib.unified_diff(wanted.splitlines(), got.splitlines(), "plain", name, lineterm=""))[:60]))
    return 1


def package_flags(prefix, *options):
    pc = next(Path(prefix).rglob("allide.pc"))
    flags = run("pkg-config", *options, "allide", PKG_CONFIG_PATH=str(pc.parent)).split()
    return [*flags, f"-Wl,-rpath,{pc.parent.parent}"]  # where a shared library would be


class Ways:
    """One method per way; each returns the number of listings that differ."""

    def __init__(self, options):
        self.options = options
        self.here = Path(__file__).resolve().parent
        self.work = Path(options.work) / options.way
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir(parents=True)
        self.plain = run(options.plain)
        # An empty listing would agree with anything.
        if "touching" not in self.plain or "apart" not in self.plain or len(self.plain.splitlines()) < 50:
            sys.exit("the plain listing is too short to mean anything")

    def project(self, name, *definitions, compiler=None):
        run("cmake", "-S", self.here / name, "-B", self.work, "-G", "Ninja",
            f"-DCMAKE_CXX_COMPILER={compiler or self.options.compiler}", *definitions)
        run("cmake", "--build", self.work)
        return compare(name, self.plain, run(self.work / "answers"))

    def compiled(self, name, *flags):
        program = self.work / name
        run(self.options.compiler, *PLAIN_FLAGS, *flags, self.here / "answers.cpp", "-o", program,
            *package_flags(self.options.prefix, "--cflags", "--libs"))
        return program

    def find_package(self):
        differences = self.project("find_package", f"-DCMAKE_PREFIX_PATH={self.options.prefix}",
                                   "-DCMAKE_BUILD_TYPE=Release")
        return differences + self.eigen()

    def eigen(self):
        """Runs the program that uses allide/eigen.hpp; it prints one line and exits with 0 if all conversions are right."""
        program = self.work / "eigen"
        if not program.exists():
            sys.exit("the project in tests/consumer/find_package did not find Eigen 3")
        print(run(program).strip())
        return 0

    def add_subdirectory(self):
        # Without optimisation, and in the short run with clang++: that builds faster, and the answers must not depend on it.
        whole = os.environ.get("ALLIDE_TEST_LONG") == "1"
        rooms, compiler, left_out = ("", None, "HWY_SSSE3") if whole else (ROOMS, shutil.which("clang++"), FEW_TARGETS)
        return self.project("add_subdirectory", f"-DALLIDE_SOURCE={self.options.source}", "-DCMAKE_BUILD_TYPE=",
                            "-DALLIDE_UNITY_BUILD=ON", "-DALLIDE_PRECOMPILED_HEADERS=ON", f"-DALLIDE_ROOMS={rooms}",
                            f"-DALLIDE_LEFT_OUT_TARGETS={left_out}",
                            # Compiler options of the parent project must not affect the library.
                            "-DCMAKE_CXX_FLAGS=-ffast-math", compiler=compiler)

    def pkg_config(self):
        version = run("pkg-config", "--modversion", next(Path(self.options.prefix).rglob("allide.pc"))).strip()
        print(f"pkg-config finds version {version}")
        differences = compare("pkg-config", self.plain, run(self.compiled("answers")))
        static = package_flags(self.options.prefix, "--cflags", "--libs", "--static")
        program = self.work / "answers_static"
        run(self.options.compiler, *PLAIN_FLAGS, self.here / "answers.cpp", "-o", program, *static)
        return differences + compare("pkg-config --static", self.plain, run(program))

    def fast_math(self):
        """Compiled and linked: the linker adds start-up code that flushes subnormals in the whole process."""
        optimised = compare("-ffast-math -O3", self.plain, run(self.compiled("answers", "-ffast-math", "-O3")))
        return optimised + compare("-ffast-math -O0", self.plain, run(self.compiled("plain", "-ffast-math", "-O0")))

    def shared(self):
        return compare("shared library", self.plain, run(self.options.shared))

    def shared_build(self):
        """All of BUILD_SHARED_LIBS=ON: configured, built, installed, found. Compiles the library again, so for long runs."""
        if os.environ.get("ALLIDE_TEST_LONG") != "1":
            print("left out: set ALLIDE_TEST_LONG=1 to build the library with BUILD_SHARED_LIBS=ON")
            return 0
        library, prefix = self.work / "library", self.work / "prefix"
        run("cmake", "-S", self.options.source, "-B", library, "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={self.options.compiler}",
            "-DCMAKE_BUILD_TYPE=Release", "-DBUILD_SHARED_LIBS=ON", "-DALLIDE_BUILD_TESTS=OFF", "-DALLIDE_BUILD_APPS=OFF",
            "-DALLIDE_UNITY_BUILD=ON")
        run("cmake", "--build", library)
        run("cmake", "--install", library, "--prefix", prefix)
        return self.project("find_package", f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_BUILD_TYPE=Release")

    def environment(self):
        return sum(compare(" ".join(words), self.plain, run(self.options.plain, *words)) for words in ENVIRONMENTS)

    def targets(self):
        names = run(self.options.plain, "--targets").split()
        print("instruction sets of this machine:", *names)
        if not names:
            sys.exit("the library names no instruction set")
        return sum(compare(name, self.plain, run(self.options.plain, ALLIDE_TARGET=name)) for name in names)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("way")
    for option in ("source", "work", "prefix", "plain", "shared", "compiler"):
        parser.add_argument(f"--{option}", required=True)
    options = parser.parse_args()
    return 1 if getattr(Ways(options), options.way)() else 0


if __name__ == "__main__":
    sys.exit(main())
