#!/usr/bin/env python3
"""`allide robot`: configurations and trajectories of robots that the tests write, with answers from geometry by hand.

Run: test_robot.py PROGRAM [unittest options]
"""
import json
import math
import os
import sys
import unittest

import test_cli
from test_cli import CliTest

# A bar from the origin along x, 2 long and 0.2 thick, which turns about z, and a slider at its end.
ARM = """<robot name="arm">
  <link name="base"/>
  <link name="bar"><collision><origin xyz="1 0 0"/><geometry><box size="2 0.2 0.2"/></geometry></collision></link>
  <link name="tip"><collision><origin xyz="0.25 0 0"/><geometry><box size="0.5 0.1 0.1"/></geometry></collision></link>
  <joint name="turn" type="revolute">
    <parent link="base"/><child link="bar"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="1" velocity="1"/>
  </joint>
  <joint name="slide" type="prismatic">
    <parent link="bar"/><child link="tip"/><origin xyz="2 0 0"/><axis xyz="1 0 0"/>
    <limit lower="0" upper="1" effort="1" velocity="1"/>
  </joint>
</robot>
"""


def box(name, low, high, first=0):
    corners = "".join(f"v {(low, high)[i & 1][0]} {(low, high)[i >> 1 & 1][1]} {(low, high)[i >> 2][2]}\n" for i in range(8))
    quads = [(1, 3, 4, 2), (5, 6, 8, 7), (1, 2, 6, 5), (3, 7, 8, 4), (1, 5, 7, 3), (2, 4, 8, 6)]
    return f"o {name}\n{corners}" + "".join("f " + " ".join(str(i + first) for i in quad) + "\n" for quad in quads)


