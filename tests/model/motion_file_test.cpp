// Motions from files: each kind of motion, and the error messages for invalid files.
#include <allide/io.hpp>
#include <allide/motion.hpp>

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

MotionSegment only_segment(std::string_view text) {
    const auto motion = read_motion(text, "m.json");
    EXPECT_TRUE(motion) << motion.error().text();
    if (!motion || motion->segments().size() != 1) return {};
    return motion->segments()[0];
}

TEST(MotionFile, a_screw) {
    const auto segment = only_segment(
        R"({"type": "screw", "point": [1, -2, 0.5], "axis": [0, 3, 4], "angle": -7.25, "advance": 1e-3})");
    EXPECT_FALSE(segment.is_linear);
    EXPECT_EQ(segment.screw.point, (Vec3{1, -2, 0.5}));
    EXPECT_EQ(segment.screw.axis, (Vec3{0, 3, 4}));
    EXPECT_EQ(segment.screw.angle.in_radians(), -7.25);
    EXPECT_EQ(segment.screw.advance, 1e-3);
    EXPECT_EQ(segment.start, Pose::identity());
}

TEST(MotionFile, the_point_is_the_origin_by_default) {
    const auto segment = only_segment(
        "\xef\xbb\xbf{\"axis\":[0,0,1],\"advance\":2,\"angle\":0,\"type\":\"screw\",\"note\":[{}]}");
    EXPECT_EQ(segment.screw.point, (Vec3{0, 0, 0}));
    EXPECT_EQ(segment.screw.advance, 2);
}

TEST(MotionFile, a_translation) {
    const auto segment = only_segment(R"({"type":"linear","translation":[1,2,3]})");
    EXPECT_TRUE(segment.is_linear);
    EXPECT_EQ(segment.translation, (Vec3{1, 2, 3}));
}

TEST(MotionFile, a_path_of_both_kinds_of_poses) {
    const auto motion = read_motion(R"({"type": "path",
        "poses": [[0,0,0, 1,0,0,0], [1,0,0,5, 0,1,0,0, 0,0,1,0], [5,5,0, 0,0,0,1]],
        "times": [10, 20, 40]})",
                                    "m.json");
    ASSERT_TRUE(motion) << motion.error().text();
    ASSERT_EQ(motion->segments().size(), 2u);
    EXPECT_EQ(motion->segments()[0].start, Pose::identity());
    EXPECT_EQ(motion->segments()[1].start, Pose::translation({5, 0, 0}));
    EXPECT_EQ(motion->segments()[0].t0, 0);
    EXPECT_DOUBLE_EQ(motion->segments()[0].t1, 1.0 / 3);
    EXPECT_EQ(motion->segments()[1].t1, 1);
}

void expect_refused(const std::string& text, ErrorCode code, const std::string& says,
                    std::optional<std::uint64_t> line = 1) {
    const auto motion = read_motion(text, "m.json");
    ASSERT_FALSE(motion) << text;
    EXPECT_EQ(motion.error().code, code) << motion.error().text();
    EXPECT_EQ(motion.error().file, "m.json");
    EXPECT_EQ(motion.error().line, line) << motion.error().text();
    EXPECT_NE(motion.error().message.find(says), std::string::npos) << motion.error().text();
    EXPECT_EQ(motion.error().text().find('\n'), std::string::npos);
}

std::string screw_with(const std::string& point, const std::string& axis, const std::string& angle) {
    return "{\"type\":\"screw\",\n\"point\":" + point + ",\n\"axis\":" + axis + ",\n\"angle\":" + angle +
           ",\n\"advance\":1}";
}

TEST(MotionFile, bad_screws_are_named_with_their_line) {
    const auto bad = ErrorCode::bad_syntax;
    expect_refused(R"({"type":"screw","angle":1,"advance":1})", bad, "axis is missing");
    expect_refused(R"({"type":"screw","axis":[0,0,1],"advance":1})", bad, "angle is missing");
    expect_refused(R"({"type":"screw","axis":[0,0,1],"angle":1})", bad, "advance is missing");
    expect_refused(screw_with("[0,0]", "[0,0,1]", "1"), bad, "point: expected 3 numbers, found 2", 2);
    expect_refused(screw_with("[0,0,0]", "[0,0,0]", "1"), bad, "axis: expected a vector other than 0", 3);
    expect_refused(screw_with("[0,0,0]", "[0,-0.0,0]", "1"), bad, "axis: expected a vector other than 0", 3);
    expect_refused(screw_with("[0,0,0]", "\"z\"", "1"), bad, "axis: expected an array", 3);
    expect_refused(screw_with("[0,0,0]", "[0,0,\"1\"]", "1"), bad, "axis[2]: expected a number", 3);
    expect_refused(screw_with("[0,0,0]", "[0,0,1]", "[1]"), bad, "angle: expected a number", 4);
    expect_refused(screw_with("[0,0,0]", "[0,0,1]", "null"), bad, "angle: expected a number", 4);
    expect_refused(screw_with("[0,1e999,0]", "[0,0,1]", "1"), bad, "out of range", std::nullopt);
    expect_refused(screw_with("[0,0,0]", "[0,0,1]", "-1e400"), bad, "out of range", std::nullopt);
}

