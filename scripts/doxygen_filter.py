#!/usr/bin/env python3
"""Turns the plain // comments of a header into Doxygen's: the headers stay readable, the reference needs no second text.

    doxygen_filter.py HEADER
"""
import re
import sys

TRAILING = re.compile(r"^(.*?[;,{})\w].*?)\s+// ?(.*)$")


def escaped(text):
    """Doxygen reads \\, @, # and < as commands, links and tags."""
    return re.sub(r"([\\@#<>&])", r"\\\1", text)


def is_comment(line):
    return line.strip().startswith("//")


def filtered(lines):
    block, is_first, column = [], True, None  # column: of a trailing comment that may continue
    for line in [*lines, ""]:
        indent = len(line) - len(line.lstrip())
        if is_comment(line) and column is not None and indent >= column:
            yield " " * indent + "///<" + escaped(line.strip()[2:])
            continue
        column = None
        if is_comment(line):
            block.append(line)
            continue
        # A block that a blank line follows is a heading between declarations, unless it opens the file.
        if block and is_first:
            yield "/// @file"
        for comment in block:
            text = comment.strip()[2:]
            yield comment if not line.strip() and not is_first else "///" + escaped(text)
        is_first, block = False, []
        match = None if line.strip().startswith("#") else TRAILING.match(line)
        if match and "NOLINT" not in match[2] and not line.strip().startswith("}"):
            column = line.index("//")
            yield f"{match[1]}  ///< {escaped(match[2])}"
        else:
            yield line


def main():
    with open(sys.argv[1], encoding="utf-8") as header:
        print("\n".join(filtered(header.read().splitlines())))


if __name__ == "__main__":
    main()
