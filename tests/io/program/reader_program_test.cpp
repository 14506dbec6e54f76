// Reader programs that are missing, crash, hang or send invalid data, and the errors that result.
#include "io/program/reader_program.hpp"

#include "io/file/failure.hpp"
#include "io/program/assembly_message.hpp"
#include "io/program/with_readers.hpp"
#include "io/reading.hpp"

#include <cmath>
#include <fstream>

namespace allide {
namespace {

using namespace test;

constexpr std::string_view step_text = "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('AUTOMOTIVE_DESIGN'));\n";

// Reads a STEP file with this shell script in place of the program allide-read-step.
Result<Mesh> read_by_script(const std::string& script) {
    const auto program = temporary("allide-read-step");
    std::ofstream(program) << "#!/bin/sh\n" << script << '\n';
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    const Variable readers("ALLIDE_READERS", program.parent_path().string());
    return read(step_text, "wheel.stp");
}

Assembly small_assembly() {
    MeshData data{.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 0.1, -0.0}}, .triangles = {{0, 1, 2}, {2, 1, 0}}};
    data.part_names = {"wheel"};
    data.part_traits = {{.sag = 0.25, .colour = Colour{0, 0.5, 1}}};
    data.coloured = {{1, 1, Colour{1, 0, 0}}};
    Assembly assembly;
    assembly.meshes.push_back(Mesh::from(data).value());
    assembly.instances.push_back({.name = "a", .traits = {.sag = 0.25}});
    assembly.instances.push_back(
        {.name = "", .matrix = {0, -1, 0, 7, 1, 0, 0, 8, 0, 0, 1, 9}, .first_triangle = 2});
    assembly.notes = {{.message = "odd", .line = 3}, {.message = "odder", .triangle = 1}};
    return assembly;
}

TEST(ReaderProgram, the_error_for_a_missing_program_says_what_to_install) {
    const Variable readers("ALLIDE_READERS", "/nowhere"), path("PATH", "");
    const auto step = read(step_text, "wheel.stp");
    ASSERT_FALSE(step);
    EXPECT_EQ(step.error().code, ErrorCode::unknown_format);
    EXPECT_EQ(step.error().file, "wheel.stp");
    for (const char* const word : {"Open CASCADE", "apt install libocct-data-exchange-dev", "build again"})
        EXPECT_NE(step.error().message.find(word), std::string::npos) << step.error().text();
    const auto foreign = read("<COLLADA/>", "wheel.dae");
    ASSERT_FALSE(foreign);
    for (const char* const word : {"Assimp", "apt install libassimp-dev", "build again"})
        EXPECT_NE(foreign.error().message.find(word), std::string::npos) << foreign.error().text();
}

TEST(ReaderProgram, no_program_is_started_for_an_unknown_format) {
    const auto unknown = read_by_script("exit 1");
    ASSERT_FALSE(unknown);
    const auto text = read("hello", "readme.txt");
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().code, ErrorCode::unknown_format);
}

TEST(ReaderProgram, a_crash_gives_an_error_that_names_the_file) {
    for (const char* const script :
         {"kill -SEGV $$", "exit 3", "cat; kill -KILL $$", "echo hello; exit 0", "exit 0"}) {
        const auto read = read_by_script(script);
        ASSERT_FALSE(read) << script;
        EXPECT_EQ(read.error().file, "wheel.stp") << script;
    }
}

TEST(ReaderProgram, a_hanging_program_is_ended_at_the_time_limit) {
    const Variable limit("ALLIDE_READER_SECONDS", "1");
    const auto hanging = read_by_script("while :; do :; done");
    ASSERT_FALSE(hanging);
    EXPECT_EQ(hanging.error().code, ErrorCode::too_large);
    EXPECT_EQ(hanging.error().text(),
              "wheel.stp: Open CASCADE took more than 1 s of processor time to read it, the limit for reader "
              "programs; ALLIDE_READER_SECONDS sets another limit");
}

TEST(ReaderProgram, limits_grow_with_the_file_and_can_be_set) {
    const io::ReaderLimits small = io::reader_limits(0), large = io::reader_limits(10 << 20);
    EXPECT_EQ(small.seconds, 60u);
    EXPECT_EQ(large.seconds, 660u);
    EXPECT_GT(small.bytes, 0u);
    EXPECT_LE(small.bytes, 4ull << 30);
    EXPECT_GE(large.bytes, small.bytes);
    const Variable seconds("ALLIDE_READER_SECONDS", "7"), memory("ALLIDE_READER_MEBIBYTES", "3");
    EXPECT_EQ(io::reader_limits(10 << 20).seconds, 7u);
    EXPECT_EQ(io::reader_limits(10 << 20).bytes, 3u << 20);
}

