#!/usr/bin/env python3
"""Draws a random sample of the comments of the C++ sources, headers and tests, for someone new to the code to rate.

    scripts/sample_comments.py [SEED] [--count N] [--context LINES] [--under FOLDER ...]

prints the seed and N comments (default 60), each with its place and the lines of code around it. `shuf` draws them from a stream of bytes
that depends on the seed alone, so the same seed on the same commit prints the same sample; without SEED a new one is drawn. A comment is a
run of lines that hold nothing but a comment, or the comment behind a line of code."""
import argparse
import os
import random
import re
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("apps", "bench", "bindings", "examples", "include", "readers", "src", "tests")
# Directives of tools, ends of namespaces and preprocessor conditions are not comments that someone reads.
DIRECTIVE = re.compile(r"//\s*(clang-format|NOLINT|namespace\b|IWYU|!?defined\b|ALLIDE_\w+$|HWY_\w+$)")
LITERAL = re.compile(r'"(?:\\.|[^"\\])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\])+\'')


def comment_start(line):
    """The column of `//` in a line outside strings and characters, or -1."""
    return LITERAL.sub(lambda text: "x" * len(text.group()), line).find("//")


def comments_of(file):
    """Yields (first line, last line) of each comment of the file, numbered from 0."""
    begin = None
    lines = file.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines + [""]):
        start = comment_start(line)
        alone = start >= 0 and not line[:start].strip()
        if begin is not None and not alone:
            yield begin, number - 1
            begin = None
        if start < 0 or DIRECTIVE.match(line[start:]):
            continue
        if not alone:
            yield number, number
        elif begin is None:
            begin = number


def files_below(folders):
    """The tracked files; outside a git checkout, all files."""
    listed = subprocess.run(["git", "ls-files", "-z", *folders], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode == 0:
        return listed.stdout.split("\0")
    return [str(file.relative_to(ROOT)) for folder in folders for file in (ROOT / folder).rglob("*")]


def all_comments(folders):
    for name in sorted(files_below(folders)):
        if Path(name).suffix in (".cpp", ".hpp", ".cu") and (ROOT / name).is_file():
            for first, last in comments_of(ROOT / name):
                yield name, first, last


def draw(places, seed, count):
    with tempfile.NamedTemporaryFile(delete=False) as source:
        source.write(random.Random(seed).randbytes(1 << 20))
    try:
        order = subprocess.run(["shuf", f"--random-source={source.name}", f"--input-range=0-{len(places) - 1}", f"--head-count={count}"],
                               check=True, capture_output=True, text=True)
    finally:
        os.unlink(source.name)
    return [places[int(line)] for line in order.stdout.split()]


def show(number, place, context):
    name, first, last = place
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    print(f"\n[{number}] {name}:{first + 1}")
    for at in range(max(0, first - context), min(len(lines), last + context + 1)):
        print(f"{'>' if first <= at <= last else ' '} {lines[at]}")


def main():
    parser = argparse.ArgumentParser(description="Draws a random sample of the comments of the C++ sources.")
    parser.add_argument("seed", type=int, nargs="?", help="same seed, same commit: same sample (default: a new one)")
    parser.add_argument("--count", type=int, default=60, help="number of comments (default: 60)")
    parser.add_argument("--context", type=int, default=10, help="lines of code shown before and after (default: 10)")
    parser.add_argument("--under", nargs="+", default=FOLDERS, metavar="FOLDER", help="draw from these folders only")
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 32)
    places = list(all_comments(options.under))
    count = min(options.count, len(places))
    print(f"seed {seed}: {count} of {len(places)} comments")
    for number, place in enumerate(draw(places, seed, count), 1):
        show(number, place, options.context)


if __name__ == "__main__":
    main()
