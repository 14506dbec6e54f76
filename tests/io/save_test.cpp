#include "base/random.hpp"
#include "reading.hpp"

#include <cmath>
#include <fstream>
#include <limits>

namespace allide::test {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

// A tetrahedron whose four faces belong to three interleaved parts.
MeshData tetrahedron() {
    return {.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
            .triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}},
            .part_names = {"floor", "wall one", "wall two"},
            .part_of = {0, 1, 2, 1},
            .source = "tetrahedron"};
}

Mesh copy_through(const MeshData& data, const char* name, MeshFormat format) {
    const auto file = temporary(name);
    EXPECT_EQ(save_mesh(Mesh::from(data).value(), file, format).value(), format);
    return load_mesh(file).value();
}

TEST(Save, obj_keeps_everything) {
    const MeshData data = tetrahedron();
    const Mesh copy = copy_through(data, "a.obj", MeshFormat::obj);
    EXPECT_EQ(vertices_of(copy), data.vertices);
    EXPECT_EQ(triangles_of(copy), data.triangles);
    EXPECT_EQ(names_of(copy), data.part_names);
    EXPECT_EQ(part_numbers(copy), data.part_of);
}

TEST(Save, obj_keeps_every_bit_of_a_number) {
    MeshData data = tetrahedron();
    base::Random random(2);
    data.vertices = {{0.1, 1.0 / 3, 1e23},
                     {0x1p-1074, -0.0, 1.7976931348623157e308},
                     {5e-324, 123456789.123456789, -1e-5},
                     {1, 2, 3}};
    for (int i = 0; i < 1000; ++i)
        data.vertices.push_back({random.between(-1, 1),
                                 std::ldexp(random.unit(), static_cast<int>(random.below(2000)) - 1000),
                                 random.between(1e4, 1e5)});
    const Mesh copy = copy_through(data, "a.obj", MeshFormat::obj);
    EXPECT_EQ(vertices_of(copy), data.vertices);
    EXPECT_TRUE(std::signbit(copy.vertices()[1].y));
}

// Names that cannot be written to a line of OBJ, and equal names, must not change which triangle belongs to
// which part.
TEST(Save, obj_keeps_parts_with_equal_or_odd_names_separate) {
    MeshData data = tetrahedron();
    for (const Names& names :
         {Names{"same", "same", "same"}, Names{"", "", "part"}, Names{"a\nf 1 2 3", "\\", " "},
          Names{"x", "x", "x_2"}, Names{"#", "g", "x\\"}}) {
        data.part_names = names;
        const Mesh copy = copy_through(data, "a.obj", MeshFormat::obj);
        EXPECT_EQ(triangles_of(copy), data.triangles);
        EXPECT_EQ(part_numbers(copy), data.part_of);
    }
    EXPECT_EQ(names_of(copy_through(data, "a.obj", MeshFormat::obj))[0], "#");
}

TEST(Save, a_body_named_after_its_file_takes_the_new_files_name) {
    MeshData data = tetrahedron();
    data.part_names.clear();
    data.part_of.clear();
    for (const MeshFormat format : {MeshFormat::obj, MeshFormat::stl_ascii, MeshFormat::stl})
        EXPECT_EQ(names_of(copy_through(data, "new.mesh", format)), Names{temporary("new.mesh").string()});
}

TEST(Save, ascii_stl_keeps_triangles_and_numbers) {
    MeshData data = tetrahedron();
    data.vertices[3] = {0.1, 1e300, 5e-324};
    const Mesh copy = copy_through(data, "a.stl", MeshFormat::stl_ascii);
    EXPECT_EQ(corners_by_triangle(copy), corners_by_triangle(Mesh::from(data).value()));
    EXPECT_EQ(names_of(copy), (Names{"floor", "wall one", "wall two", "wall one"}));
    EXPECT_EQ(bytes_of(temporary("a.stl")).substr(0, 12), "solid floor\n");
}

TEST(Save, binary_stl_rounds_to_float) {
    MeshData data = tetrahedron();
    data.vertices[3] = {0.1, 0.25, 1e-60};
    const Mesh copy = copy_through(data, "a.stl", MeshFormat::stl);
    EXPECT_EQ(copy.corners(1)[2], (Vec3{double{0.1f}, 0.25, 0}));
    EXPECT_EQ(copy.triangles().size(), 4u);
    EXPECT_EQ(fs::file_size(temporary("a.stl")), 84u + 4 * 50);
}