TEST(ReaderProgram, a_limit_that_is_not_a_positive_integer_is_an_error) {
    for (const char* const value : {"", "0", "-1", "1.5", "60s", "99999999999999999999"}) {
        const Variable limit("ALLIDE_READER_SECONDS", value);
        const auto read = read_by_script("exit 0");
        ASSERT_FALSE(read) << value;
        EXPECT_EQ(read.error().text(), std::string("wheel.stp: ALLIDE_READER_SECONDS: expected a positive "
                                                   "integer, found \"") +
                                           value + '"');
    }
}

TEST(ReaderProgram, gets_the_bytes_the_name_and_the_sag) {
    const auto seen = temporary("seen"), message = temporary("message");
    std::ofstream(message) << io::encoded(small_assembly());
    const std::string script =
        "{ echo \"$1 $2\"; cat; } > '" + seen.string() + "'; cat '" + message.string() + "'";
    const auto mesh = read_by_script(script);
    ASSERT_TRUE(mesh) << mesh.error().text();
    EXPECT_EQ(mesh->triangles().size(), 4u);
    std::ifstream in(seen);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    EXPECT_EQ(text, "wheel.stp \n" + std::string(step_text));
}

TEST(AssemblyMessage, assemblies_are_decoded_unchanged) {
    const Assembly sent = small_assembly();
    const Assembly got = io::decoded(io::encoded(sent), "wheel.stp").value();
    ASSERT_EQ(got.meshes.size(), 1u);
    EXPECT_EQ(vertices_of(got.meshes[0]), vertices_of(sent.meshes[0]));
    EXPECT_TRUE(std::signbit(got.meshes[0].vertices()[2].z));
    EXPECT_EQ(triangles_of(got.meshes[0]), triangles_of(sent.meshes[0]));
    EXPECT_EQ(got.meshes[0].part_traits(0), sent.meshes[0].part_traits(0));
    EXPECT_EQ(got.meshes[0].colour_of(0), (Colour{0, 0.5, 1}));
    EXPECT_EQ(got.meshes[0].colour_of(1), (Colour{1, 0, 0}));
    EXPECT_EQ(got.meshes[0].part_names()[0], "wheel");
    EXPECT_EQ(got.meshes[0].source(), "wheel.stp");
    ASSERT_EQ(got.instances.size(), 2u);
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(got.instances[i].name, sent.instances[i].name);
        EXPECT_EQ(got.instances[i].matrix, sent.instances[i].matrix);
        EXPECT_EQ(got.instances[i].first_triangle, sent.instances[i].first_triangle);
        EXPECT_EQ(got.instances[i].traits, sent.instances[i].traits);
    }
    ASSERT_EQ(got.notes.size(), 2u);
    EXPECT_EQ(got.notes[0].message, "odd");
    EXPECT_EQ(got.notes[0].line, 3u);
    EXPECT_EQ(got.notes[1].triangle, 1u);
}

TEST(AssemblyMessage, errors_are_decoded_with_the_name_of_the_file) {
    const Error sent{.code = ErrorCode::too_large, .message = "too much", .line = 12};
    const auto got = io::decoded(io::encoded(sent), "wheel.stp");
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().text(), "wheel.stp:12: too much");
    EXPECT_EQ(got.error().code, ErrorCode::too_large);
}

TEST(AssemblyMessage, truncated_and_changed_messages_are_detected) {
    const std::string whole = io::encoded(small_assembly());
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_THROW(static_cast<void>(io::decoded(std::string_view(whole).substr(0, size), "")), io::Failure)
            << size;
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ 0xff);
        try {
            const auto got = io::decoded(changed, "");
            if (got) {
                EXPECT_TRUE(got->flattened());
            }
        } catch (const io::Failure&) {
            continue;
        }
    }
}

TEST(Traits, of_an_instance_take_precedence_over_those_of_its_mesh) {
    const Mesh mesh = small_assembly().flattened().value();
    EXPECT_EQ(mesh.part_traits(0), (PartTraits{.sag = 0.25}));
    EXPECT_EQ(mesh.part_traits(1), (PartTraits{.sag = 0.25, .colour = Colour{0, 0.5, 1}}));
    ASSERT_EQ(mesh.coloured_triangles().size(), 2u);
    EXPECT_EQ(mesh.coloured_triangles()[1], (ColouredTriangles{3, 1, Colour{1, 0, 0}}));
    EXPECT_EQ(inspect(mesh)[1].coloured, (std::vector<ColouredTriangles>{{3, 1, Colour{1, 0, 0}}}));
}

}  // namespace
}  // namespace allide
