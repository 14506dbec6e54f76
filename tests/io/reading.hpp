// Reads meshes from string literals and compares them.
#pragma once

#include <allide/io.hpp>

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace allide::test {

inline Result<Mesh> read(std::string_view text, std::string_view name) {
    return read_mesh(std::as_bytes(std::span(text)), name);
}

inline std::vector<TriangleIndices> triangles_of(const Mesh& mesh) {
    return {mesh.triangles().begin(), mesh.triangles().end()};
}
inline std::vector<Vec3> vertices_of(const Mesh& mesh) {
    return {mesh.vertices().begin(), mesh.vertices().end()};
}
inline std::vector<std::string> names_of(const Mesh& mesh) {
    return {mesh.part_names().begin(), mesh.part_names().end()};
}
inline std::vector<std::uint32_t> part_numbers(const Mesh& mesh) {
    std::vector<std::uint32_t> parts;
    for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i) parts.push_back(mesh.part_of(i));
    return parts;
}

// The text must be refused, for this reason and at this line.
inline void expect_error(std::string_view text, std::string_view name, ErrorCode code, std::uint64_t line) {
    const auto mesh = read(text, name);
    ASSERT_FALSE(mesh) << text;
    EXPECT_EQ(mesh.error().code, code) << mesh.error().text();
    EXPECT_EQ(mesh.error().file, name);
    ASSERT_TRUE(mesh.error().line) << mesh.error().text();
    EXPECT_EQ(*mesh.error().line, line) << mesh.error().text();
    EXPECT_EQ(mesh.error().message.find('\n'), std::string::npos);
}

// A name in the test's folder that no other test uses.
inline std::filesystem::path temporary(std::string_view name) {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    const auto folder = std::filesystem::path(testing::TempDir()) /
                        (std::string("allide_") + info->test_suite_name() + "_" + info->name());
    std::filesystem::create_directories(folder);
    return folder / name;
}

}  // namespace allide::test