class Robot(CliTest):
    def write(self, name, content):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        return super().write(name, content)

    def setUp(self):
        super().setUp()
        self.write("arm.urdf", ARM)
        # Two posts: one ahead at y = 1 … 1.2, one far away.
        self.write("cell.obj", box("post", (1.4, 1, -1), (1.6, 1.2, 1)) + box("far", (50, 0, 0), (51, 1, 1), 8))
        self.trajectory("swing.json", [[0, 0], [1.5, 0]])

    def trajectory(self, name, waypoints, joints=("turn", "slide"), **more):
        self.write(name, json.dumps({"joints": list(joints), "waypoints": waypoints, **more}))

    def test_a_free_configuration(self):
        answer = self.json("robot", "arm.urdf", "--scene", "cell.obj", "--configuration", "0,0")
        self.assertEqual((answer["free"], answer["pairs"], answer["closest"]), (True, [], ["bar", "post"]))
        self.assertLessEqual(answer["lower"], 0.9)
        self.assertGreaterEqual(answer["upper"], 0.9)
        self.assertAlmostEqual(answer["distance"], 0.9, 11)  # from y = 0.1 up to y = 1
        self.assertEqual(answer["configuration"], {"turn": 0, "slide": 0})
        links = {link["link"]: link for link in answer["links"]}
        self.assertIsNone(links["base"]["closest"])
        self.assertEqual(links["tip"]["closest"], ["tip", "post"])
        # From (2, 0.05) to (1.6, 1).
        self.assertAlmostEqual(links["tip"]["upper"], math.hypot(0.4, 0.95), 11)
        self.assertIn("is free: 3 links, 2 obstacles", self.answered("robot", "arm.urdf", "--scene", "cell.obj", "--configuration", "0,0"))

    def test_contact_at_a_configuration_by_names(self):
        words = ["robot", "arm.urdf", "--scene", "cell.obj", "--configuration", f"slide=0.5,turn={math.atan2(1.1, 1.5)}"]
        answer = self.json(*words, code=1)
        self.assertEqual((answer["free"], answer["pairs"], answer["distance"]), (False, [["bar", "post"]], 0))
        self.assertIn("bar and post", self.answered(*words, code=1))

    def test_clearance_of_a_configuration(self):
        words = ["robot", "arm.urdf", "--scene", "cell.obj", "--configuration", "0 0"]
        self.assertTrue(self.json(*words, "--clearance", "0.899")["free"])
        answer = self.json(*words, "--clearance", "0.901", code=1)
        self.assertEqual((answer["free"], answer["pairs"]), (False, [["bar", "post"]]))
        self.assertAlmostEqual(answer["distance"], 0.9, 11)

    def test_the_first_contact_of_a_swing(self):
        answer = self.json("robot", "arm.urdf", "--scene", "cell.obj", "--trajectory", "swing.json", code=1)
        self.assertEqual((answer["outcome"], answer["a"], answer["b"]), ("impact", "bar", "post"))
        # The bar's upper side, 0.1 from its axis, reaches the corner (1.6, 1).
        angle = math.atan2(1, 1.6) - math.asin(0.1 / math.hypot(1, 1.6))
        self.assertLessEqual(answer["t_lo"], angle / 1.5 + 1e-14)
        self.assertGreaterEqual(answer["t_hi"], angle / 1.5 - 1e-14)
        self.assertLessEqual(answer["t_hi"] - answer["t_lo"], 1e-9)
        self.assertEqual(answer["free_until"], answer["t_lo"])
        self.assertEqual((answer["clearance_lower"], answer["clearance_upper"]), (0, 0))
        self.assertIsNone(answer["intervals"])
        self.assertGreater(answer["checks"], 0)

    def test_all_intervals(self):
        # The bar swings there, back, and there again. Contact lasts from the angle at which the bar meets the
        # post's corner until it is back at that angle.
        self.trajectory("back.json", [[0, 0], [0.6, 0], [0, 0], [0.6, 0]])
        answer = self.json("robot", "arm.urdf", "--scene", "cell.obj", "--trajectory", "back.json", "--intervals", code=1)
        angle = math.atan2(1, 1.6) - math.asin(0.1 / math.hypot(1, 1.6))
        first, second = angle / 0.6, 2 - angle / 0.6
        self.assertEqual(len(answer["intervals"]), 2)
        for found, expected in zip(answer["intervals"], ((first, second), (2 + first, 3))):
            self.assertAlmostEqual(found[0], expected[0], 8)
            self.assertAlmostEqual(found[3], expected[1], 8)
        self.assertEqual(answer["intervals"][1][3], 3)
        text = self.answered("robot", "arm.urdf", "--scene", "cell.obj", "--trajectory", "back.json", "--intervals", code=1)
        self.assertIn("intervals of contact: 2", text)

    def test_a_clear_path_and_its_smallest_distance(self):
        self.trajectory("clear.json", [[-0.5, 0], [0.2, 0.5], [-0.5, 1]], times=[0, 1, 3])
        answer = self.json("robot", "arm.urdf", "--scene", "cell.obj", "--trajectory", "clear.json")
        self.assertEqual((answer["outcome"], answer["free_until"]), ("clear", 2))
        for key in ("t_lo", "t_hi", "a", "b", "delta"):
            self.assertIsNone(answer[key])
        self.assertGreater(answer["clearance_lower"], 0)
        self.assertLessEqual(answer["clearance_lower"], answer["clearance_upper"])
        self.assertLessEqual(answer["clearance_upper"] - answer["clearance_lower"], 1e-3 * answer["clearance_upper"])
        self.assertAlmostEqual(answer["clearance_t"], 1, 2)
        text = self.answered("robot", "arm.urdf", "--scene", "cell.obj", "--trajectory", "clear.json")
        self.assertIn("is clear from t = 0 to t = 2", text)

    def test_clearance_of_a_trajectory(self):
        words = ["robot", "arm.urdf", "--scene", "cell.obj", "--trajectory"]
        self.trajectory("near.json", [[-0.2, 0], [0.2, 0]])
        smallest = self.json(*words, "near.json")
        above, below = smallest["clearance_upper"] * 1.01, smallest["clearance_lower"] * 0.99
        self.assertEqual(self.json(*words, "near.json", "--clearance", str(below))["outcome"], "clear")
        self.assertEqual(self.json(*words, "near.json", "--clearance", str(above), code=1)["outcome"], "impact")

    def test_touching_at_the_start_and_a_single_waypoint(self):
        self.trajectory("in.json", [[0.6, 0], [0, 0]])
        answer = self.json("robot", "arm.urdf", "--scene", "cell.obj", "--trajectory", "in.json", code=1)
        self.assertEqual((answer["outcome"], answer["free_until"], answer["t_lo"], answer["t_hi"]), ("touching_at_start", 0, 0, 0))
        self.trajectory("one.json", [[0, 0]])
        answer = self.json("robot", "arm.urdf", "--scene", "cell.obj", "--trajectory", "one.json")
        self.assertEqual((answer["outcome"], answer["free_until"]), ("clear", 0))

    def test_a_link_inside_a_closed_part_is_in_contact(self):
        self.write("hall.obj", box("hall", (-9, -9, -9), (9, 9, 9)))
        answer = self.json("robot", "arm.urdf", "--scene", "hall.obj", "--configuration", "0,0", code=1)
        self.assertEqual(answer["pairs"], [["bar", "hall"], ["tip", "hall"]])

    def test_srdf_disables_pairs_of_links(self):
        # A second bar, fixed to the tip, which overlaps the first bar at any configuration.
        second = ARM[ARM.index('  <link name="bar">'):ARM.index('  <link name="tip">')].replace('"bar"', '"other"')
        joint = '<joint name="twin" type="fixed"><parent link="tip"/><child link="other"/><origin xyz="-0.5 0 0"/></joint>'
        self.write("two.urdf", ARM.replace("</robot>", second + joint + "</robot>"))
        self.write("two.srdf", '<robot name="arm"><disable_collisions link1="bar" link2="other"/></robot>')
        self.write("far.obj", box("far", (50, 0, 0), (51, 1, 1)))
        words = ["robot", "two.urdf", "--scene", "far.obj", "--configuration", "0,0"]
        self.assertEqual(self.json(*words, code=1)["pairs"], [["bar", "other"]])
        self.assertTrue(self.json(*words, "--srdf", "two.srdf")["free"])

    def test_names_of_parts_are_told_apart(self):
        self.write("again.obj", box("post", (-1, -3, -1), (0, -1.5, 1)))
        self.write("bar.obj", box("bar", (-9, -9, -9), (-8, -8, -8)))
        words = ["robot", "arm.urdf", "--scene", "cell.obj", "again.obj", "bar.obj", "--configuration"]
        self.assertEqual(self.json(*words, "0,0")["closest"], ["bar", "cell.obj:post"])
        self.assertEqual(self.json(*words, "-1.8,0", code=1)["pairs"], [["bar", "again.obj:post"], ["tip", "again.obj:post"]])

    def test_joints_of_a_trajectory_in_any_order(self):
        self.trajectory("turned.json", [[0, 0], [0, 1.5]], joints=("slide", "turn"))
        one = self.json("robot", "arm.urdf", "--scene", "cell.obj", "--trajectory", "turned.json", code=1)
        two = self.json("robot", "arm.urdf", "--scene", "cell.obj", "--trajectory", "swing.json", code=1)
        self.assertEqual(one["t_lo"], two["t_lo"])

    def test_leaving_the_limits_is_a_warning(self):
        code, out, err = self.run_words("robot", "arm.urdf", "--configuration", "-3.5,0", "--json")
        self.assertEqual((code, json.loads(out)["free"]), (0, True))
        self.assertIn("the joint 'turn' leaves its limits, -3 to 3", err)

    def test_bad_input_names_file_and_place(self):
        self.write("cycle.urdf", ARM.replace('<child link="tip"/>', '<child link="base"/>'))
        self.write("scale.urdf", ARM.replace('<box size="2 0.2 0.2"/>', '<mesh filename="cell.obj" scale="1 0 1"/>'))
        self.write("mesh.urdf", ARM.replace('<box size="2 0.2 0.2"/>', '<mesh filename="meshes/none.stl"/>'))
        self.write("package.urdf", ARM.replace('<box size="2 0.2 0.2"/>', '<mesh filename="package://none/x.stl"/>'))
        self.write("broken.urdf", ARM.replace("</link>", ""))
        self.write("bad.obj", "v 0 0\n")
        self.write("meshy.urdf", ARM.replace('<box size="2 0.2 0.2"/>', '<mesh filename="bad.obj"/>'))
        self.write("wrong.srdf", '<robot name="arm">\n<disable_collisions link1="bar" link2="hand"/></robot>')
        self.trajectory("short.json", [[0, 0], [1]])
        self.trajectory("unknown.json", [[0, 0]], joints=("turn", "slied"))
        self.trajectory("missing.json", [[0]], joints=("turn",))
        self.trajectory("empty.json", [])
        self.trajectory("times.json", [[0, 0], [1, 0]], times=[1, 1])
        self.write("text.json", '{"joints": ["turn", "slide"],\n "waypoints": [[0, "x"]]}')
        q = ("--configuration", "0,0")
        for words, parts in (
            (("none.urdf", *q), ("none.urdf",)),
            (("cycle.urdf", *q), ("cycle.urdf:5", "'turn'", "cycle")),
            (("scale.urdf", *q), ("scale.urdf:3", "scale other than 0")),
            (("mesh.urdf", *q), ("mesh.urdf:3", "meshes/none.stl", "does not exist")),
            (("package.urdf", *q), ("package.urdf:3", "package://none/x.stl")),
            (("meshy.urdf", *q), ("meshy.urdf:3", "bad.obj:1")),
            (("broken.urdf", *q), ("broken.urdf:", "closing tag")),
            (("arm.urdf", "--srdf", "wrong.srdf", *q), ("wrong.srdf:2", "unknown link 'hand'")),
            (("arm.urdf", "--srdf", "none.srdf", *q), ("none.srdf",)),
            (("arm.urdf", "--scene", "none.obj", *q), ("none.obj",)),
            (("arm.urdf", "--configuration", "0"), ("--configuration", "expected 2 values", "turn, slide", "found 1")),
            (("arm.urdf", "--configuration", "0,x"), ("--configuration", "expected a number", '"x"')),
            (("arm.urdf", "--configuration", "0,nan"), ("--configuration", "finite")),
            (("arm.urdf", "--configuration", "turn=1"), ("--configuration", "'slide'")),
            (("arm.urdf", "--configuration", "turm=1,slide=0"), ("'turm'", "did you mean 'turn'")),
            (("arm.urdf", "--configuration", "turn=1,turn=0"), ("'turn' has two values",)),
            (("arm.urdf", "--trajectory", "none.json"), ("none.json",)),
            (("arm.urdf", "--trajectory", "short.json"), ("short.json:1", "waypoints[1]", "expected 2 values")),
            (("arm.urdf", "--trajectory", "unknown.json"), ("unknown.json:1", "'slied'", "did you mean 'slide'")),
            (("arm.urdf", "--trajectory", "missing.json"), ("missing.json:1", "'slide' is missing")),
            (("arm.urdf", "--trajectory", "empty.json"), ("empty.json:1", "at least one")),
            (("arm.urdf", "--trajectory", "times.json"), ("times.json:1", "times[1]")),
            (("arm.urdf", "--trajectory", "text.json"), ("text.json:2", "waypoints[0][1]")),
            (("arm.urdf",), ("--configuration", "--trajectory", "found neither")),
            (("arm.urdf", *q, "--trajectory", "swing.json"), ("found both",)),
            (("arm.urdf", *q, "--intervals"), ("--intervals",)),
            (("arm.urdf", *q, "--clearance", "-1"), ("--clearance",)),
            (("arm.urdf", "--trajectory", "swing.json", "--tolerance", "1e-15"), ("--tolerance",)),
            (("arm.urdf", *q, "-o", "page.txt"), (".html",)),
        ):
            err = self.refused("robot", *words)
            for part in parts:
                self.assertIn(part, err, words)

    def test_packages_are_found_above_the_file_and_in_named_folders(self):
        self.write("work/arm_description/urdf/arm.urdf",
                   ARM.replace('<box size="2 0.2 0.2"/>', '<mesh filename="package://arm_description/bar.obj"/>'))
        self.write("work/arm_description/bar.obj", box("bar", (-1, -0.1, -0.1), (1, 0.1, 0.1)))
        answer = self.json("robot", "work/arm_description/urdf/arm.urdf", "--scene", "cell.obj", "--configuration", "0,0")
        self.assertAlmostEqual(answer["distance"], 0.9, 11)
        self.write("else/where.urdf", ARM.replace('<box size="2 0.2 0.2"/>', '<mesh filename="package://arm_description/bar.obj"/>'))
        self.refused("robot", "else/where.urdf", "--configuration", "0,0")
        self.json("robot", "else/where.urdf", "--configuration", "0,0", "--package", "work")


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        test_cli.PROGRAM = sys.argv.pop(1)
    unittest.main()
