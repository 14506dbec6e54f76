"""allide.Robot: robots from files, with answers by hand."""
import math
import threading

import numpy as np
import pytest

import allide

ARM = """<robot name="arm">
  <link name="base"/>
  <link name="bar"><collision><origin xyz="1 0 0"/><geometry><box size="2 0.2 0.2"/></geometry></collision></link>
  <link name="tip"><collision><origin xyz="0.25 0 0"/><geometry><box size="0.5 0.1 0.1"/></geometry></collision></link>
  <joint name="turn" type="revolute">
    <parent link="base"/><child link="bar"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/>
  </joint>
  <joint name="slide" type="prismatic">
    <parent link="bar"/><child link="tip"/><origin xyz="2 0 0"/><axis xyz="1 0 0"/><limit lower="0" upper="1" effort="1" velocity="1"/>
  </joint>
</robot>
"""
SRDF = '<robot name="arm"><group name="all"><chain base_link="base" tip_link="tip"/></group></robot>'


@pytest.fixture
def arm(tmp_path):
    (tmp_path / "arm.urdf").write_text(ARM)
    (tmp_path / "arm.srdf").write_text(SRDF)
    return allide.Robot(tmp_path / "arm.urdf", srdf=tmp_path / "arm.srdf")


@pytest.fixture
def scene():
    # A cube of side 2, from (0.6, 1, -1) to (2.6, 3, 1): the bar of length 2 meets its lower face.
    return {"post": (allide.Model(allide.generate("cube")), allide.Pose.translation([1.6, 2, 0]))}


def test_names_limits_and_groups(arm):
    assert (arm.name, arm.links) == ("arm", ["base", "bar", "tip"])
    assert [(j.name, j.kind, j.limits) for j in arm.joints] == [("turn", "revolute", (-3, 3)), ("slide", "prismatic", (0, 1))]
    assert arm.groups == {"all": ["turn", "slide"]}
    assert repr(arm) == "Robot('arm', 3 links, 2 joints)"


def test_forward_kinematics(arm):
    places = arm.at([math.pi / 2, 0.5])
    assert set(places) == {"base", "bar", "tip"}
    assert np.allclose(places["tip"].pose.matrix[:3, 3], [0, 2.5, 0], atol=1e-14)
    assert 0 < places["tip"].position_error < 1e-13
    assert np.array_equal(arm.at({"slide": 0.5, "turn": 0})["tip"].pose.matrix[:3, 3], [2.5, 0, 0])


def test_configurations(arm, scene):
    check = arm.check([0, 0], scene)
    assert check.free and check.pairs == []
    assert (check.closest.a, check.closest.b) == ("bar", "post")
    assert check.closest.lower <= 0.9 <= check.closest.upper and math.isclose(check.distance, 0.9)
    assert [d.a for d in check.per_link] == [None, "bar", "tip"]
    assert not arm.check([0, 0], scene, clearance=0.91).free
    hit = arm.check(np.array([1.0, 0.0]), scene)
    assert not hit.free and ("bar", "post") in hit.pairs and hit.distance == 0
    assert arm.check([0, 0]).free


def test_trajectories(arm, scene):
    swing = arm.check_trajectory([[0, 0], [0.6, 0]], scene=scene, intervals=True, steps=True)
    assert (swing.outcome, swing.a, swing.b) == ("impact", "tip", "post")
    # The tip's upper front corner, (2.5, 0.05) at rest, reaches the cube's lower face, y = 1.
    angle = math.asin(1 / math.hypot(2.5, 0.05)) - math.atan2(0.05, 2.5)
    assert swing.t_lo - 1e-12 <= angle / 0.6 <= swing.t_hi + 1e-12
    assert swing.t_lo <= swing.t_hi <= swing.t_lo + 1e-9 and swing.free_until == swing.t_lo
    # At t_hi the two touch; just before t_lo they do not.
    assert not arm.check([0.6 * swing.t_hi, 0], scene).free
    assert arm.check([0.6 * (swing.t_lo - 1e-6), 0], scene).free
    assert swing.intervals.shape == (1, 4) and swing.intervals[0, 3] == 1
    assert swing.checks >= len(swing.steps) > 0 and swing.steps[0].link in arm.links
    clear = arm.check_trajectory([[0, 0], [-0.5, 0.5], [-1, 0]], scene)
    assert (clear.outcome, clear.free_until, clear.t_lo, clear.a) == ("clear", 2, None, None)
    assert 0.5 < clear.clearance_lower <= clear.clearance_upper and clear.clearance_pair == ("bar", "post")


