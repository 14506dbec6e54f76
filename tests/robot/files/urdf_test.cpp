// Reading of URDF texts: what a description contains, and where bad input is reported.
#include "robot/files/urdf.hpp"

#include "fake_meshes.hpp"
#include "io/file/failure.hpp"

#include <allide/robot.hpp>

#include <cmath>
#include <numbers>
#include <string>
#include <variant>

#include <gtest/gtest.h>

namespace allide::detail::robot {
namespace {

RobotDescription read(const std::string& text) {
    FakeMeshes meshes;
    return read_urdf(text, meshes, RobotFileOptions::Visuals::read);
}

std::string error_of_robot(const std::string& text) {
    try {
        read(text);
    } catch (const io::Failure& failure) {
        Error error = failure.error;
        error.file = "r.urdf";
        return error.text();
    }
    return "";
}

constexpr const char* arm = R"(<?xml version="1.0"?>
<!-- an arm with a finger -->
<robot name="arm">
  <material name="grey"><color rgba="1 1 1 1"/></material>
  <link name="zulu">
    <visual><geometry><mesh filename="hand.dae"/></geometry></visual>
    <collision name="foot"><geometry><box size="2 4 6"/></geometry></collision>
  </link>
  <link name="alpha">
    <inertial><mass value="1"/></inertial>
    <collision>
      <origin xyz="0 0 0.5" rpy="0 1.5707963267948966 0"/>
      <geometry><cylinder radius="0.1" length="1"/></geometry>
    </collision>
    <collision><geometry><sphere radius=" 0.25 "/></geometry></collision>
  </link>
  <link name="mike"><collision><geometry><mesh filename="package://p/m.stl" scale="2 -3 0.5"/></geometry></collision></link>
  <link name="bare"/>
  <link name="free"/>
  <joint name="turn" type="revolute">
    <parent link="zulu"/><child link="alpha"/>
    <origin xyz="1 2 3"/>
    <axis xyz="0 0 2"/>
    <limit lower="-1.5" upper="2" effort="1" velocity="1"/>
  </joint>
  <joint name="slide" type="prismatic">
    <parent link="alpha"/><child link="mike"/>
    <limit upper="0.5" effort="1" velocity="1"/>
    <mimic joint="turn" multiplier="-0.5" offset="0.25"/>
  </joint>
  <joint name="spin" type="continuous"><parent link="mike"/><child link="bare"/><axis xyz="0 1 0"/></joint>
  <joint name="fly" type="floating"><parent link="zulu"/><child link="free"/></joint>
  <gazebo reference="alpha"><anything/></gazebo>
</robot>
)";

TEST(Urdf, ReadsLinksShapesAndJointsInTheOrderOfTheFile) {
    const RobotDescription r = read(arm);
    EXPECT_EQ(r.name, "arm");
    ASSERT_EQ(r.links.size(), 5u);
    EXPECT_EQ(r.links[0].name, "zulu");
    EXPECT_EQ(r.links[1].name, "alpha");
    ASSERT_EQ(r.links[0].visual.size(), 1u);
    EXPECT_EQ(std::get<Mesh>(r.links[0].visual[0].shape).triangles().size(), 4u);
    ASSERT_EQ(r.links[0].collision.size(), 1u);
    EXPECT_EQ(r.links[0].collision[0].name, "foot");
    const ConvexBody box = std::get<ConvexBody>(r.links[0].collision[0].shape);
    double longest = 0;
    for (const Vec3& v : box.vertices()) longest = std::max(longest, v.z);
    EXPECT_EQ(longest, 3);  // half of 6

    ASSERT_EQ(r.links[1].collision.size(), 2u);
    const auto& turned = r.links[1].collision[0].origin.matrix();
    EXPECT_NEAR(turned[2], 1, 1e-15);  // z becomes x
    EXPECT_NEAR(turned[8], -1, 1e-15);
    EXPECT_EQ(turned[11], 0.5);
    EXPECT_EQ(std::get<ConvexBody>(r.links[1].collision[1].shape).radius(), 0.25);

    const Mesh scaled = std::get<Mesh>(r.links[2].collision[0].shape);
    EXPECT_EQ(scaled.vertices()[1], (Vec3{2, 0, 0}));
    EXPECT_EQ(scaled.vertices()[2], (Vec3{0, -3, 0}));
    EXPECT_EQ(scaled.vertices()[3], (Vec3{0, 0, 0.5}));

    ASSERT_EQ(r.joints.size(), 4u);
    EXPECT_EQ(r.joints[0].kind, JointKind::revolute);
    EXPECT_EQ(r.joints[0].parent, "zulu");
    EXPECT_EQ(r.joints[0].child, "alpha");
    EXPECT_EQ(r.joints[0].axis, (Vec3{0, 0, 2}));
    EXPECT_EQ(r.joints[0].limits->lower, -1.5);
    EXPECT_EQ(r.joints[0].limits->upper, 2);
    EXPECT_EQ(r.joints[0].origin.matrix()[3], 1);
    EXPECT_EQ(r.joints[1].kind, JointKind::prismatic);
    EXPECT_EQ(r.joints[1].axis, (Vec3{1, 0, 0}));  // the default
    EXPECT_EQ(r.joints[1].limits->lower, 0);       // the default
    ASSERT_TRUE(r.joints[1].mimic.has_value());
    EXPECT_EQ(r.joints[1].mimic->joint, "turn");
    EXPECT_EQ(r.joints[1].mimic->multiplier, -0.5);
    EXPECT_EQ(r.joints[1].mimic->offset, 0.25);
    EXPECT_EQ(r.joints[2].kind, JointKind::continuous);
    EXPECT_FALSE(r.joints[2].limits.has_value());
    EXPECT_EQ(r.joints[3].kind, JointKind::floating);
}

// The matrix Rz(0.3) · Ry(-0.7) · Rx(1.1), computed by hand.
TEST(Urdf, RollPitchYawTurnAboutFixedAxes) {
    const RobotDescription r = read(
        R"(<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="fixed"><parent link="a"/><child link="b"/><origin rpy="1.1 -0.7 0.3"/></joint></robot>)");
    const auto& m = r.joints[0].origin.matrix();
    EXPECT_NEAR(m[0], std::cos(0.3) * std::cos(-0.7), 1e-15);
    EXPECT_NEAR(m[4], std::sin(0.3) * std::cos(-0.7), 1e-15);
    EXPECT_NEAR(m[8], -std::sin(-0.7), 1e-15);
    EXPECT_NEAR(m[9], std::cos(-0.7) * std::sin(1.1), 1e-15);
    EXPECT_NEAR(m[1], std::cos(0.3) * std::sin(-0.7) * std::sin(1.1) - std::sin(0.3) * std::cos(1.1), 1e-15);
}

TEST(Urdf, SkippedVisualsAreCheckedButNotRead) {
    FakeMeshes meshes;
    const auto skip = RobotFileOptions::Visuals::skip;
    EXPECT_TRUE(read_urdf(arm, meshes, skip).links[0].visual.empty());
    EXPECT_THROW(
        read_urdf(
            R"(<robot name="r"><link name="a"><visual><geometry><mesh filename="missing.stl"/></geometry></visual></link></robot>)",
            meshes, skip),
        io::Failure);
}

// A text with one fault, and the error that is expected.
struct BadCase {
    const char* what;
    const char* text;  // begins in line 2; line 1 is <robot name="r">
    const char* error;
};

constexpr const char* two_links = "<link name='a'/>\n<link name='b'/>\n";

const BadCase bad_links[] = {
    {"no links", "", "r.urdf:1: <robot>: expected a <link>, found none"},
    {"no name", "<link/>", "r.urdf:2: <link>: expected the attribute 'name', found none"},
    {"twice", "<link name='a'/>\n<link name='a'/>", "r.urdf:3: the link 'a' is defined twice"},
    {"misspelt collision", "<link name='a'>\n<colision/></link>",
     "r.urdf:3: unknown element in <link>: \"colision\" (did you mean 'collision'?)"},
    {"misspelt attribute",
     "<link name='a'><collision><origin xzy='1 2 3'/><geometry><sphere "
     "radius='1'/></geometry></collision></link>",
     "r.urdf:2: unknown attribute of <origin>: \"xzy\" (did you mean 'xyz'?)"},
    {"no geometry", "<link name='a'><collision/></link>",
     "r.urdf:2: <collision>: expected a <geometry>, found none"},
    {"empty geometry", "<link name='a'><collision><geometry/></collision></link>",
     "r.urdf:2: <geometry>: expected a shape, found none"},
    {"two shapes",
     "<link name='a'><collision><geometry><sphere radius='1'/>\n<sphere "
     "radius='1'/></geometry></collision></link>",
     "r.urdf:3: <geometry>: expected one shape, found a second"},
    {"capsule",
     "<link name='a'><collision><geometry><capsule radius='1' length='1'/></geometry></collision></link>",
     "r.urdf:2: expected <box>, <cylinder>, <sphere> or <mesh>, found <capsule>"},
    {"flat box", "<link name='a'><collision><geometry><box size='1 0 1'/></geometry></collision></link>",
     "r.urdf:2: <box>: expected sides above 0, found 0"},
    {"two sides", "<link name='a'><collision><geometry><box size='1 2'/></geometry></collision></link>",
     "r.urdf:2: <box>: expected 3 finite numbers as 'size', found \"1 2\""},
    {"word", "<link name='a'><collision><geometry><sphere radius='big'/></geometry></collision></link>",
     "r.urdf:2: <sphere>: expected a finite number as 'radius', found \"big\""},
    {"not finite",
     "<link name='a'><collision><geometry><sphere radius='1e999'/></geometry></collision></link>",
     "r.urdf:2: <sphere>: expected a finite number as 'radius', found \"1e999\""},
    {"nan",
     "<link name='a'><collision><origin xyz='0 nan 0'/><geometry><sphere "
     "radius='1'/></geometry></collision></link>",
     "r.urdf:2: <origin>: expected 3 finite numbers as 'xyz', found \"nan\""},
    {"negative radius",
     "<link name='a'><collision><geometry><sphere radius='-1'/></geometry></collision></link>",
     "r.urdf:2: <sphere>: expected a 'radius' above 0, found -1"},
    {"scale 0",
     "<link name='a'><collision><geometry>\n<mesh filename='m.stl' scale='1 0 "
     "1'/></geometry></collision></link>",
     "r.urdf:3: <mesh>: expected a scale other than 0, found 1 0 1"},
    {"missing mesh",
     "<link name='a'><collision><geometry>\n\n<mesh filename='missing.stl'/></geometry></collision></link>",
     "r.urdf:4: the mesh 'missing.stl' does not exist"},
    {"overflow",
     "<link name='a'><collision><geometry><mesh filename='m.stl' scale='1e308 1 "
     "1e309'/></geometry></collision></link>",
     "r.urdf:2: <mesh>: expected 3 finite numbers as 'scale', found \"1e309\""},
    {"xacro", "<xacro:macro name='x'/>",
     "r.urdf:2: expected plain XML, found a xacro macro: expand the file first (xacro FILE > robot.urdf)"},
    {"xacro value", "<link name='${prefix}a'/>",
     "r.urdf:2: <link>: expected a value, found the xacro expression \"${prefix}a\": expand the file first "
     "(xacro FILE > robot.urdf)"},
    {"repeated attribute", "<link name='a' name='b'/>",
     "r.urdf:2: expected attributes as name=\"value\", each name once"},
};

const BadCase bad_joints[] = {
    {"two roots", "", "r.urdf:3: expected one root, found two links without parents: 'a' and 'b'"},
    {"no type", "<joint name='j'><parent link='a'/><child link='b'/></joint>",
     "r.urdf:4: <joint>: expected the attribute 'type', found none"},
    {"unknown type", "<joint name='j' type='revolut'><parent link='a'/><child link='b'/></joint>",
     "r.urdf:4: <joint>: expected the type fixed, revolute, continuous, prismatic or floating, found "
     "\"revolut\" "
     "(did you mean 'revolute'?)"},
    {"planar", "<joint name='j' type='planar'><parent link='a'/><child link='b'/></joint>",
     "r.urdf:4: <joint>: expected the type fixed, revolute, continuous, prismatic or floating, found "
     "\"planar\": "
     "use two prismatic joints and a continuous one"},
    {"no child", "<joint name='j' type='fixed'><parent link='a'/></joint>",
     "r.urdf:4: <joint>: expected a <child>, found none"},
    {"unknown link", "<joint name='j' type='fixed'><parent link='a'/>\n<child link='bee'/></joint>",
     "r.urdf:5: <child>: unknown link 'bee'"},
    {"itself", "<joint name='j' type='fixed'><parent link='a'/><child link='a'/></joint>",
     "r.urdf:4: the joint 'j' closes a cycle of links: 'a' is below 'a'"},
    {"cycle",
     "<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>\n<joint name='k' "
     "type='fixed'><parent "
     "link='b'/><child link='a'/></joint>",
     "r.urdf:4: the joint 'j' closes a cycle of links: 'a' is below 'b'"},
    {"two parents",
     "<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>\n<joint name='k' "
     "type='fixed'><parent "
     "link='a'/><child link='b'/></joint>",
     "r.urdf:5: the link 'b' is the child of two joints, 'j' and 'k'"},
    {"joint twice",
     "<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>\n<joint name='j' "
     "type='fixed'><parent "
     "link='b'/><child link='a'/></joint>",
     "r.urdf:5: the joint 'j' is defined twice"},
    {"no limit", "<joint name='j' type='revolute'><parent link='a'/><child link='b'/></joint>",
     "r.urdf:4: the joint 'j' is revolute: expected a <limit>, found none"},
    {"limits reversed",
     "<joint name='j' type='revolute'><parent link='a'/><child link='b'/>\n<limit lower='1' "
     "upper='-1'/></joint>",
     "r.urdf:5: <limit>: expected lower ≤ upper, found 1 and -1"},
    {"axis 0",
     "<joint name='j' type='continuous'><parent link='a'/><child link='b'/><axis xyz='0 0 0'/></joint>",
     "r.urdf:4: <axis>: expected a vector other than 0, found 0"},
    {"axis of two numbers",
     "<joint name='j' type='continuous'><parent link='a'/><child link='b'/><axis xyz='0 1'/></joint>",
     "r.urdf:4: <axis>: expected 3 finite numbers as 'xyz', found \"0 1\""},
    {"mimic of itself",
     "<joint name='j' type='continuous'><parent link='a'/><child link='b'/><mimic joint='j'/></joint>",
     "r.urdf:4: the joint 'j' mimics itself, perhaps by others"},
    {"mimic of nothing",
     "<joint name='j' type='continuous'><parent link='a'/><child link='b'/>\n<mimic joint='jj'/></joint>",
     "r.urdf:5: <mimic>: unknown joint 'jj' (did you mean 'j'?)"},
    {"fixed mimic",
     "<joint name='j' type='fixed'><parent link='a'/><child link='b'/><mimic joint='j'/></joint>",
     "r.urdf:4: <mimic>: expected a revolute, continuous or prismatic joint, found a fixed one"},
};

TEST(Urdf, BadLinksAreReportedWithTheirLine) {
    for (const BadCase& bad : bad_links)
        EXPECT_EQ(error_of_robot(std::string("<robot name='r'>\n") + bad.text + "\n</robot>"), bad.error)
            << bad.what;
}

TEST(Urdf, BadJointsAreReportedWithTheirLine) {
    for (const BadCase& bad : bad_joints)
        EXPECT_EQ(error_of_robot(std::string("<robot name='r'>\n") + two_links + bad.text + "\n</robot>"),
                  bad.error)
            << bad.what;
}

TEST(Urdf, BadXmlIsReportedWithItsLine) {
    EXPECT_EQ(error_of_robot(""), "r.urdf:1: expected an XML element, found none");
    EXPECT_EQ(error_of_robot("hello"), "r.urdf:1: expected well-formed XML");
    EXPECT_EQ(error_of_robot("<sdf/>"), "r.urdf:1: expected <robot>, found <sdf>");
    EXPECT_EQ(error_of_robot("<robot name='r'>\n<link name='a'>\n</robot>"),
              "r.urdf:2: expected the closing tag of the element that is open, found another or none");
    EXPECT_EQ(error_of_robot("<robot name='r'>\n<link name='a'/>\n</robot>\n<robot/>"),
              "r.urdf:4: expected nothing outside of <robot>");
    EXPECT_EQ(error_of_robot("<robot>\n<link name='a'/></robot>"),
              "r.urdf:1: <robot>: expected the attribute 'name', found none");
    EXPECT_EQ(error_of_robot(std::string("<robot name='r'>\0</robot>", 25)),
              "r.urdf: byte 16: expected text, found a zero byte");
    EXPECT_EQ(error_of_robot("\xff\xfe<"), "r.urdf: expected XML in UTF-8, found UTF-16");
}

// Two joints that mimic each other: neither would ever get a value.
TEST(Urdf, MimicsThatGoAroundAreRefused) {
    const std::string text = R"(<robot name='r'><link name='a'/><link name='b'/><link name='c'/>
<joint name='j' type='continuous'><parent link='a'/><child link='b'/><mimic joint='k'/></joint>
<joint name='k' type='continuous'><parent link='b'/><child link='c'/><mimic joint='j'/></joint></robot>)";
    EXPECT_EQ(error_of_robot(text), "r.urdf:2: the joint 'j' mimics itself, perhaps by others");
}

