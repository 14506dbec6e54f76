// Files that cannot be read, files that are not meshes, and real models.
#include "io/reading.hpp"

#include <algorithm>
#include <fstream>

namespace allide::test {
namespace {

namespace fs = std::filesystem;

void expect_refused(const fs::path& file, ErrorCode code) {
    const auto mesh = load_mesh(file);
    ASSERT_FALSE(mesh);
    EXPECT_EQ(mesh.error().code, code) << mesh.error().text();
    EXPECT_EQ(mesh.error().file, file.string());
    EXPECT_FALSE(mesh.error().message.empty());
    EXPECT_EQ(mesh.error().message.find('\n'), std::string::npos);
}

fs::path written(const fs::path& file, std::string_view bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
    return file;
}

TEST(Files, missing_directory_empty_or_unknown) {
    expect_refused(temporary("missing.obj"), ErrorCode::cannot_open);
    expect_refused(temporary("").parent_path(), ErrorCode::cannot_open);
    expect_refused("", ErrorCode::cannot_open);
    for (const char* name : {"empty.obj", "empty.stl", "empty.off", "empty.ply", "empty.glb", "empty"})
        expect_refused(written(temporary(name), ""), ErrorCode::unknown_format);
    expect_refused(written(temporary("notes.txt"), "Dear diary,\n"), ErrorCode::unknown_format);
    expect_refused(written(temporary("bytes"), std::string_view("\0\1\2\3", 4)), ErrorCode::unknown_format);
}

TEST(Files, a_format_is_recognised_by_its_content) {
    const std::string obj = "6540\n# odd first line\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    for (const char* name : {"mesh", "mesh.txt", "mesh.stl", "mesh.OBJ"}) {
        const auto mesh = load_mesh(written(temporary(name), obj));
        ASSERT_TRUE(mesh) << mesh.error().text();
        EXPECT_EQ(mesh->triangles().size(), 1u);
        EXPECT_EQ(mesh->source(), temporary(name).string());
    }
    EXPECT_TRUE(read(
        "solid\nfacet\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid",
        "x.obj"));
}

TEST(Files, the_extension_decides_where_the_content_does_not) {
    EXPECT_EQ(read("Dear diary,\n", "a.stl").error().code, ErrorCode::bad_syntax);
    EXPECT_EQ(read("Dear diary,\n", "a.off").error().code, ErrorCode::bad_syntax);
    EXPECT_EQ(read("Dear diary,\n", "a.STL").error().line, 1u);
}

struct Known {
    const char* file;
    std::size_t vertices, triangles, parts;
};

// The numbers of MANIFEST.md, except that unused vertices are counted here too and that a facet of four
// corners is counted as two triangles.
const Known known[] = {
    {"assembly_clinic/clinic_hvac.glb", 185740, 473406, 3704},
    {"assembly_clinic/clinic_structure.glb", 173977, 343419, 1078},
    {"assembly_huldra/huldra_WD1-PSUP.obj", 60994, 91112, 2185},
    {"assembly_saw/ReciprocatingSaw.glb", 156254, 198470, 113},
    {"dirty/SYN_nan_inf.obj", 6669, 13334, 1},
    {"dirty/bunny_dupfaces.ply", 8171, 16301, 1},
    {"dirty/chair_model.obj", 3186, 12756, 4},
    {"dirty/elephant_complex_hole.off", 2737, 5453, 1},
    {"dirty/issue1580-back-to-back.stl", 30, 10, 1},
    {"dirty/issue1580-zero-area-triangle.stl", 42, 14, 1},
    {"dirty/issue945e.stl", 282, 94, 1},
    {"dirty/nm_closed_cubes.off", 16, 24, 1},
    {"dirty/shared.STL", 72, 24, 1},
    {"dirty/toomanyvertices.stl", 40, 14, 1},
    {"dirty/whitespace.off", 8, 12, 1},
    {"fcl/env.obj", 6540, 2180, 1},
    {"fcl/rob.obj", 648, 216, 1},
    {"ifc_house/AC20-FZK-Haus.obj", 40032, 21722, 83},
    {"robot_kuka_iiwa/meshes/link_0.obj", 1512, 3038, 1},
    {"robot_kuka_iiwa/meshes/link_0.stl", 9114, 3038, 1},
    {"scans/armadillo.obj", 43243, 86482, 1},
    {"scans/diplodocus.off", 23982, 47960, 1},
    {"scans/dragon_vrip_res2.ply", 100250, 202520, 1},
    {"scans/rocker-arm.obj", 10044, 20088, 1},
    {"scans/stanford-bunny.obj", 35947, 69451, 1},
    {"step_as1/as1-oc-214.obj", 5260, 5040, 18},
};

class SharedModels : public testing::Test {
  protected:
    void SetUp() override {
        if (!fs::is_directory(models_)) GTEST_SKIP() << "no shared models in \"" << models_.string() << '"';
    }
    fs::path models_ = ALLIDE_SHARED_MODELS;
};

TEST_F(SharedModels, have_the_counts_of_their_manifest) {
    for (const Known& model : known) {
        const auto mesh = load_mesh(models_ / model.file);
        ASSERT_TRUE(mesh) << mesh.error().text();
        EXPECT_EQ(mesh->vertices().size(), model.vertices) << model.file;
        EXPECT_EQ(mesh->triangles().size(), model.triangles) << model.file;
        EXPECT_EQ(mesh->part_names().size(), model.parts) << model.file;
    }
}

// Every model is in the table above or cannot be read, so that none is forgotten.
TEST_F(SharedModels, all_are_in_the_table_or_broken) {
    for (const auto& entry : fs::recursive_directory_iterator(models_)) {
        const std::string name = fs::relative(entry.path(), models_).generic_string();
        const std::string extension = entry.path().extension().string();
        const bool is_mesh = extension == ".obj" || extension == ".stl" || extension == ".STL" ||
                             extension == ".ply" || extension == ".off" || extension == ".glb";
        const bool listed = std::any_of(std::begin(known), std::end(known),
                                        [&name](const Known& model) { return name == model.file; });
        if (!is_mesh || listed || name.starts_with("robot_kuka_iiwa/")) continue;
        EXPECT_TRUE(name == "dirty/SYN_truncated.stl" || name == "dirty/invalidvertex.stl") << name;
    }
}

// A power tool in millimetres whose nodes are rotated and translated.
TEST_F(SharedModels, nodes_move_the_parts_of_the_saw) {
    const Mesh saw = load_mesh(models_ / "assembly_saw/ReciprocatingSaw.glb").value();
    Vec3 low = saw.corners(0)[0], high = low;
    for (std::uint32_t i = 0; i < saw.triangles().size(); ++i)
        for (const Vec3& p : saw.corners(i)) {
            low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
            high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
        }
    const double numbers[] = {low.x, low.y, low.z, high.x, high.y, high.z};
    const double manifest[] = {-298.3, -42.42, -29.52, 76.47, 41.5, 119.2};
    for (int i = 0; i < 6; ++i) EXPECT_NEAR(numbers[i], manifest[i], 0.05);
}

TEST_F(SharedModels, broken_ones_are_refused_at_their_place) {
    const auto truncated = load_mesh(models_ / "dirty/SYN_truncated.stl");
    ASSERT_FALSE(truncated);
    EXPECT_EQ(truncated.error().byte, 350107u);
    const auto word = load_mesh(models_ / "dirty/invalidvertex.stl");
    ASSERT_FALSE(word);
    EXPECT_EQ(word.error().line, 89u);
}

TEST_F(SharedModels, links_have_as_many_triangles_in_obj_as_in_stl) {
    for (int link = 0; link < 8; ++link) {
        const auto stem = models_ / ("robot_kuka_iiwa/meshes/link_" + std::to_string(link));
        const Mesh obj = load_mesh(stem.string() + ".obj").value();
        const Mesh stl = load_mesh(stem.string() + ".stl").value();
        EXPECT_EQ(obj.triangles().size(), stl.triangles().size());
    }
}

}  // namespace
}  // namespace allide::test
