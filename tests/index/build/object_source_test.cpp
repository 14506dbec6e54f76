// Reading part by part gives the same parts as load_mesh(), for every format, thread count and memory limit.
#include "index/build/object_source.hpp"

#include "index/file/object_record.hpp"
#include "index/scene_of_boxes.hpp"
#include "io/gltf/gltf_files.hpp"

#include <allide/allide.hpp>
#include <allide/extra/engine_rooms.hpp>
#include <allide/extra/shapes.hpp>

#include <fstream>
#include <iterator>
#include <map>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

using index::Bytes;
using index::IndexFailure;
using index::ObjectSource;
using index::ObjectSummary;
using index::SourceObject;

std::vector<SourceObject> objects_of(const std::vector<std::filesystem::path>& files,
                                     std::optional<std::uint64_t> limit = {}, unsigned threads = 0) {
    ObjectSource source(files, {.memory_limit = limit, .threads = threads});
    std::vector<SourceObject> objects;
    std::uint64_t done = 0;
    for (auto batch = source.next(); !batch.empty(); batch = source.next()) {
        EXPECT_GE(source.done(), done);
        done = source.done();
        objects.insert(objects.end(), std::move_iterator(batch.begin()), std::move_iterator(batch.end()));
    }
    EXPECT_EQ(source.done(), source.all());
    return objects;
}

// Compares the objects with the parts that load_mesh() reads from the files.
void expect_parts(const std::vector<std::filesystem::path>& files, const std::vector<SourceObject>& objects) {
    std::vector<Part> parts;
    for (const auto& file : files)
        for (Part& part : parts_of(load_mesh(file).value())) parts.push_back(std::move(part));
    ASSERT_EQ(objects.size(), parts.size());
    std::map<std::uint32_t, Bytes> shapes;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const ObjectSummary summary = index::read_summary(objects[i].summary);
        if (!objects[i].shape_bytes.empty()) {
            EXPECT_EQ(objects[i].shape, shapes.size());
            shapes[objects[i].shape] = objects[i].shape_bytes;
        }
        ASSERT_TRUE(shapes.count(objects[i].shape)) << i;
        EXPECT_EQ(summary.name, parts[i].name);
        EXPECT_EQ(summary.digest, digest_of(parts[i].mesh));
        EXPECT_EQ(summary.triangles, parts[i].mesh.triangles().size());
        EXPECT_EQ(summary.box, objects[i].box);
        const Model model = index::read_shape(shapes[objects[i].shape], summary);
        ASSERT_EQ(model.mesh().triangles().size(), parts[i].mesh.triangles().size());
        for (std::uint32_t t = 0; t < model.mesh().triangles().size(); ++t)
            ASSERT_EQ(model.mesh().corners(t), parts[i].mesh.corners(t)) << parts[i].name;
    }
}

void write(const std::filesystem::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
}