TEST(Save, binary_stl_refuses_coordinates_beyond_floats) {
    const auto file = temporary("a.stl");
    fs::remove(file);
    MeshData data = tetrahedron();
    data.vertices[3].y = 0x1.ffffffp127;
    const auto saved = save_mesh(Mesh::from(data).value(), file);
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().code, ErrorCode::too_large);
    EXPECT_EQ(saved.error().triangle, 1u);
    EXPECT_EQ(saved.error().file, file.string());
    EXPECT_FALSE(fs::exists(file));
    data.vertices[3].y = 0x1.fffffefffffffp127;
    ASSERT_TRUE(save_mesh(Mesh::from(data).value(), file));
    EXPECT_EQ(load_mesh(file).value().corners(1)[2].y, double{std::numeric_limits<float>::max()});
}

TEST(Save, keeps_non_finite_numbers) {
    MeshData data = tetrahedron();
    data.vertices[3] = {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
                        std::nan("")};
    for (const MeshFormat format :
         {MeshFormat::obj, MeshFormat::stl_ascii, MeshFormat::stl, MeshFormat::ply, MeshFormat::glb}) {
        const Vec3 corner = copy_through(data, "a.mesh", format).corners(1)[2];
        EXPECT_EQ(corner.x, data.vertices[3].x);
        EXPECT_EQ(corner.y, data.vertices[3].y);
        EXPECT_TRUE(std::isnan(corner.z));
    }
}

TEST(Save, the_extension_chooses_the_format) {
    const Mesh mesh = Mesh::from(tetrahedron()).value();
    EXPECT_EQ(save_mesh(mesh, temporary("a.stl")).value(), MeshFormat::stl);
    EXPECT_EQ(save_mesh(mesh, temporary("a.STL")).value(), MeshFormat::stl);
    EXPECT_EQ(save_mesh(mesh, temporary("a.obj")).value(), MeshFormat::obj);
    EXPECT_EQ(save_mesh(mesh, temporary("a.ply")).value(), MeshFormat::ply);
    EXPECT_EQ(save_mesh(mesh, temporary("a.Glb")).value(), MeshFormat::glb);
    for (const char* name : {"a.xyz", "a", "a.off"}) {
        const auto saved = save_mesh(mesh, temporary(name));
        ASSERT_FALSE(saved);
        EXPECT_EQ(saved.error().code, ErrorCode::bad_argument);
        EXPECT_EQ(saved.error().file, temporary(name).string());
        EXPECT_FALSE(fs::exists(temporary(name)));
    }
    EXPECT_EQ(save_mesh(mesh, temporary("a.off"), MeshFormat::off).error().code, ErrorCode::bad_argument);
}

TEST(Save, ply_keeps_triangles_and_every_bit_of_a_number) {
    MeshData data = tetrahedron();
    data.vertices[1] = {0.1, -0.0, 5e-324};
    data.vertices[3] = {1e300, 1.0 / 3, -123456789.123456789};
    const Mesh copy = copy_through(data, "a.ply", MeshFormat::ply);
    EXPECT_EQ(vertices_of(copy), data.vertices);
    EXPECT_TRUE(std::signbit(copy.vertices()[1].y));
    EXPECT_EQ(triangles_of(copy), data.triangles);
    EXPECT_EQ(names_of(copy), Names{temporary("a.ply").string()});
    EXPECT_TRUE(copy.notes().empty());
}

// The corners of each part's triangles, in order, with the part's name.
using Corners = std::vector<std::array<Vec3, 3>>;
std::vector<std::pair<std::string, Corners>> by_part(const Mesh& mesh) {
    std::vector<std::pair<std::string, Corners>> parts;
    for (const std::string& name : mesh.part_names()) parts.emplace_back(name, Corners());
    for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i)
        parts[mesh.part_of(i)].second.push_back(mesh.corners(i));
    return parts;
}

TEST(Save, glb_gathers_the_triangles_of_a_part) {
    MeshData data = tetrahedron();
    data.part_names = {"floor", "a \"quoted\" wall\\", "wänd"};
    data.vertices[1] = {double{0.1f}, -1e-30f, 1e30f};
    const Mesh copy = copy_through(data, "a.glb", MeshFormat::glb);
    EXPECT_EQ(by_part(copy), by_part(Mesh::from(data).value()));
    EXPECT_TRUE(copy.notes().empty());
}

TEST(Save, glb_takes_any_name) {
    MeshData data = tetrahedron();
    data.part_names = {"\xff\xfe", "", "line\nbreak"};
    EXPECT_EQ(names_of(copy_through(data, "a.glb", MeshFormat::glb)),
              (Names{"\xef\xbf\xbd\xef\xbf\xbd", "node 1", "line\nbreak"}));
}

