// Reads meshes from string literals and compares them.
#pragma once

#include <allide/io.hpp>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace allide::test {

// The corners of the unit square in the plane z = 0, as vertex lines of OFF and PLY.
inline const std::string square = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n";

inline Result<Mesh> read(std::string_view text, std::string_view name) {
    return read_mesh(std::as_bytes(std::span(text)), name);
}

inline std::vector<TriangleIndices> triangles_of(const Mesh& mesh) {
    return {mesh.triangles().begin(), mesh.triangles().end()};
}
inline std::vector<Vec3> vertices_of(const Mesh& mesh) {
    return {mesh.vertices().begin(), mesh.vertices().end()};
}
inline std::vector<std::array<Vec3, 3>> corners_by_triangle(const Mesh& mesh) {
    std::vector<std::array<Vec3, 3>> corners;
    for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i) corners.push_back(mesh.corners(i));
    return corners;
}
inline std::vector<std::string> names_of(const Mesh& mesh) {
    return {mesh.part_names().begin(), mesh.part_names().end()};
}
inline std::vector<std::uint32_t> part_numbers(const Mesh& mesh) {
    std::vector<std::uint32_t> parts;
    for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i) parts.push_back(mesh.part_of(i));
    return parts;
}

// Expects that reading the text fails with this code and line.
inline void expect_error(std::string_view text, std::string_view name, ErrorCode code, std::uint64_t line) {
    const auto mesh = read(text, name);
    ASSERT_FALSE(mesh) << text;
    EXPECT_EQ(mesh.error().code, code) << mesh.error().text();
    EXPECT_EQ(mesh.error().file, name);
    ASSERT_TRUE(mesh.error().line) << mesh.error().text();
    EXPECT_EQ(*mesh.error().line, line) << mesh.error().text();
    EXPECT_EQ(mesh.error().message.find('\n'), std::string::npos);
}

inline std::string bytes_of(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

// A path in the temporary folder that no other test uses.
inline std::filesystem::path temporary(std::string_view name) {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    const auto folder = std::filesystem::path(testing::TempDir()) /
                        (std::string("allide_") + info->test_suite_name() + "_" + info->name());
    std::filesystem::create_directories(folder);
    return folder / name;
}

}  // namespace allide::test
