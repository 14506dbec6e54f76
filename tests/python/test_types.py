"""The stub and the annotations: mypy and pyright agree with the examples, and find a wrong use."""

import os
import pathlib
import subprocess
import sys

import allide

HERE = pathlib.Path(__file__).parent
PACKAGE = pathlib.Path(allide.__file__).parent
EXAMPLES = sorted((HERE.parents[1] / "bindings" / "python" / "examples").glob("*.py"))
WRONG = """
import allide
cube = allide.Model(allide.generate("cube"))
allide.collides(cube, "cube")
allide.distance(cube, cube).middle
allide.predict(cube, cube, 7)
"""


def run(*command):
    environment = {**os.environ, "MYPYPATH": str(PACKAGE.parent), "PYTHONPATH": str(PACKAGE.parent)}
    return subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, env=environment)


def test_the_stub_lists_every_name():
    text = (PACKAGE / "_core.pyi").read_text()
    assert (PACKAGE / "py.typed").exists()
    for name in allide.__all__:
        if hasattr(allide._core, name) and not name.startswith("__"):
            assert any(form in text for form in (f"def {name}(", f"class {name}", f"\n{name} = ")), name


def test_mypy(tmp_path):
    assert EXAMPLES
    found = run("mypy", "--strict", "--cache-dir", str(tmp_path), *map(str, EXAMPLES))
    assert found.returncode == 0, found.stdout + found.stderr
    (tmp_path / "wrong.py").write_text(WRONG)
    found = run("mypy", "--cache-dir", str(tmp_path), str(tmp_path / "wrong.py"))
    assert [f"wrong.py:{line}:" in found.stdout for line in (4, 5, 6)] == [True] * 3, found.stdout


def test_pyright(tmp_path):
    found = run("pyright", "--pythonpath", sys.executable, *map(str, EXAMPLES))
    assert found.returncode == 0, found.stdout + found.stderr
    (tmp_path / "wrong.py").write_text(WRONG)
    found = run("pyright", "--pythonpath", sys.executable, str(tmp_path / "wrong.py"))
    assert [f"wrong.py:{line}:" in found.stdout for line in (4, 5, 6)] == [True] * 3, found.stdout


def test_examples_run(tmp_path):
    for example in EXAMPLES:
        found = subprocess.run([sys.executable, str(example)], capture_output=True, text=True, cwd=tmp_path)
        assert found.returncode == 0, found.stderr