// Parts one kilometre from the origin, in millimetres with a fraction: floats are 1/16 apart there.
TEST(Save, glb_keeps_far_parts_accurate) {
    base::Random random(3);
    MeshData data = tetrahedron();
    data.part_names = {"near", "far"};
    data.part_of = {0, 0, 1, 1};
    data.triangles = {{0, 2, 1}, {0, 1, 3}, {4, 5, 6}, {4, 6, 7}};
    for (int i = 0; i < 4; ++i)
        data.vertices.push_back({1e6 + random.between(0, 10), -1e6 + random.between(0, 10), random.unit()});
    const Mesh copy = copy_through(data, "a.glb", MeshFormat::glb);
    for (std::uint32_t i = 0; i < 4; ++i) {
        const auto want = Mesh::from(data).value().corners(i), got = copy.corners(i);
        for (std::size_t k = 0; k < 3; ++k) {
            EXPECT_NEAR(got[k].x, want[k].x, i < 2 ? 0 : 10 * 0x1p-24);
            EXPECT_NEAR(got[k].y, want[k].y, i < 2 ? 0 : 10 * 0x1p-24);
            EXPECT_NEAR(got[k].z, want[k].z, i < 2 ? 0 : 0x1p-24);
        }
    }
    // Coordinates with few digits stay exact even if they do not fit a float.
    for (Vec3& v : data.vertices) v = {std::round(v.x * 1024) / 1024, std::round(v.y * 1024) / 1024, v.z};
    for (Vec3& v : data.vertices) v.z = 0x1p40 + std::round(v.z * 64);
    EXPECT_EQ(by_part(copy_through(data, "a.glb", MeshFormat::glb)), by_part(Mesh::from(data).value()));
}

TEST(Save, glb_refuses_coordinates_beyond_floats) {
    MeshData data = tetrahedron();
    data.vertices[3].y = 1e300;
    EXPECT_EQ(save_mesh(Mesh::from(data).value(), temporary("a.glb")).error().code, ErrorCode::too_large);
    data.vertices[3].y = 1e30;
    EXPECT_TRUE(save_mesh(Mesh::from(data).value(), temporary("a.glb")));
}

TEST(Save, glb_with_more_than_65535_vertices) {
    base::Random random(4);
    MeshData data{.source = "large"};
    for (std::uint32_t i = 0; i < 70000; ++i) {
        data.vertices.push_back({double(static_cast<float>(random.unit())), 0.5, 1});
        data.triangles.push_back({i, i / 2, i / 3});
    }
    const Mesh copy = copy_through(data, "a.glb", MeshFormat::glb);
    EXPECT_EQ(corners_by_triangle(copy), corners_by_triangle(Mesh::from(data).value()));
}

TEST(Save, same_mesh_same_bytes) {
    const Mesh mesh = Mesh::from(tetrahedron()).value();
    for (const MeshFormat format :
         {MeshFormat::obj, MeshFormat::stl_ascii, MeshFormat::stl, MeshFormat::ply, MeshFormat::glb}) {
        ASSERT_TRUE(save_mesh(mesh, temporary("a"), format));
        ASSERT_TRUE(save_mesh(mesh, temporary("b"), format));
        EXPECT_EQ(bytes_of(temporary("a")), bytes_of(temporary("b")));
        EXPECT_FALSE(bytes_of(temporary("a")).empty());
    }
}

TEST(Save, leaves_no_temporary_file_and_replaces_the_old_file) {
    const auto file = temporary("folder/a.obj");
    fs::remove_all(file.parent_path());
    fs::create_directories(file.parent_path());
    std::ofstream(file) << "something old";
    ASSERT_TRUE(save_mesh(Mesh::from(tetrahedron()).value(), file));
    EXPECT_TRUE(load_mesh(file));
    EXPECT_EQ(std::distance(fs::directory_iterator(file.parent_path()), {}), 1);
}

TEST(Save, writes_through_a_link) {
    const auto file = temporary("real.obj"), link = temporary("link.obj");
    fs::remove(link);
    std::ofstream(file) << "something old";
    fs::create_symlink(file, link);
    ASSERT_TRUE(save_mesh(Mesh::from(tetrahedron()).value(), link));
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_TRUE(load_mesh(file));
}

TEST(Save, refuses_paths_that_cannot_be_written) {
    const Mesh mesh = Mesh::from(tetrahedron()).value();
    fs::create_directories(temporary("folder.obj"));
    for (const auto& file : {temporary("folder.obj"), temporary("missing") / "a.obj"}) {
        const auto saved = save_mesh(mesh, file);
        ASSERT_FALSE(saved);
        EXPECT_EQ(saved.error().code, ErrorCode::cannot_open);
        EXPECT_EQ(saved.error().file, file.string());
    }
    if (fs::exists("/dev/full")) {
        EXPECT_FALSE(save_mesh(mesh, "/dev/full", MeshFormat::obj));
        EXPECT_TRUE(fs::is_character_file("/dev/full"));
    }
}

}  // namespace
}  // namespace allide::test
