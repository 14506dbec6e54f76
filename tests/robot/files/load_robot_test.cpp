// Robots, obstacles, configurations and paths from files.
#include "support/models.hpp"

#include <allide/extra/shapes.hpp>
#include <allide/io.hpp>
#include <allide/robot.hpp>

#include <filesystem>
#include <fstream>
#include <string>
#include <variant>

#include <gtest/gtest.h>
#include <unistd.h>

namespace allide {
namespace {

namespace fs = std::filesystem;

constexpr const char* arm = R"(<robot name="arm">
  <link name="base"><collision><geometry><mesh filename="../meshes/cube.stl"/></geometry></collision></link>
  <link name="hand"><collision><geometry><mesh filename="package://arm_description/meshes/cube.stl" scale="2 2 2"/></geometry></collision></link>
  <joint name="turn" type="revolute"><parent link="base"/><child link="hand"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="slide" type="prismatic"><parent link="hand"/><child link="tip"/><limit lower="0" upper="1" effort="1" velocity="1"/></joint>
  <link name="tip"/>
</robot>)";

// A folder arm_description with urdf/arm.urdf and meshes/cube.stl, removed at the end.
class RobotFiles : public testing::Test {
  protected:
    void SetUp() override {
        root_ = fs::temp_directory_path() / ("allide-robots-" + std::to_string(getpid()));
        write("arm_description/urdf/arm.urdf", arm);
        fs::create_directories(root_ / "arm_description/meshes");
        ASSERT_TRUE(
            save_mesh(generate(GeneratedShape::cube).value(), root_ / "arm_description/meshes/cube.stl"));
        urdf_ = root_ / "arm_description/urdf/arm.urdf";
    }
    void TearDown() override { fs::remove_all(root_); }

    fs::path write(const std::string& name, const std::string& text) const {
        const fs::path file = root_ / name;
        fs::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << text;
        return file;
    }

