// Inspecting a file part by part gives the same results as inspecting its whole mesh.
#include "io/gltf/gltf_files.hpp"
#include "reading.hpp"

#include <allide/io.hpp>

#include <filesystem>
#include <fstream>
#include <tuple>

#include <gtest/gtest.h>
#include <unistd.h>

namespace allide::test {
namespace {

auto all_of(const PartInfo& info) {
    const Box box = info.bounds.value_or(Box{});
    return std::tuple(info.name, info.vertices, info.triangles, info.bounds.has_value(), box.lo.x, box.lo.y,
                      box.lo.z, box.hi.x, box.hi.y, box.hi.z, info.degenerate, info.duplicate, info.nonfinite,
                      info.open_edges, info.nonmanifold_edges, info.closed);
}

void expect_same(const std::filesystem::path& file) {
    const Mesh mesh = load_mesh(file).value();
    const FileInspection inspection = inspect_file(file).value();
    EXPECT_EQ(inspection.triangles(), mesh.triangles().size());
    EXPECT_EQ(inspection.parts(), mesh.part_names().size());
    EXPECT_EQ(inspection.notes().size(), mesh.notes().size());
    std::vector<PartInfo> told;
    inspection.for_each_part([&](const PartInfo& info) { told.push_back(info); });
    const std::vector<PartInfo> expected = inspect(mesh);
    ASSERT_EQ(told.size(), expected.size());
    for (std::size_t i = 0; i < told.size(); ++i) EXPECT_EQ(all_of(told[i]), all_of(expected[i])) << i;
}

std::filesystem::path written(const char* name, const std::string& text) {
    const auto file = std::filesystem::temp_directory_path() / (std::to_string(::getpid()) + name);
    std::ofstream(file, std::ios::binary) << text;
    return file;
}

TEST(InspectFile, reports_the_same_as_the_mesh) {
    const std::string parts =
        "o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 nan\nf 1 2 3\nf 1 2 3\no b\nf 3 2 1\no a\nf 1 2 2\nf 1 2 4\n";
    const std::string nodes =
        R"([{"mesh":0},{"mesh":0,"translation":[0.1,0,0]},{"mesh":0,"scale":[3,0,-1],"children":[3]},{"mesh":0,"name":"x"}])";
    for (const auto& file : {written("a.obj", parts), written("a.gltf", square_gltf(nodes, ""))}) {
        expect_same(file);
        std::filesystem::remove(file);
    }
}

TEST(InspectFile, names_the_file_that_it_cannot_read) {
    const auto file = written("b.obj", "f 1 2 3\n");
    const auto refused = inspect_file(file);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().file, file.string());
    std::filesystem::remove(file);
    EXPECT_FALSE(inspect_file(file));
}

}  // namespace
}  // namespace allide::test
