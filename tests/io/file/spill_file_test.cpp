// Lists on disk, and meshes that are kept on disk while they are read, equal those that are read in memory.
#include "io/file/spill_file.hpp"

#include "io/file/failure.hpp"
#include "io/formats/readers.hpp"
#include "io/gltf/same_meshes.hpp"

#include <allide/allide.hpp>

#include <cmath>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace allide::test {
namespace {

TEST(SpilledList, returns_what_was_added) {
    io::SpilledList<std::uint64_t> list(std::filesystem::temp_directory_path());
    constexpr std::uint64_t count = 300'000;
    for (std::uint64_t i = 0; i < count; ++i) list.push_back(i * i);
    list.finish_writing();
    ASSERT_EQ(list.size(), count);
    list.release_pages();
    for (std::uint64_t i = 0; i < count; ++i) ASSERT_EQ(list[i], i * i);
    list[7] = 1;
    list.release_pages();
    EXPECT_EQ(list[7], 1U);
    const io::SpilledList<std::uint64_t> moved = std::move(list);
    EXPECT_EQ(moved[count - 1], (count - 1) * (count - 1));
}

TEST(SpilledList, a_list_made_by_size_is_zero) {
    io::SpilledList<std::uint32_t> list(std::filesystem::temp_directory_path());
    list.resize_zeroed(100'000);
    EXPECT_EQ(list[0] + list[99'999], 0U);
    io::SpilledList<std::uint32_t> none(std::filesystem::temp_directory_path());
    none.finish_writing();
    EXPECT_TRUE(none.items().empty());
}

TEST(SpilledList, a_missing_folder_is_named) {
    try {
        const io::SpillFile file("/nowhere/at all");
        FAIL();
    } catch (const io::Failure& failure) {
        EXPECT_NE(failure.error.message.find("/nowhere/at all"), std::string::npos);
    }
}

// An OBJ file of quads in rings and of stars with ten corners. Part names recur, and a face comes before its
// vertices.
std::string obj_of_polygons(int things) {
    std::string text = "f 1 2 3\nf -3 -2 1\n";
    text.insert(0, "v 0 0 0\nv 1 0 0\nv 0 1 0\n");
    int first = 4;
    for (int k = 0; k < things; ++k) {
        text += fmt::format("o part{}\n", k % 7);
        text += "f";
        for (int i = 0; i < 10; ++i) text += fmt::format(" {}", first + i);
        text += fmt::format("\nf {} {} {} {}\n", first, first + 2, first + 4, first + 6);
        for (int i = 0; i < 10; ++i) {
            const double r = i % 2 == 0 ? 1 : 0.3;
            text +=
                fmt::format("v {} {} {}\n", 3 * k + r * std::cos(0.62831 * i), r * std::sin(0.62831 * i), k);
        }
        first += 10;
    }
    return text;
}

void expect_same_mesh(const io::SpilledMesh& spilled, const Mesh& mesh) {
    ASSERT_EQ(spilled.triangles.size(), mesh.triangles().size());
    ASSERT_EQ(spilled.vertices.size(), mesh.vertices().size());
    EXPECT_TRUE(std::equal(mesh.vertices().begin(), mesh.vertices().end(), spilled.vertices.items().begin()));
    EXPECT_TRUE(
        std::equal(mesh.triangles().begin(), mesh.triangles().end(), spilled.triangles.items().begin()));
    EXPECT_TRUE(std::equal(mesh.part_names().begin(), mesh.part_names().end(), spilled.part_names.begin(),
                           spilled.part_names.end()));
    for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i)
        ASSERT_EQ(spilled.part_of.size() == 0 ? 0 : spilled.part_of[i], mesh.part_of(i));
}

TEST(SpilledList, files_of_parts_equal_those_read_into_memory) {
    int breaths = 0;
    io::PageReleaser releaser;
    releaser.add([&] { ++breaths; });
    const io::SpillTo to{std::filesystem::temp_directory_path(), releaser};
    for (const int things : {1, 20, 6000}) {
        const std::string obj = obj_of_polygons(things);
        expect_same_mesh(io::spill_obj(obj, "a.obj", to), io::read_obj(obj, "a.obj").value());
    }
    EXPECT_GT(breaths, 2);
    std::string stl;
    for (int k = 0; k < 30; ++k)
        stl += fmt::format(
            "solid s{}\nfacet normal 0 0 1\nouter loop\nvertex {} 0 0\nvertex 1 0 0\nvertex 0 1 {}\nendloop\n"
            "endfacet\nendsolid\n",
            k % 3 == 0 ? 0 : k, k, k);
    expect_same_mesh(io::spill_stl_ascii(stl, "a.stl", to), io::read_stl_ascii(stl, "a.stl").value());
}

TEST(SpilledList, errors_equal_those_of_files_read_into_memory) {
    io::PageReleaser releaser;
    const io::SpillTo to{std::filesystem::temp_directory_path(), releaser};
    for (const char* text : {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n", "v 0 0\n", "# nothing\n"}) {
        const auto error_of = [&](const auto& read) {
            try {
                read();
            } catch (const io::Failure& failure) {
                return failure.error.message;
            }
            return std::string();
        };
        const std::string wanted = error_of([&] { (void)io::read_obj(text, "a.obj"); });
        EXPECT_NE(wanted, "");
        EXPECT_EQ(error_of([&] { (void)io::spill_obj(text, "a.obj", to); }), wanted);
    }
}

TEST(MeshDeduplicator, finds_equal_meshes_even_if_digests_collide) {
    for (const std::uint64_t digests : {1, 5, 1000}) {
        io::MeshDeduplicator same;
        for (std::uint32_t mesh = 0; mesh < 600; ++mesh) {
            const std::uint32_t kind = mesh % 200;
            const auto entry = same.find_or_add((kind % digests) << 32, mesh,
                                                [&](std::uint32_t other) { return other % 200 == kind; });
            EXPECT_EQ(entry.number, kind);
            EXPECT_EQ(entry.mesh, kind);
            EXPECT_EQ(entry.is_new, mesh < 200);
        }
    }
}

}  // namespace
}  // namespace allide::test
