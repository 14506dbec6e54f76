"""Contact manifolds, signed distances, slices, rounded and moving bodies, saved models."""
import pickle

import numpy as np
import pytest

import allide

CUBE = allide.Model(allide.generate("cube"))
BOX = allide.ConvexBody.box([1, 1, 1])


def up(z):
    return allide.Pose.translation([0, 0, z])


def test_manifold_of_boxes():
    m = allide.contact_manifold(BOX, BOX, up(1.75))
    assert m.normal.tolist() == [0, 0, 1]
    assert m.depth_lower <= 0.25 + 1e-12 and m.depth_upper >= 0.25 - 1e-12
    assert sorted(p.point_b.tolist() for p in m.points) == [[x, y, 1] for x in (-1, 1) for y in (-1, 1)]
    assert [len(patch) for patch in m.patches] == [4]
    assert allide.matching_points(m, m, 0.0) == [0, 1, 2, 3]
    assert allide.contact_manifold(BOX, BOX, up(3)) is None
    assert allide.contact_manifold(BOX, BOX, up(3), margin=1.5).depth_upper == pytest.approx(-1)
    with pytest.raises(allide.AllideError):
        allide.contact_manifold(BOX, BOX, points=0)


def test_manifolds_of_models():
    (m,) = allide.contact_manifolds(CUBE, CUBE, up(1.75))
    assert m.normal == pytest.approx([0, 0, 1], abs=1e-9)
    assert m.depth_upper == pytest.approx(0.25)
    for p in m.points:
        corners = CUBE.mesh.vertices[CUBE.mesh.triangles[p.triangle_b]]
        assert np.array(p.barycentric_b) @ corners == pytest.approx(p.point_b)
    assert m.patches == []
    (flush,) = allide.contact_manifolds(CUBE, CUBE, up(2))
    assert all(patch[:, 2] == pytest.approx(1) for patch in flush.patches)
    (deep,) = allide.contact_manifolds(CUBE, CUBE, up(1.75), depth="surfaces")
    assert deep.depth_lower <= 0.25 + 1e-12 and deep.depth_upper == pytest.approx(0.25)
    with pytest.raises(allide.AllideError, match="region"):
        allide.contact_manifolds(CUBE, CUBE, depth="all")
    (on_mesh,) = allide.contact_manifolds(allide.ConvexBody.box([0.5, 0.5, 1]), CUBE, up(1.9))
    assert on_mesh.depth_upper == pytest.approx(0.1)


def test_signed_distance():
    assert allide.signed_distance([0, 0, 0.75], CUBE).value == -0.25
    assert float(allide.signed_distance(BOX, BOX, up(2.5))) == pytest.approx(0.5)
    assert allide.signed_distance(BOX, BOX, up(1.5)).value == pytest.approx(-0.5)
    assert allide.signed_distance(CUBE, CUBE, up(2.5)).value == pytest.approx(0.5)
    assert allide.signed_distance(CUBE, CUBE, up(1.5)).upper < 0
    assert allide.signed_distance(BOX, CUBE, up(2.5)).value == pytest.approx(0.5)
    rng = np.random.default_rng(1)
    points = rng.uniform(-2, 2, (500, 3))
    many = allide.signed_distances(CUBE, points)
    assert len(many) == 500 and many.gradient.shape == (500, 3)
    outside = np.linalg.norm(np.maximum(np.abs(points) - 1, 0), axis=1)
    inside = np.minimum(np.abs(points).max(axis=1) - 1, 0)
    assert many.value == pytest.approx(outside + inside)
    assert (many.lower <= many.value).all() and (many.value <= many.upper).all()
    with pytest.raises(allide.AllideError):
        allide.signed_distances(CUBE, [[np.nan, 0, 0]])


def test_slice():
    cut = allide.slice(CUBE, [0, 0, 1], 0.5)
    assert [c.closed for c in cut.curves] == [True]
    assert (cut.curves[0].points[:, 2] == 0.5).all()
    top = allide.slice(CUBE, [0, 0, 1], 1)
    assert len(top.coplanar) == 2 and len(top.curves) == 1
    assert allide.slice(CUBE, [0, 0, 1], 1, side="above").curves == []


def test_rounded():
    body = BOX.rounded(0.5)
    assert body.radius == 0.5
    assert allide.distance(body, body, pose_b=allide.Pose.translation([4, 0, 0])).value == 1
    again = pickle.loads(pickle.dumps(body))
    assert again.radius == 0.5 and len(again.vertices) == 8
    with pytest.raises(allide.AllideError):
        BOX.rounded(-1)


def test_predict_of_bodies():
    ball = allide.ConvexBody.sphere(1)
    p = allide.predict(ball, BOX, allide.Motion.linear([0, 0, -10]), up(5))
    assert p.outcome == "impact" and p.t_lo <= 0.3 <= p.t_hi
    small = allide.ConvexBody.sphere(0.5)
    q = allide.predict(small, CUBE, allide.Motion.linear([0, 0, -10]), up(5))
    assert q.outcome == "impact" and q.t_lo <= 0.35 <= q.t_hi and q.triangle is not None
    away = allide.predict(ball, BOX, allide.Motion.linear([0, 0, 10]), up(5), clearance=1)
    assert away.outcome == "clear" and away.t_lo is None


def test_saved_models(tmp_path):
    ring = allide.Model(allide.generate("torus", triangles=2000))
    ring.save(tmp_path / "ring.model")
    loaded = allide.load(tmp_path / "ring.model")
    again = pickle.loads(pickle.dumps(ring))
    for other in (loaded, again):
        assert (other.mesh.vertices == ring.mesh.vertices).all()
        assert (allide.contacts(other, CUBE).pairs == allide.contacts(ring, CUBE).pairs).all()
    data = bytearray((tmp_path / "ring.model").read_bytes())
    data[1000] ^= 1
    (tmp_path / "ring.model").write_bytes(data)
    with pytest.raises(allide.AllideError, match="damaged"):
        allide.load(tmp_path / "ring.model")


def test_boxes_against_coal():
    """Stacked boxes as in Coal, the successor of hpp-fcl, if its package is installed."""
    coal = pytest.importorskip("coal")
    rng = np.random.default_rng(7)
    for _ in range(50):
        half_a, half_b = rng.uniform(0.4, 1, 3), rng.uniform(0.4, 1, 3)
        depth, turn = rng.uniform(0.001, 0.02), rng.uniform(0, np.pi)
        z = half_a[2] + half_b[2] - depth
        pose = allide.Pose.translation([0, 0, z]) * allide.Pose.rotation([0, 0, 1], turn)
        ours = allide.contact_manifold(
            allide.ConvexBody.box(half_a), allide.ConvexBody.box(half_b), pose, points=8)
        place = coal.Transform3s()
        place.setTranslation(np.array([0, 0, z]))
        place.setRotation(pose.matrix[:3, :3])
        request, result = coal.CollisionRequest(), coal.CollisionResult()
        coal.collide(coal.Box(*(2 * half_a)), place, coal.Box(*(2 * half_b)), coal.Transform3s(), request, result)
        theirs = result.getContact(0)
        assert ours.depth_upper == pytest.approx(-theirs.penetration_depth, abs=1e-6)
        assert abs(ours.normal @ theirs.normal) == pytest.approx(1, abs=1e-6)
