"""Docstrings and the pages about Python run, and every public name has a docstring."""

import doctest
import inspect
import pathlib
import re
import struct

import numpy
import pytest

import allide


def documented():
    for name in allide.__all__:
        value = getattr(allide, name)
        if getattr(value, "__doc__", None) and (inspect.isclass(value) or callable(value)):
            yield name, value.__doc__
        if inspect.isclass(value):
            for member, method in vars(value).items():
                if not member.startswith("_") and getattr(method, "__doc__", None):
                    yield f"{name}.{member}", method.__doc__


@pytest.mark.parametrize("name, text", [(n, t) for n, t in documented() if ">>>" in t])
def test_examples_of_docstrings(name, text):
    example = doctest.DocTestParser().get_doctest(text, {"allide": allide, "numpy": numpy}, name, None, 0)
    assert not doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example).failed


@pytest.mark.parametrize("module", [allide, allide.fcl, allide.trimesh])
def test_docstrings_of_modules(module):
    example = doctest.DocTestParser().get_doctest(module.__doc__, {}, module.__name__, None, 0)
    assert example.examples and not doctest.DocTestRunner().run(example).failed


def test_every_verb_and_class_is_documented():
    public = [name for name in allide.__all__ if hasattr(allide._core, name)]
    missing = [name for name in public if not (getattr(allide, name).__doc__ or "").strip()]
    assert not missing


# ---- docs/python.md and docs/python-fcl.md

DOCS = pathlib.Path(__file__).parents[2] / "docs"
ARM = """<robot name="arm"><link name="base"/>
<link name="tool"><collision><origin xyz="1 0 0"/><geometry><box size="2 0.1 0.1"/></geometry></collision></link>
<joint name="turn" type="continuous"><parent link="base"/><child link="tool"/><axis xyz="0 0 1"/></joint></robot>"""


def blocks_of(page):
    text = (DOCS / page).read_text()
    blocks = re.findall(r"^```diagram\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    return [block for block in blocks if not block.startswith("pip ")]


def prepare(folder):
    """Writes the files that the pages name, and returns the variables that they use without making them."""
    cube, part = allide.generate("cube"), allide.Mesh
    for name in ("bolt.obj", "bracket.stl", "pipe.stl"):
        allide.save_mesh(cube, folder / name)
    for name in ("plate.glb", "cell.glb", "ducts.glb", "structure.glb"):
        allide.save_mesh(part(cube.vertices + [0, 5, 0], cube.triangles, part_names=[name]), folder / name)
    (folder / "arm.urdf").write_text(ARM)
    (folder / "arm.srdf").write_text('<robot name="arm"/>')
    (folder / "rules.toml").write_text("touch = 0.001\n")
    allide.clash([folder / "ducts.glb", folder / "structure.glb"]).save(folder / "last.json")
    leaf = struct.pack("<H", 0b10)
    (folder / "map.bt").write_bytes(b"# Octomap OcTree binary file\nid OcTree\nsize 2\nres 1\ndata\n" + leaf)
    rng = numpy.random.default_rng(3)
    body, crate = allide.ConvexBody.sphere(0.5), allide.Model(cube)
    poses = numpy.tile(numpy.eye(4), (20, 1, 1))
    poses[:, :3, 3] = rng.uniform(-9, 9, (20, 3))
    links = [allide.LinkDescription("base"), allide.LinkDescription("tool", [allide.LinkGeometry(body)])]
    return {
        "poses": poses,
        "origins": rng.uniform(4, 5, (20, 3)),
        "directions": rng.uniform(-2, -1, (20, 3)),
        "points": rng.uniform(-2, 2, (20, 3)),
        "finger": body,
        "left": None,
        "right": allide.Pose.translation([2, 0, 0]),
        "heights": rng.uniform(0, 1, (4, 5)),
        "vertices": cube.vertices,
        "triangles": cube.triangles,
        "vertices_at_1": cube.vertices * 2,
        "floor": crate,
        "motions": rng.uniform(-1, 1, (5, 8, 3)),
        "q": [0.5],
        "waypoints": [[0.0], [0.5]],
        "gripped": body,
        "grip": allide.Pose.translation([2, 0, 0]),
        "base": allide.Pose.translation([0, 0, 9]),
        "table": crate,
        "crate": crate,
        "pose": allide.Pose.translation([0, 0, 5]),
        "configurations": numpy.zeros((3, 1)),
        "links": links,
        "joints": [allide.JointDescription("turn", "continuous", "base", "tool", axis=[0, 0, 1])],
        "transform": numpy.eye(4),
    }


@pytest.mark.parametrize("page, count", [("python.md", 6), ("python-fcl.md", 2)])
def test_pages_run(page, count, tmp_path, monkeypatch):
    if page == "python-fcl.md":
        pytest.importorskip("trimesh")
    pytest.importorskip("tqdm")
    variables = {"allide": allide, **prepare(tmp_path)}
    monkeypatch.chdir(tmp_path)
    blocks = blocks_of(page)
    assert len(blocks) == count
    for block in blocks:
        if "report.html" in block and not allide.has_pages():
            block = block.replace('report.save("report.html")', 'report.save("report.json")')
        exec(compile(block, page, "exec"), variables)
    if page == "python.md":
        assert variables["free"].shape == (20,) and variables["hit"].outcome == "clear"