TEST(ObjectSource, ReadsThePartsOfEveryFormat) {
    const ScratchFolder folder;
    const Mesh room = generate_engine_room({.triangles = 60'000}).value().mesh;
    for (const char* name : {"room.glb", "room.obj"}) {
        const std::vector files{folder / name};
        (void)save_mesh(room, files[0]).value();
        expect_parts(files, objects_of(files));
    }
    const Mesh ball = generate(GeneratedShape::sphere, {.triangles = 300}).value();
    std::vector<std::filesystem::path> files;
    for (const char* name : {"a.stl", "b.ply", "c.obj", "d.glb"}) {
        files.push_back(folder / name);
        (void)save_mesh(ball, files.back()).value();
    }
    expect_parts(files, objects_of(files));
}

TEST(ObjectSource, IsTheSameForAnyThreadsAndMemory) {
    const ScratchFolder folder;
    const std::vector files{folder / "room.glb"};
    (void)save_mesh(generate_engine_room({.triangles = 60'000}).value().mesh, files[0]).value();
    const auto wanted = objects_of(files, {}, 1);
    for (const auto& [limit, threads] :
         {std::pair(std::uint64_t{1} << 30, 3u), std::pair(std::uint64_t{100'000}, 2u)}) {
        const auto found = objects_of(files, limit, threads);
        ASSERT_EQ(found.size(), wanted.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            EXPECT_EQ(found[i].summary, wanted[i].summary);
            EXPECT_EQ(found[i].shape_bytes, wanted[i].shape_bytes);
        }
    }
}

// A mesh of a square with several instances (unchanged, translated, rotated and mirrored below a scaled
// node), and one with a single instance.
TEST(ObjectSource, StoresInstancesOnce) {
    const ScratchFolder folder;
    const std::string nodes =
        R"([{"children":[1,2,3],"scale":[2,3,1]},{"mesh":0,"name":"first"},)"
        R"({"mesh":0,"translation":[0.1,0.2,0.3]},{"mesh":0,"rotation":[0.1,0.7,0.1,0.7],"scale":[-1,1,1]},)"
        R"({"mesh":0}])";
    const std::string more = R"("scene":0,"scenes":[{"nodes":[0,4]}],)";
    const std::vector files{folder / "squares.gltf", folder / "squares.glb", folder / "beside.gltf"};
    write(files[0], square_gltf(nodes, more));
    write(files[1], glb(square_document(nodes, more, ""), square_bytes()));
    write(files[2], square_document(nodes, more, R"(,"uri":"beside.bin")"));
    write(folder / "beside.bin", square_bytes());
    for (const auto& file : files) {
        const auto objects = objects_of({file});
        expect_parts({file}, objects);
        ASSERT_EQ(objects.size(), 4u);
        for (const SourceObject& object : objects) EXPECT_EQ(object.shape, 0u);
        EXPECT_FALSE(objects[0].shape_bytes.empty());
        EXPECT_TRUE(objects[3].shape_bytes.empty());
    }
    expect_parts(files, objects_of(files));
    // A mesh with one instance is stored in the scene's coordinates.
    write(files[0], square_gltf(R"([{"mesh":0,"translation":[0.1,0.2,0.3]}])"));
    const auto objects = objects_of({files[0]});
    expect_parts({files[0]}, objects);
    EXPECT_FALSE(index::read_summary(objects.at(0).summary).matrix);
}

void expect_error(const std::filesystem::path& file, const std::string& words) {
    try {
        objects_of({file});
        ADD_FAILURE() << "no error: " << words;
    } catch (const IndexFailure& failure) {
        EXPECT_EQ(failure.error.file, file.string());
        EXPECT_NE(failure.error.text().find(words), std::string::npos) << failure.error.text();
    }
}

TEST(ObjectSource, ErrorsNameFileAndPart) {
    const ScratchFolder folder;
    expect_error(folder / "missing.glb", "cannot open");
    write(folder / "empty.obj", "");
    expect_error(folder / "empty.obj", "empty");
    write(folder / "word.obj", "v 0 0 x\n");
    expect_error(folder / "word.obj", "word.obj:1");
    write(folder / "nan.obj", "o good\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no bad\nv nan 0 0\nf 1 2 4\n");
    expect_error(folder / "nan.obj", "(part 'bad')");
    write(folder / "cut.glb", glb(square_document(R"([{"mesh":0}])", "", ""), square_bytes().substr(0, 40)));
    expect_error(folder / "cut.glb", "buffer");
    write(folder / "none.gltf", R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{}]})");
    expect_error(folder / "none.gltf", "expected triangles");
    // Products of the nodes' scales would give coordinates beyond the largest double.
    write(folder / "far.gltf",
          square_gltf(R"([{"children":[1,2],"scale":[1e308,1e308,1]},)"
                      R"({"mesh":0,"name":"far","scale":[3,1,1],"translation":[1,0,0]},{"mesh":0}])"));
    expect_error(folder / "far.gltf", "finite");
}

}  // namespace
}  // namespace allide::test
