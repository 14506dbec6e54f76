#include <allide/shape.hpp>

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

namespace allide {
namespace {

Result<Shape> read(const std::string& text) {
    return read_shape(text, "shape.json");
}

TEST(LoadShape, every_type) {
    const auto kind = [](const std::string& text) {
        const auto shape = read(text);
        EXPECT_TRUE(shape) << (shape ? "" : shape.error().text());
        return shape.value().kind();
    };
    EXPECT_EQ(kind(R"({"type": "box", "half_sides": [1, 2, 3]})"), ShapeKind::body);
    EXPECT_EQ(kind(R"({"type": "sphere", "radius": 1})"), ShapeKind::body);
    EXPECT_EQ(kind(R"({"type": "capsule", "radius": 1, "half_length": 2})"), ShapeKind::body);
    EXPECT_EQ(kind(R"({"type": "cylinder", "radius": 1, "half_height": 2})"), ShapeKind::body);
    EXPECT_EQ(kind(R"({"type": "cone", "radius": 1, "half_height": 2})"), ShapeKind::body);
    EXPECT_EQ(kind(R"({"type": "ellipsoid", "semi_axes": [1, 2, 3]})"), ShapeKind::body);
    EXPECT_EQ(kind(R"({"type": "hull", "points": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]]})"), ShapeKind::body);
    EXPECT_EQ(kind(R"({"type": "half_space", "normal": [0,0,1], "offset": 2})"), ShapeKind::half_space);
    EXPECT_EQ(kind(R"({"type": "plane", "normal": [0,0,1], "offset": 2})"), ShapeKind::plane);
    EXPECT_EQ(kind(R"({"type": "points", "points": [[0,0,0]], "radius": 0.5})"), ShapeKind::points);
    EXPECT_EQ(kind(R"({"type": "cells", "boxes": [[0,0,0,1,1,1]]})"), ShapeKind::cells);
    EXPECT_EQ(kind(R"({"type": "height_field", "columns": 2, "rows": 2, "heights": [0,0,0,0],
                       "spacing_x": 1, "spacing_y": 1, "floor": -1, "solid": true})"),
              ShapeKind::height_field);
    const auto compound = read(R"({"type": "compound", "parts": [{"type": "sphere", "radius": 1},
                                   {"type": "box", "half_sides": [1,1,1], "pose": [5,0,0,1,0,0,0]}]})");
    ASSERT_TRUE(compound);
    EXPECT_EQ(compound->parts()[1].pose.position(), (Vec3{5, 0, 0}));
}

TEST(LoadShape, errors_name_the_line) {
    const auto text = [](const std::string& json) {
        const auto shape = read(json);
        return shape ? std::string("accepted") : shape.error().text();
    };
    EXPECT_EQ(text("{\"type\": \"sphere\"}"), "shape.json:1: radius is missing");
    EXPECT_EQ(text("{\n\"type\": \"sphere\",\n\"radius\": true}"), "shape.json:3: radius: expected a number");
    EXPECT_NE(text(R"({"type": "sphere", "radius": -1})").find("sphere: a radius must be"),
              std::string::npos);
    EXPECT_NE(text(R"({"type": "blob"})").find("type: expected box, sphere"), std::string::npos);
    EXPECT_NE(text("[1]").find("expected a shape"), std::string::npos);
    EXPECT_NE(text("{").find("shape.json"), std::string::npos);
    EXPECT_NE(text(R"({"type": "mesh", "file": "missing.stl"})").find("missing.stl"), std::string::npos);
    EXPECT_NE(text(R"({"type": "compound", "parts": [{"type": "plane", "normal": [0,0,1], "offset": 0}]})")
                  .find("type: expected box"),
              std::string::npos);
    EXPECT_NE(text(R"({"type": "box", "half_sides": [1, 2]})").find("expected 3 numbers, found 2"),
              std::string::npos);
}

TEST(LoadShape, files_by_extension) {
    const auto folder = std::filesystem::temp_directory_path() / "allide_load_shape_test";
    std::filesystem::create_directories(folder);
    const auto write = [&](const char* name, const std::string& bytes) {
        std::ofstream(folder / name, std::ios::binary) << bytes;
        return folder / name;
    };
    write("flat.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
    EXPECT_EQ(load_shape(write("mesh.json", R"({"type": "mesh", "file": "flat.off"})")).value().kind(),
              ShapeKind::mesh);
    EXPECT_EQ(load_shape(folder / "flat.off").value().kind(), ShapeKind::mesh);
    const auto map =
        write("map.bt", std::string("# Octomap OcTree binary file\nid OcTree\nsize 2\nres 1\ndata\n") +
                            std::string{'\x02', '\x00'});
    EXPECT_EQ(load_shape(map).value().boxes().size(), 1u);
    EXPECT_FALSE(load_shape(folder / "missing.bt"));
    EXPECT_FALSE(load_shape(write("bad.json", R"({"type": "octomap", "file": "flat.off"})")));
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace allide
