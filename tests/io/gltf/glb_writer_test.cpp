// A GLB written mesh by mesh has the same bytes as one written at once; without finish() no new file appears.
#include "io/reading.hpp"

#include <allide/allide.hpp>
#include <allide/extra/engine_rooms.hpp>
#include <allide/extra/shapes.hpp>
#include <allide/io.hpp>

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

namespace allide::test {
namespace {

std::filesystem::path new_folder(const char* name) {
    const auto folder =
        std::filesystem::temp_directory_path() / ("allide-glb-" + std::to_string(::getpid()) + "-" + name);
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    return folder;
}

std::size_t files_in(const std::filesystem::path& folder) {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()));
}

TEST(GlbWriter, WritesTheSameBytesAsTheWholeMesh) {
    const auto folder = new_folder("whole");
    const Mesh room = generate_engine_room({.triangles = 60'000}).value().mesh;
    (void)save_mesh(room, folder / "one.glb").value();
    GlbWriter writer = GlbWriter::create(folder / "many.glb").value();
    for (const Part& part : parts_of(room)) ASSERT_FALSE(writer.add(part.mesh));
    EXPECT_FALSE(std::filesystem::exists(folder / "many.glb"));
    ASSERT_FALSE(writer.finish());
    EXPECT_TRUE(bytes_of(folder / "one.glb") == bytes_of(folder / "many.glb"));
    GlbWriter empty = GlbWriter::create(folder / "empty.glb").value();
    ASSERT_FALSE(empty.finish());
    EXPECT_FALSE(bytes_of(folder / "empty.glb").empty());
    std::filesystem::remove_all(folder);
}

TEST(GlbWriter, LeavesNoFileUnlessFinished) {
    const auto folder = new_folder("unfinished");
    std::ofstream(folder / "old.glb") << "old";
    {
        GlbWriter writer = GlbWriter::create(folder / "old.glb").value();
        ASSERT_FALSE(writer.add(generate(GeneratedShape::cube).value()));
    }
    EXPECT_EQ(bytes_of(folder / "old.glb"), "old");
    EXPECT_EQ(files_in(folder), 1u);
    EXPECT_FALSE(GlbWriter::create(folder / "nowhere" / "x.glb"));
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace allide::test