def test_worlds_answer_many_questions(arm, scene):
    world = allide.RobotWorld(arm, scene)
    assert world.obstacles == ["post"]
    rng = np.random.default_rng(1)
    q = rng.uniform([-3, 0], [3, 1], (200, 2))
    free = world.is_free_many(q)
    assert free.dtype == bool and 0 < free.sum() < 200
    assert free.tolist() == [world.is_free(x) for x in q] == [world.check(x).free for x in q]
    step = world.max_safe_step([0, 0], [0.6, 0])
    assert 0 < step.step < 1 and step.limit == ("tip", "post")
    assert world.max_safe_step([0, 0], [-0.5, 0]).step == 1
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(world.check_trajectory([[0, 0], [0.6, 0]]).t_lo)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 4 and len(set(answers)) == 1


def test_scenes(arm, tmp_path):
    cube = allide.Model(allide.generate("cube"))
    allide.save_mesh(cube, tmp_path / "cube.obj")
    far = allide.Pose.translation([9, 0, 0])
    for scene, names in ((None, []), (tmp_path / "cube.obj", 1), ([str(tmp_path / "cube.obj"), cube], 2), (cube, ["obstacle 0"]),
                         ([(cube, far), cube], ["obstacle 0", "obstacle 1"]), ({"a": cube, "b": (cube, far)}, ["a", "b"])):
        found = allide.RobotWorld(arm, scene).obstacles
        assert found == names if isinstance(names, list) else len(found) == names
    assert not arm.check([0, 0], cube).free
    assert arm.check([0, 0], [(cube, far)]).free


def test_attached_parts_and_ignored_pairs(arm, scene):
    longer = arm.with_attached("tip", allide.generate("cube"), allide.Pose.translation([2, 0, 0]))
    assert not longer.check([0, 0], {"wall": (allide.Model(allide.generate("cube")), allide.Pose.translation([4.5, 0, 0]))}).free
    assert arm.check([0, 0], {"wall": (allide.Model(allide.generate("cube")), allide.Pose.translation([4.5, 0, 0]))}).free
    assert allide.RobotWorld(arm, scene, ignored=[("bar", "post"), ("tip", "post")]).is_free([1, 0])
    matrix = arm.self_collision_matrix(samples=10)
    assert [row[:3] for row in matrix] == [("bar", "tip", "adjacent")]
    assert arm.link_mesh("bar").triangles.shape[0] == 12


def test_robots_without_a_file(arm, scene):
    """The arm of the file, and one from a description, with the same answers."""
    shape, place = allide.ConvexBody.box, allide.Pose.translation
    links = [
        allide.LinkDescription("base"),
        allide.LinkDescription("bar", [allide.LinkGeometry(shape([1, 0.1, 0.1]), place([1, 0, 0]))]),
        allide.LinkDescription("tip", collision=[allide.LinkGeometry(shape([0.25, 0.05, 0.05]), place([0.25, 0, 0]), "box")]),
    ]
    joints = [
        allide.JointDescription("turn", "revolute", "base", "bar", axis=[0, 0, 1], limits=(-3, 3)),
        allide.JointDescription("slide", "prismatic", "bar", "tip", place([2, 0, 0]), limits=(0, 1)),
    ]
    made = allide.Robot.build(allide.RobotDescription("arm", links, joints, groups={"all": ["turn", "slide"]}))
    assert repr(made) == repr(arm) and made.groups == arm.groups
    for q in ([0, 0], [0.3, 0.5], [1, 0]):
        assert made.check(q, scene).pairs == arm.check(q, scene).pairs
        assert made.check(q, scene).distance == pytest.approx(arm.check(q, scene).distance, rel=1e-12)
    read, again = arm.description, made.description
    assert [(j.name, j.kind, j.parent, j.child, j.limits, j.axis.tolist()) for j in read.joints] == [
        (j.name, j.kind, j.parent, j.child, j.limits, j.axis.tolist()) for j in again.joints
    ]
    assert read.joints[1].origin == again.joints[1].origin == place([2, 0, 0])
    assert again.links[2].collision[0].name == "box" and again.links[2].collision[0].shape.kind == "polytope"
    follower = allide.JointDescription("slide", "prismatic", "bar", "tip", place([2, 0, 0]), mimic=allide.Mimic("turn", 2, 0.5))
    coupled = allide.Robot.build(allide.RobotDescription("arm", links, [joints[0], follower]))
    assert [j.name for j in coupled.joints] == ["turn"]
    assert coupled.at([0.25])["tip"].pose.position == pytest.approx(made.at([0.25, 1.0])["tip"].pose.position)
    with pytest.raises(allide.AllideError, match='kind: expected "fixed", .* found "hinge"'):
        allide.JointDescription("turn", "hinge", "base", "bar")
    with pytest.raises(allide.AllideError, match="tip"):
        allide.Robot.build(allide.RobotDescription("arm", links[:2], joints))


