"""Sweeps and predictions on a Ray cluster, compared with the same questions in one process."""

import json

import numpy
import pytest

import allide
import allide.cluster


def poses_near(count, seed):
    """Poses of a ball around a torus, some touching."""
    rng = numpy.random.default_rng(seed)
    poses = numpy.tile(numpy.eye(4), (count, 1, 1))
    poses[:, :3, 3] = rng.uniform(-2, 2, (count, 3))
    return poses


@pytest.fixture(scope="module")
def shapes(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shapes")
    allide.save_mesh(allide.generate("torus", triangles=400), folder / "torus.obj")
    allide.save_mesh(allide.generate("sphere", triangles=100), folder / "ball.obj")
    allide.Index.build([folder / "torus.obj"], folder / "torus.allide")
    return folder


def bits(file, count):
    return numpy.unpackbits(numpy.load(file), count=count).astype(bool)


def test_sweep_of_a_body(shapes, nodes, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    nodes.want(2)
    poses = poses_near(1003, 1)
    numpy.save(tmp_path / "poses.npy", poses)
    scene, body = shapes / "torus.obj", shapes / "ball.obj"
    expected = allide.collides_many(allide.load(scene), allide.load(body), poses)
    assert 0 < expected.sum() < len(poses)
    running = {"address": nodes.address, "show_progress": False, "chunk": 160}
    found = allide.cluster.sweep(scene, body, tmp_path / "poses.npy", tmp_path / "hits.npy", work=tmp_path / "work", **running)
    assert found == expected.sum()
    assert (bits(tmp_path / "hits.npy", len(poses)) == expected).all()
    # Damaged and missing answers are made again, and the same bytes come out; an index gives the same answers.
    answers = sorted((tmp_path / "work" / "results").iterdir())
    assert len(answers) == 7
    answers[0].write_bytes(answers[0].read_bytes()[:-1])
    answers[3].unlink()
    allide.cluster.sweep(scene, body, tmp_path / "poses.npy", tmp_path / "again.parquet", work=tmp_path / "work", **running)
    assert parquet.read_table(tmp_path / "again.parquet")["hit"].to_pylist() == expected.tolist()
    allide.cluster.sweep(shapes / "torus.allide", body, tmp_path / "poses.npy", tmp_path / "index.npy", work=tmp_path / "other", **running)
    assert (tmp_path / "index.npy").read_bytes() == (tmp_path / "hits.npy").read_bytes()
    with pytest.raises(allide.cluster.ClusterError, match="found job"):
        allide.cluster.sweep(scene, body, tmp_path / "poses.npy", tmp_path / "hits.npy", work=tmp_path / "work", clearance=0.1, **running)
    answers[1].write_bytes(answers[2].read_bytes())
    with pytest.raises(allide.AllideError, match="expected the answers of"):
        allide.cluster.sweep(scene, body, tmp_path / "poses.npy", tmp_path / "hits.npy", work=tmp_path / "work", **running)


def test_sweep_of_parquet_poses_with_a_clearance(shapes, nodes, tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    nodes.want(2)
    poses = poses_near(300, 2)
    columns = {f"m{i}": poses[:, i // 4, i % 4] for i in range(12)}
    parquet.write_table(pyarrow.table(columns), tmp_path / "poses.parquet", row_group_size=70)
    scene, body = allide.load(shapes / "torus.obj"), allide.load(shapes / "ball.obj")
    expected = [bool(allide.distance_within(scene, body, 0.2, pose_b=pose)) for pose in poses]
    for name in ("torus.obj", "torus.allide"):
        allide.cluster.sweep(shapes / name, shapes / "ball.obj", tmp_path / "poses.parquet", tmp_path / "hits.npy", clearance=0.2,
                             work=tmp_path / name, chunk=64, address=nodes.address, show_progress=False)
        assert bits(tmp_path / "hits.npy", 300).tolist() == expected


def test_sweep_of_a_scene_of_placed_parts(shapes, nodes, tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    nodes.want(2)
    poses = poses_near(400, 5)
    column = pyarrow.array(poses[:, :3].reshape(-1, 12).tolist(), pyarrow.list_(pyarrow.float64()))
    parquet.write_table(pyarrow.table({"pose": column}), tmp_path / "poses.parquet", row_group_size=150)
    (tmp_path / "pole.json").write_text('{"type": "capsule", "radius": 0.2, "half_length": 0.5}')
    turned = [1.5, 0, 0, 0.8, 0.6, 0, 0]
    (tmp_path / "cell.json").write_text(json.dumps([
        {"file": str(shapes / "torus.obj"), "pose": turned}, {"file": str(shapes / "torus.obj")},
        {"file": "pole.json", "pose": [1, 0, 0, 0, 0, 1, 0, 1.5, 0, 0, 1, 0]}]))
    torus, ball = allide.load(shapes / "torus.obj"), allide.load(shapes / "ball.obj")
    pole = allide.load_shape(tmp_path / "pole.json")
    for clearance in (0.0, 0.1):
        expected = []
        for pose in poses:
            near = [allide.distance_within(torus, ball, clearance, (turned[:3], turned[3:]), pose),
                    allide.distance_within(torus, ball, clearance, pose_b=pose)]
            at_pole = allide.collides(pole, ball, ([0, 1.5, 0], [1, 0, 0, 0]), pose, clearance=clearance)
            expected.append(any(near) or at_pole != "no")
        assert 0 < sum(expected) < 400
        allide.cluster.sweep(tmp_path / "cell.json", shapes / "ball.obj", tmp_path / "poses.parquet", tmp_path / "hits.npy",
                             work=tmp_path / f"work-{clearance}", clearance=clearance, chunk=64, address=nodes.address,
                             show_progress=False)
        assert bits(tmp_path / "hits.npy", 400).tolist() == expected
    parts = [(shapes / "torus.obj", (turned[:3], turned[3:])), (shapes / "torus.obj", None),
             (tmp_path / "pole.json", ([0, 1.5, 0], [1, 0, 0, 0]))]
    allide.cluster.sweep(parts, shapes / "ball.obj", tmp_path / "poses.parquet", tmp_path / "same.npy", work=tmp_path / "list",
                         clearance=0.1, chunk=400, address=nodes.address, show_progress=False)
    assert (tmp_path / "same.npy").read_bytes() == (tmp_path / "hits.npy").read_bytes()
    (tmp_path / "cell.json").write_text('[{"pose": [1, 2]}]')
    with pytest.raises(allide.AllideError, match="cell.json: part 0: expected an object"):
        allide.cluster.sweep(tmp_path / "cell.json", shapes / "ball.obj", tmp_path / "poses.parquet", tmp_path / "hits.npy",
                             work=tmp_path / "none", address=nodes.address)


def test_poses_that_were_written_again_are_another_job(shapes, nodes, tmp_path):
    nodes.want(2)
    running = {"work": tmp_path / "work", "address": nodes.address, "show_progress": False}
    for seed in (7, 8):
        numpy.save(tmp_path / "poses.npy", poses_near(80, seed))
        words = (shapes / "torus.obj", shapes / "ball.obj", tmp_path / "poses.npy", tmp_path / "hits.npy")
        if seed == 7:
            allide.cluster.sweep(*words, **running)
            continue
        with pytest.raises(allide.cluster.ClusterError, match="found job"):
            allide.cluster.sweep(*words, **running)


def test_sweep_of_a_robot(nodes, tmp_path):
    nodes.want(2)
    (tmp_path / "arm.urdf").write_text("""<robot name="arm">
      <link name="base"/>
      <link name="tip"><collision><origin xyz="1 0 0"/><geometry><box size="0.4 0.2 0.2"/></geometry></collision></link>
      <joint name="turn" type="revolute"><parent link="base"/><child link="tip"/><axis xyz="0 0 1"/>
        <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
    </robot>""")
    mesh = allide.generate("cube")
    pole = allide.Mesh(numpy.asarray(mesh.vertices) * 0.1 + [0, 1, 0], mesh.triangles)
    allide.save_mesh(pole, tmp_path / "pole.obj")
    values = numpy.linspace(-3, 3, 500).reshape(-1, 1)
    numpy.save(tmp_path / "values.npy", values)
    world = allide.RobotWorld(allide.Robot(str(tmp_path / "arm.urdf")), str(tmp_path / "pole.obj"))
    expected = ~world.is_free_many(values)
    assert 0 < expected.sum() < 500
    allide.cluster.sweep(tmp_path / "pole.obj", tmp_path / "arm.urdf", tmp_path / "values.npy", tmp_path / "hits.npy",
                         work=tmp_path / "work", chunk=128, address=nodes.address, show_progress=False)
    assert (bits(tmp_path / "hits.npy", 500) == expected).all()


def test_predictions(shapes, nodes, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    nodes.want(2)
    rng = numpy.random.default_rng(3)
    motions = [{"type": "path", "times": [0, 1],
                "poses": [[1, 0, 0, p[0], 0, 1, 0, p[1], 0, 0, 1, p[2]], [1, 0, 0, q[0], 0, 1, 0, q[1], 0, 0, 1, q[2]]]}
               for p, q in zip(rng.uniform(2, 4, (40, 3)), rng.uniform(-3, 3, (40, 3)))]
    (tmp_path / "motions.jsonl").write_text("".join(json.dumps(motion) + "\n" for motion in motions))
    body = allide.load(shapes / "ball.obj")
    for scene in ("torus.obj", "torus.allide"):
        world = allide.Index(shapes / scene) if scene.endswith(".allide") else allide.load(shapes / scene)
        expected = [allide.predict(body, world, allide.read_motion(json.dumps(motion))) for motion in motions]
        if scene.endswith(".allide"):
            expected = [one.prediction for one in expected]
        output = tmp_path / f"{scene}.parquet"
        found = allide.cluster.predict(shapes / scene, shapes / "ball.obj", tmp_path / "motions.jsonl", output, work=tmp_path / scene,
                                       chunk=7, address=nodes.address, show_progress=False)
        rows = parquet.read_table(output).to_pylist()
        assert [row["outcome"] for row in rows] == [str(one.outcome) for one in expected]
        assert [row["t_lo"] for row in rows] == [one.t_lo for one in expected]
        assert [row["motion"] for row in rows] == list(range(40))
        assert 0 < found < 40
