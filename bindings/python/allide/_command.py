"""The command `allide`, which the package brings along."""

import os
import pathlib
import sys


def main() -> None:
    program = pathlib.Path(__file__).parent / "bin" / "allide"
    if not program.exists():
        sys.exit("allide: this package was built without the command")
    os.execv(program, [str(program), *sys.argv[1:]])
