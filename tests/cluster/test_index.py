"""Indexes built in parts on a Ray cluster, compared with those of one process."""

import numpy
import pytest

import allide
import allide.cluster
from allide._cluster_index import _ends


def write_scene(file, count, seed):
    """An OBJ file of parts: tori at random places."""
    rng = numpy.random.default_rng(seed)
    torus = allide.generate("torus", triangles=60)
    vertices, triangles = numpy.asarray(torus.vertices), numpy.asarray(torus.triangles) + 1
    lines = []
    for part in range(count):
        lines.append(f"o part-{part}")
        lines += ["v %.17g %.17g %.17g" % tuple(row) for row in vertices + rng.uniform(-8, 8, 3)]
        lines += ["f %d %d %d" % tuple(row) for row in triangles + part * len(vertices)]
    file.write_text("\n".join(lines) + "\n")


@pytest.fixture(scope="module")
def rooms(tmp_path_factory):
    """A folder with five scenes and the index of all of them, one.allide."""
    folder = tmp_path_factory.mktemp("rooms")
    for number in range(5):
        write_scene(folder / f"room-{number}.obj", 60 + 20 * number, number)
    allide.Index.build(sorted(folder.glob("*.obj")), folder / "one.allide", leaf_bytes=20000)
    return folder


def test_index_has_the_bytes_of_one_process_and_keeps_undamaged_parts(rooms, nodes, tmp_path):
    nodes.want(2)
    scenes = sorted(rooms.glob("*.obj"))
    options = {"work": tmp_path / "work", "leaf_bytes": 20000, "address": nodes.address, "show_progress": False}
    info = allide.cluster.index(scenes, tmp_path / "all.allide", **options)
    expected = allide.Index(rooms / "one.allide").info
    assert info == {"triangles": expected.triangles, "objects": expected.objects, "bytes": expected.bytes}
    assert (tmp_path / "all.allide").read_bytes() == (rooms / "one.allide").read_bytes()
    parts = [tmp_path / "work" / "parts" / f"part-{k}.allide" for k in range(5)]
    before = [part.stat().st_mtime_ns for part in parts]
    parts[1].write_bytes(parts[1].read_bytes()[:-10])  # truncated
    damaged = bytearray(parts[2].read_bytes())
    damaged[5000] ^= 1
    parts[2].write_bytes(damaged)
    parts[3].write_bytes(parts[0].read_bytes())  # of another file
    allide.cluster.index(scenes, tmp_path / "again.allide", **options)
    assert (tmp_path / "again.allide").read_bytes() == (rooms / "one.allide").read_bytes()
    after = [part.stat().st_mtime_ns for part in parts]
    assert [old == new for old, new in zip(before, after)] == [True, False, False, False, True]
    # Other files in the same folder of work replace the parts; fewer parts than files; several cores.
    allide.cluster.index(scenes[:3], tmp_path / "three.allide", parts=2, memory_limit=200_000_000, cpus=0.5, threads=2, **options)
    assert [name for name in sorted((tmp_path / "work" / "parts").glob("*.allide"))] == parts
    allide.Index.build(scenes[:3], tmp_path / "expected.allide", leaf_bytes=20000)
    assert (tmp_path / "three.allide").read_bytes() == (tmp_path / "expected.allide").read_bytes()


def test_refusals(rooms, nodes, tmp_path, capsys):
    nodes.want(2)
    (tmp_path / "bad.obj").write_bytes(b"v 1 2\\n")
    words = ["index", str(rooms / "room-0.obj"), str(tmp_path / "bad.obj"), "-o", str(tmp_path / "all.allide"), "--work",
             str(tmp_path / "work"), "--address", nodes.address, "--quiet"]
    assert allide.cluster.main(words) == 2
    assert "part 1: " in (message := capsys.readouterr().err) and "bad.obj" in message
    assert not (tmp_path / "all.allide").exists()
    words[2] = str(tmp_path / "none.obj")
    assert allide.cluster.main(words) == 2
    assert "none.obj: the file does not exist" in capsys.readouterr().err
    words[2] = str(rooms / "room-1.obj")
    assert allide.cluster.main(words) == 0
    assert "an index of" in capsys.readouterr().out


def test_groups_of_files():
    assert _ends([1, 1, 1, 1], 2) == [2, 4]
    assert _ends([10, 1, 1, 1], 2) == [1, 4]
    assert _ends([1, 1, 1, 10], 4) == [1, 2, 3, 4]
    assert _ends([1, 1, 1, 10], 2) == [3, 4]
    assert _ends([0, 0], 2) == [1, 2]
    assert _ends([5], 1) == [1]
