#include "io/reading.hpp"

#include <fstream>

namespace allide::test {
namespace {

using Rows = std::array<double, 12>;

constexpr Rows shifted{1, 0, 0, 1.5, 0, 1, 0, -2, 0, 0, 1, 3e2};

TEST(Poses, seven_numbers_are_a_position_and_a_quaternion) {
    for (const char* text :
         {"1.5,-2,300,1,0,0,0", "1.5 -2 300 1 0 0 0", " 1.5 , -2,3e2\t+1  0 ,0 0 ", "1.5,-2,300,-1,0,0,0"})
        EXPECT_EQ(parse_pose(text).value().matrix(), shifted) << text;
    // A half turn about z.
    EXPECT_EQ(parse_pose("0,0,0,0,0,0,1").value().matrix(), (Rows{-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0}));
}

TEST(Poses, twelve_numbers_are_the_matrix_to_the_last_bit) {
    EXPECT_EQ(parse_pose("1,0,0,1.5,0,1,0,-2,0,0,1,300").value().matrix(), shifted);
    EXPECT_EQ(parse_pose("-1 0 0 0.1  0 -1 0 0.2  0 0 1 0.3").value().matrix(),
              (Rows{-1, 0, 0, 0.1, 0, -1, 0, 0.2, 0, 0, 1, 0.3}));
    EXPECT_EQ(parse_pose("1.0000001,0,0,0,0,1,0,0,0,0,1,0").value().matrix()[0], 1.0000001);
}

TEST(Poses, refuses_invalid_poses) {
    for (const char* text : {"", " ", ",", "1", "1,2,3,1,0,0", "1,2,3,1,0,0,0,", ",1,2,3,1,0,0,0",
                             "1,,2,3,1,0,0,0", "1,2,3,1,0,0,x", "1,2,3,1,0,0,0;", "1,2,3,1,0,0,0,0",
                             "1 2 3 1 0 0 0x0", "1,0,0,0,0,1,0,0,0,0,1,0,0"}) {
        const auto pose = parse_pose(text);
        ASSERT_FALSE(pose) << text;
        EXPECT_EQ(pose.error().code, ErrorCode::bad_syntax) << text;
    }
    for (const char* text :
         {"nan,0,0,1,0,0,0", "0,0,0,inf,0,0,0", "1e999,0,0,1,0,0,0", "1,0,0,nan,0,1,0,0,0,0,1,0"})
        EXPECT_EQ(parse_pose(text).error().code, ErrorCode::not_finite) << text;
    for (const char* text :
         {"0,0,0,1.1,0,0,0", "0,0,0,0,0,0,0", "2,0,0,0,0,1,0,0,0,0,1,0", "1,0,0,0,0,1,0,0,0,0,-1,0"})
        EXPECT_EQ(parse_pose(text).error().code, ErrorCode::not_rigid) << text;
}

std::filesystem::path poses_file(std::string_view text) {
    const auto file = temporary("poses.txt");
    std::ofstream(file, std::ios::binary) << text;
    return file;
}

TEST(Poses, a_file_has_one_pose_per_line) {
    const auto poses = load_poses(
        poses_file("# tx ty tz and a quaternion\n\n1.5,-2,300,1,0,0,0 # the first\r\n   \n0 0 0 1 0 0 0"));
    ASSERT_TRUE(poses) << poses.error().text();
    ASSERT_EQ(poses->size(), 2u);
    EXPECT_EQ((*poses)[0].matrix(), shifted);
    EXPECT_EQ((*poses)[1], Pose::identity());
}

TEST(Poses, a_bad_line_is_named) {
    const auto expect_line = [](std::string_view text, ErrorCode code, std::uint64_t line) {
        const auto file = poses_file(text);
        const auto poses = load_poses(file);
        ASSERT_FALSE(poses) << text;
        EXPECT_EQ(poses.error().code, code) << poses.error().text();
        EXPECT_EQ(poses.error().file, file.string());
        EXPECT_EQ(poses.error().line, line);
    };
    expect_line("0 0 0 1 0 0 0\n# x\n0 0 0 1 0 0\n", ErrorCode::bad_syntax, 3);
    expect_line("0 0 0 1 0 0 0\r\n\r\n0 0 0 2 0 0 0\r\n", ErrorCode::not_rigid, 3);
    expect_line("0 0 0 1 0 0 nan", ErrorCode::not_finite, 1);
}

TEST(Poses, a_missing_file_is_named) {
    const auto poses = load_poses(temporary("missing.txt"));
    ASSERT_FALSE(poses);
    EXPECT_EQ(poses.error().code, ErrorCode::cannot_open);
    EXPECT_EQ(poses.error().file, temporary("missing.txt").string());
}

}  // namespace
}  // namespace allide::test
