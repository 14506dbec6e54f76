"""Tests of other projects, from their published source distributions, which scripts/python-venv.sh has fetched."""

import os
import pathlib
import sys
import tarfile
import types


def folder():
    """Where the source distributions lie."""
    given = os.environ.get("ALLIDE_TEST_SDISTS")
    return pathlib.Path(given) if given else pathlib.Path(sys.prefix) / "sdists"


def source(distribution, name):
    """The text of the one file of a source distribution whose path ends with `name`."""
    (archive,) = folder().glob(f"{distribution}-*.tar.gz")
    with tarfile.open(archive) as files:
        (member,) = [m for m in files.getmembers() if m.name.endswith(name)]
        return files.extractfile(member).read().decode()


def run_module(text, name, **modules):
    """Executes a module's text while the given modules can be imported; returns it."""
    module = types.ModuleType(name)
    before = {key: sys.modules.get(key) for key in modules}
    sys.modules.update(modules)
    try:
        exec(compile(text, name, "exec"), vars(module))
    finally:
        for key, value in before.items():
            if value is None:
                del sys.modules[key]
            else:
                sys.modules[key] = value
    return module


def cases(test_case):
    """(name, function) of all tests of a unittest.TestCase."""
    for name in sorted(dir(test_case)):
        if name.startswith("test"):
            yield name, test_case(name)