TEST(Urdf, CraftedFilesAreRefusedQuickly) {
    std::string deep = "<robot name='r'>";
    for (int i = 0; i < 100000; ++i) deep += "<a>";
    EXPECT_EQ(error_of_robot(deep), "r.urdf:1: expected at most 100 nested elements");

    std::string many = "<robot name='r'>";
    for (int i = 0; i < 10001; ++i) many += "<link name='l" + std::to_string(i) + "'/>";
    EXPECT_EQ(error_of_robot(many + "</robot>"), "r.urdf:1: expected at most 10000 links");

    std::string attributes = "<robot name='r'><link name='a'";
    for (int i = 0; i < 100; ++i) attributes += " x" + std::to_string(i) + "='1'";
    EXPECT_EQ(error_of_robot(attributes + "/></robot>"), "r.urdf:1: expected at most 64 attributes");

    // Half a million attributes in a row, after markup that might hide them.
    attributes = "<?xml version='1.0'?>\n<!-- '<a' --><!DOCTYPE \" ><robot name='r'><![CDATA[<b ']]>\n<link";
    for (int i = 0; i < 500000; ++i) attributes += " x=''";
    EXPECT_EQ(error_of_robot(attributes), "r.urdf:3: expected at most 64 attributes");

    EXPECT_EQ(error_of_robot(std::string((std::size_t{4} << 20) + 1, ' ')),
              "r.urdf: expected at most 4 MiB of XML");
}

// The check for cycles must take neither quadratic time nor much stack on a long chain.
TEST(Urdf, LongChainsAreRead) {
    std::string text = "<robot name='r'>";
    const int links = 9000;
    for (int i = 0; i < links; ++i) text += "<link name='l" + std::to_string(i) + "'/>";
    for (int i = 1; i < links; ++i)
        text += "<joint name='j" + std::to_string(i) + "' type='continuous'><parent link='l" +
                std::to_string(i - 1) + "'/><child link='l" + std::to_string(i) + "'/></joint>";
    EXPECT_EQ(read(text + "</robot>").joints.size(), static_cast<std::size_t>(links - 1));
}

}  // namespace
}  // namespace allide::detail::robot