TEST(MotionFile, too_many_turns_are_refused) {
    expect_refused(screw_with("[0,0,0]", "[0,0,1]", "1e300"), ErrorCode::bad_argument, "angle", 4);
    expect_refused(screw_with("[0,0,0]", "[0,0,1]", "-34359738369"), ErrorCode::bad_argument, "angle", 4);
    EXPECT_TRUE(read_motion(screw_with("[0,0,0]", "[0,0,1]", "34359738368"), "m.json"));
}

TEST(MotionFile, bad_kinds_and_broken_text) {
    const auto bad = ErrorCode::bad_syntax;
    expect_refused(R"({"axis":[0,0,1]})", bad, "type is missing");
    expect_refused(R"({"type":"spiral"})", bad, "type: expected");
    expect_refused(R"({"type":7})", bad, "type: expected");
    expect_refused(R"([1,2])", bad, "object in braces");
    expect_refused(R"({"type":"linear"})", bad, "translation is missing");
    expect_refused(R"({"type":"linear","translation":[1,2]})", bad, "translation: expected 3 numbers");
    for (const char* text :
         {"", "  \n", "{", R"({"type":"screw","axis":[0,0,NaN]})", R"({"type":"linear"}})"}) {
        const auto motion = read_motion(text, "m.json");
        ASSERT_FALSE(motion) << text;
        EXPECT_EQ(motion.error().code, bad);
        EXPECT_EQ(motion.error().file, "m.json");
        EXPECT_TRUE(motion.error().byte) << text;
    }
}

TEST(MotionFile, bad_paths_name_the_pose_and_the_time) {
    const auto bad = ErrorCode::bad_syntax;
    const auto path = [](const std::string& poses, const std::string& times) {
        return "{\"type\":\"path\",\n\"poses\":[" + poses + "],\n\"times\":" + times + "}";
    };
    const std::string home = "[0,0,0,1,0,0,0]";
    expect_refused(path(home, "[0]"), bad, "at least two", 2);
    expect_refused(path("", "[]"), bad, "at least two", 2);
    expect_refused(path(home + "," + home, "[0]"), bad, "times: expected one per pose, 2, found 1", 3);
    expect_refused(path(home + "," + home, "[1,1]"), bad, "times[1]", 3);
    expect_refused(path(home + "," + home, "[1,0]"), bad, "times[1]", 3);
    expect_refused(path(home + "," + home, "[0,1e999]"), bad, "out of range", std::nullopt);
    expect_refused(path(home + "," + home + "," + home, "[0,1e-30,1e300]"), ErrorCode::bad_argument,
                   "times[1]: expected a time that differs", 3);
    expect_refused(path(home + "," + home, "7"), bad, "times: expected an array", 3);
    expect_refused(path(home + ",[0,0,0,1,0,0]", "[0,1]"), bad, "poses[1]: expected 7 or 12 numbers, found 6",
                   2);
    expect_refused(path(home + ",[0,0,0,2,0,0,0]", "[0,1]"), ErrorCode::not_rigid, "poses[1]", 2);
    expect_refused(path(home + ",\n[2,0,0,0,0,1,0,0,0,0,1,0]", "[0,1]"), ErrorCode::not_rigid, "poses[1]", 3);
    expect_refused(path(home + ",5", "[0,1]"), bad, "poses[1]: expected an array", 2);
    expect_refused(R"({"type":"path","poses":[[0,0,0,1,0,0,0],[1,0,0,1,0,0,0]]})", bad, "times is missing");
    expect_refused(path("[1e308,0,0,1,0,0,0],[-1e308,0,0,1,0,0,0]", "[0,1]"), ErrorCode::not_finite,
                   "largest double", std::nullopt);
    expect_refused(R"({"type":"path","times":[0,1]})", bad, "poses is missing");
}

TEST(MotionFile, a_file_is_read_or_named) {
    const auto file = std::filesystem::path(testing::TempDir()) / "allide_motion_file_test.json";
    std::ofstream(file) << R"({"type":"linear","translation":[0,0,9]})";
    EXPECT_EQ(load_motion(file).value().segments()[0].translation, (Vec3{0, 0, 9}));
    std::filesystem::remove(file);
    const auto missing = load_motion(file);
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::cannot_open);
    EXPECT_EQ(missing.error().file, file.string());
}

}  // namespace
}  // namespace allide::test
