#!/usr/bin/env python3
"""Writes _core.pyi beside the extension module: nanobind's stub, with the imports that our own annotations need.

    make_stub.py FOLDER      the folder of the module, build/release/python/allide
"""

import pathlib
import re
import sys

from nanobind.stubgen import StubGen

HEADER = '''import os
import typing
from typing import Literal

import numpy
from numpy.typing import ArrayLike, NDArray

from ._types import ClashSource, MeshLike, PoseLike, PosesLike, Progress, RobotScene

class AllideError(ValueError):
    """An input that allide cannot use: a file, an argument, an array."""

    code: str
    file: str | None
    line: int | None
    byte: int | None
    vertex: int | None
    triangle: int | None
'''


def stub_of(folder: pathlib.Path) -> str:
    sys.path.insert(0, str(folder))  # the module alone, without the package around it
    import _core

    generator = StubGen(_core)
    generator.put(_core)
    text = generator.get()
    # An array's shape and order are notes for people; checkers need the element type.
    text = re.sub(r"Annotated\[(NDArray\[[^\]]*\]), dict\([^)]*\)+[^\]]*\]", r"\1", text)
    text = text.replace("_core.", "")
    text = re.sub(r"^from allide import AllideError.*\n", "", text, flags=re.MULTILINE)  # written by hand above
    end = text.index('"""', 3) + 3  # the end of the module's own docstring
    return text[:end] + "\n\n" + HEADER + text[end:]


if __name__ == "__main__":
    target = pathlib.Path(sys.argv[1])
    (target / "_core.pyi").write_text(stub_of(target), encoding="utf-8")