    fs::path root_, urdf_;
};

std::string error_of(const auto& result) {
    return result ? "" : result.error().text();
}

TEST_F(RobotFiles, MeshesAreFoundByPathAndPackageAndShared) {
    const auto robot = load_robot_description(urdf_);
    ASSERT_TRUE(robot) << error_of(robot);
    const auto& small = std::get<Mesh>(robot->links[0].collision[0].shape);
    const auto& large = std::get<Mesh>(robot->links[1].collision[0].shape);
    EXPECT_EQ(small.triangles().size(), 12u);
    EXPECT_EQ(large.vertices()[0], small.vertices()[0] * 2.0);
}

TEST_F(RobotFiles, PackagesAreFoundInGivenFolders) {
    const fs::path elsewhere = write(
        "x/arm.urdf",
        R"(<robot name="r"><link name="a"><collision><geometry><mesh filename="package://arm_description/meshes/cube.stl"/></geometry></collision></link></robot>)");
    EXPECT_TRUE(load_robot_description(elsewhere, {.packages = {root_ / "arm_description"}}));
    fs::rename(root_ / "arm_description", root_ / "moved");
    const auto robot = load_robot_description(elsewhere);
    ASSERT_FALSE(robot);
    EXPECT_EQ(robot.error().code, ErrorCode::cannot_open);
    EXPECT_EQ(robot.error().line, 1u);
    EXPECT_EQ(robot.error().file, elsewhere.string());
}

TEST_F(RobotFiles, BrokenMeshesAreReportedWithBothPlaces) {
    write("arm_description/meshes/cube.stl", "solid x\nfacet normal 0 0 0\n outer\n");
    const std::string error = error_of(load_robot_description(urdf_));
    EXPECT_NE(error.find("arm.urdf:2: "), std::string::npos) << error;
    EXPECT_NE(error.find("cube.stl:4: "), std::string::npos) << error;
}

TEST_F(RobotFiles, SrdfIsReadWithTheRobot) {
    const fs::path srdf =
        write("arm.srdf", R"(<robot name="arm"><disable_collisions link1="base" link2="tip"/></robot>)");
    const auto robot = load_robot_description(urdf_, {.srdf = srdf});
    ASSERT_TRUE(robot) << error_of(robot);
    EXPECT_EQ(robot->ignored_pairs.size(), 1u);
    const auto bad =
        load_robot_description(urdf_, {.srdf = write("bad.srdf", "<robot name='arm'>\n<group/></robot>")});
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().text(),
              (root_ / "bad.srdf").string() + ":2: <group>: expected the attribute 'name', found none");
}

TEST_F(RobotFiles, ByteOrderMarksAndCrLfAreAccepted) {
    std::string text = "\xef\xbb\xbf";
    for (const char c : std::string(arm)) text += c == '\n' ? "\r\n" : std::string(1, c);
    EXPECT_TRUE(load_robot_description(write("arm_description/urdf/windows.urdf", text)));
}

TEST_F(RobotFiles, ObstaclesAreNamedAfterTheirParts) {
    const char* const triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    const std::vector<fs::path> files{
        write("a.obj", std::string(triangle) + "o table\nf 1 2 3\no post\nf 1 2 3\no empty\n"),
        write("b.obj", std::string(triangle) + "o post\nf 1 2 3\no hand\nf 1 2 3\n"),
    };
    const std::vector<std::string> taken{"base", "hand"};
    const auto obstacles = load_obstacles(files, taken);
    ASSERT_TRUE(obstacles) << error_of(obstacles);
    std::vector<std::string> names;
    for (const Obstacle& obstacle : *obstacles) names.push_back(obstacle.name);
    EXPECT_EQ(names, (std::vector<std::string>{"table", "a.obj:post", "b.obj:post", "b.obj:hand"}));
    const std::vector<fs::path> twice{files[0], files[0]};
    names.clear();
    for (const Obstacle& obstacle : *load_obstacles(twice)) names.push_back(obstacle.name);
    EXPECT_EQ(names,
              (std::vector<std::string>{"a.obj:table", "a.obj:post", "a.obj:table#2", "a.obj:post#2"}));
    const std::vector<fs::path> missing{root_ / "none.obj"};
    EXPECT_FALSE(load_obstacles(missing));
}

TEST_F(RobotFiles, ConfigurationsAreListsOrNames) {
    const Robot robot = load_robot(urdf_).value();
    EXPECT_EQ(*parse_configuration("0.5, -1e-3", robot), (std::vector<double>{0.5, -1e-3}));
    EXPECT_EQ(*parse_configuration("slide=1,turn=2", robot), (std::vector<double>{2, 1}));
    for (const char* const bad : {"", "1", "1,2,3", "1,,2", "1,2,", ",1,2", "1,x", "1,nan", "1,2e9", "turn=1",
                                  "turn=1,turn=2", "turn=1,knee=2", "turn=1,2", "turn=,slide=1", "0x1,2"})
        EXPECT_FALSE(parse_configuration(bad, robot)) << bad;
}

TEST_F(RobotFiles, PathsAreInTheOrderOfTheRobot) {
    const Robot robot = load_robot(urdf_).value();
    const auto path = load_joint_path(
        write("t.json", R"({"joints": ["slide", "turn"], "waypoints": [[1, 2], [3, 4]], "times": [0, 0.5]})"),
        robot);
    ASSERT_TRUE(path) << error_of(path);
    EXPECT_EQ(path->waypoints, (std::vector<std::vector<double>>{{2, 1}, {4, 3}}));
    EXPECT_EQ(path->times, (std::vector<double>{0, 0.5}));
}

// Reads the KUKA LBR iiwa, in the form in which ROS packages it.
TEST(RealRobots, TheIiwaIsRead) {
    const fs::path file = fs::path(ALLIDE_SHARED_MODELS) / "robot_kuka_iiwa/model.urdf";
    if (std::string(ALLIDE_SHARED_MODELS).empty() || !fs::exists(file))
        GTEST_SKIP() << "the shared models are not there";
    const auto robot = load_robot(file);
    ASSERT_TRUE(robot) << error_of(robot);
    EXPECT_EQ(robot->joints().size(), 7u);
    for (const PlacedLink& link : robot->at(std::vector<double>(7, 0.3)))
        EXPECT_LT(link.position_error, 1e-13);
}

}  // namespace
}  // namespace allide
