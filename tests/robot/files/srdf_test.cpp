// Reading of SRDF texts.
#include "fake_meshes.hpp"
#include "robot/files/urdf.hpp"

#include <string>

#include <gtest/gtest.h>

namespace allide::detail::robot {
namespace {

// base -j1- a -j2- b -j3- c
RobotDescription chain() {
    FakeMeshes meshes;
    std::string text = "<robot name='r'><link name='base'/><link name='a'/><link name='b'/><link name='c'/>";
    const char* const names[] = {"base", "a", "b", "c"};
    for (int i = 1; i < 4; ++i)
        text += "<joint name='j" + std::to_string(i) + "' type='continuous'><parent link='" + names[i - 1] +
                "'/><child link='" + names[i] + "'/></joint>";
    return read_urdf(text + "</robot>", meshes, RobotFileOptions::Visuals::read);
}

RobotDescription with(const std::string& inside) {
    RobotDescription robot = chain();
    read_srdf("<robot name='r'>\n" + inside + "\n</robot>", robot);
    return robot;
}

std::string error_of_semantics(const std::string& inside) {
    try {
        with(inside);
    } catch (const io::Failure& failure) {
        Error error = failure.error;
        error.file = "r.srdf";
        return error.text();
    }
    return "";
}

using Pair = std::array<std::string, 2>;
using Names = std::vector<std::string>;

TEST(Srdf, DisabledPairsAreIgnoredOnce) {
    const RobotDescription r = with(
        "<disable_collisions link1='c' link2='a' reason='Never'/><disable_collisions link1='a' link2='c'/>"
        "<disable_collisions link1='base' link2='b'/>");
    EXPECT_EQ(r.ignored_pairs, (std::vector<Pair>{{"a", "c"}, {"b", "base"}}));
}

TEST(Srdf, EnabledPairsAreExceptionsOfDisabledDefaults) {
    const RobotDescription r =
        with("<disable_default_collisions link='a'/><enable_collisions link1='c' link2='a'/>");
    EXPECT_EQ(r.ignored_pairs, (std::vector<Pair>{{"a", "b"}, {"a", "base"}}));
}

TEST(Srdf, GroupsContainLinksJointsChainsAndGroups) {
    const RobotDescription r = with(
        "<group name='all'><group name='arm'/><link name='base'/><joint name='j1'/></group>"
        "<group name='arm'><chain base_link='a' tip_link='c'/></group><group name='none'/>");
    ASSERT_EQ(r.groups.size(), 3u);
    EXPECT_EQ(r.groups.at("arm"), (Names{"j2", "j3"}));
    EXPECT_EQ(r.groups.at("all"), (Names{"j2", "j3", "base", "j1"}));
    EXPECT_TRUE(r.groups.at("none").empty());
}

TEST(Srdf, AFloatingVirtualJointMovesTheBase) {
    const RobotDescription r =
        with("<virtual_joint name='world_joint' type='floating' parent_frame='odom' child_link='base'/>");
    ASSERT_EQ(r.joints.size(), 4u);
    EXPECT_EQ(r.joints.back().kind, JointKind::floating);
    EXPECT_EQ(r.joints.back().parent, "odom");
    EXPECT_EQ(r.joints.back().child, "base");
    EXPECT_EQ(r.links.back().name, "odom");
    EXPECT_EQ(
        with("<virtual_joint name='v' type='fixed' parent_frame='world' child_link='base'/>").joints.size(),
        3u);
}

TEST(Srdf, BadInputIsReportedWithItsLine) {
    const std::pair<const char*, const char*> cases[] = {
        {"<disable_collisions link1='a' link2='d1'/>", "r.srdf:2: <disable_collisions>: unknown link 'd1'"},
        {"<disable_collisions link1='a' link2='elbow'/>",
         "r.srdf:2: <disable_collisions>: unknown link 'elbow'"},
        {"<disable_collisions link1='a'/>",
         "r.srdf:2: <disable_collisions>: expected the attribute 'link2', found none"},
        {"<disable_collisions link1='a' link2='a'/>",
         "r.srdf:2: <disable_collisions>: expected two links, found 'a' twice"},
        {"\n<disable_colisions link1='a' link2='b'/>",
         "r.srdf:3: unknown element in <robot>: \"disable_colisions\" (did you mean 'disable_collisions'?)"},
        {"<group name='g'><joint name='knee'/></group>", "r.srdf:2: <joint>: unknown joint 'knee'"},
        {"<group name='g'>\n<group name='h'/></group>", "r.srdf:3: <group>: unknown group 'h'"},
        {"<group name='g'/>\n<group name='g'/>", "r.srdf:3: the group 'g' is defined twice"},
        {"<group name='g'><group name='h'/></group>\n<group name='h'><group name='g'/></group>",
         "r.srdf:2: the group 'g' contains itself"},
        {"<group name='g'><chain base_link='c' tip_link='a'/></group>",
         "r.srdf:2: <chain>: the link 'a' is not below 'c'"},
        {"<virtual_joint name='v' type='planar' parent_frame='w' child_link='base'/>",
         "r.srdf:2: <virtual_joint>: expected the type fixed or floating, found \"planar\""},
        {"<virtual_joint name='v' type='floating' parent_frame='w' child_link='a'/>",
         "r.srdf:2: <virtual_joint>: expected the root as child_link, found 'a'"},
    };
    for (const auto& [inside, error] : cases) EXPECT_EQ(error_of_semantics(inside), error);
    RobotDescription robot = chain();
    EXPECT_THROW(read_srdf("<robot name='other'/>", robot), io::Failure);
    EXPECT_TRUE(robot.ignored_pairs.empty());
}

}  // namespace
}  // namespace allide::detail::robot