def test_details_of_a_path(arm, scene):
    path = [[-1.0, 0], [0.1, 0]]
    quick = arm.check_trajectory(path, scene, detail="outcome")
    full = arm.check_trajectory(path, scene, intervals=True, clearance_error=0.01)
    assert quick.outcome == full.outcome == "clear" and quick.clearance_lower is None
    assert full.clearance_lower <= full.clearance_upper <= full.clearance_lower * 1.0102
    assert arm.check_trajectory([[-1.0, 0], [1.0, 0]], scene, max_steps=1).outcome in ("undecided", "impact")
    with pytest.raises(allide.AllideError, match="clearance_error"):
        arm.check_trajectory(path, scene, clearance_error=0)
    with pytest.raises(allide.AllideError, match='detail: expected "outcome"'):
        arm.check_trajectory(path, scene, detail="everything")


def test_errors_name_what_is_wrong(arm, tmp_path):
    bad = tmp_path / "bad.urdf"
    bad.write_text(ARM.replace('<child link="tip"/>', '\n<child link="top"/>'))
    with pytest.raises(allide.AllideError, match=r"bad\.urdf:10: <child>: unknown link 'top' \(did you mean 'tip'\?\)") as caught:
        allide.Robot(bad)
    assert caught.value.line == 10
    for call, says in ((lambda: arm.check([0]), "q: expected 2 values, one per movable joint, found 1"),
                       (lambda: arm.check([0, math.nan]), "q: expected finite values"),
                       (lambda: arm.check({"turn": 0}), "'slide'"),
                       (lambda: arm.check({"turn": 0, "slide": 0, "knee": 1}), "'knee'"),
                       (lambda: arm.check_trajectory([]), "waypoints: expected at least one"),
                       (lambda: arm.check_trajectory([[0, 0], [1]]), r"waypoints\[1\]"),
                       (lambda: arm.check([0, 0], clearance=-1), "clearance"),
                       (lambda: arm.check_trajectory([[0, 0]], tolerance=1), "tolerance"),
                       (lambda: arm.check([0, 0], ["none.obj"]), "none.obj"),
                       (lambda: arm.link_mesh("hand"), "'hand'"),
                       (lambda: arm.with_attached("hand", allide.generate("cube")), "hand"),
                       (lambda: allide.Robot(tmp_path / "none.urdf"), "none.urdf")):
        with pytest.raises(allide.AllideError, match=says):
            call()


def test_attached_bodies(arm, scene):
    """A ball of radius 1/4 at the end of the tip, at (2.75, 0): 1 + 3/4 below the cube."""
    longer = arm.with_attached("tip", allide.ConvexBody.sphere(0.25), allide.Pose.translation([0.75, 0, 0]), name="ball")
    assert longer.check([0, 0], {"near": (allide.Model(allide.generate("cube")), allide.Pose.translation([2.75, 2, 0]))}).distance == pytest.approx(0.75)
    assert longer.check([0, 0], scene).free


def test_two_robots_in_one(arm, scene):
    both = allide.Robot.join([(arm, None, "left/"), (arm, allide.Pose.translation([0, 5, 0]), "right/")])
    assert [j.name for j in both.joints] == ["left/turn", "left/slide", "right/turn", "right/slide"]
    assert both.check([0, 0, 0, 0], scene).free
    hit = both.check([math.pi / 2, 0.25, -math.pi / 2, 0.25])
    assert hit.pairs == [("left/tip", "right/tip")]


def test_paths_from_files_and_pages(arm, scene, tmp_path):
    (tmp_path / "path.json").write_text('{"joints": ["slide", "turn"], "waypoints": [[0, 0.1], [0.5, 1]], "times": [0, 2]}')
    waypoints, times = allide.load_joint_path(tmp_path / "path.json", arm)
    assert [q.tolist() for q in waypoints] == [[0.1, 0], [1, 0.5]] and times.tolist() == [0, 2]
    assert allide.parse_configuration("slide=0.5 turn=1", arm).tolist() == [1, 0.5]
    with pytest.raises(allide.AllideError):
        allide.parse_configuration("turn=1", arm)
    world = allide.RobotWorld(arm, scene)
    check = world.check_trajectory(waypoints, intervals=True, steps=True)
    assert check.outcome == "impact"
    if allide.has_pages():
        assert allide.trajectory_page(world, waypoints, check, title="Reach").lower().startswith("<!doctype html>")
