#include "model/model_data.hpp"
#include "support/effort.hpp"
#include "support/hostile_meshes.hpp"
#include "support/same_trees.hpp"

#include <allide/allide.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

namespace allide::test {
namespace {

namespace fs = std::filesystem;

class SavedModel : public ::testing::Test {
  protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("allide_saved_" + std::to_string(::getpid()));
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }
    fs::path file(const char* name) const { return folder_ / name; }

    fs::path folder_;
};

std::span<const std::byte> as_bytes(const std::string& text) {
    return std::as_bytes(std::span(text));
}

Mesh mesh_with_everything() {
    base::Random random(5);
    const Mesh body = generate(GeneratedShape::noisy_torus, {.triangles = 400, .seed = 3}).value();
    MeshData data;
    data.vertices.assign(body.vertices().begin(), body.vertices().end());
    data.triangles.assign(body.triangles().begin(), body.triangles().end());
    data.part_names = {"ring", "second part", ""};
    data.part_of.resize(data.triangles.size());
    for (std::size_t i = 0; i < data.part_of.size(); ++i) data.part_of[i] = i < 100 ? 0 : (i < 300 ? 1 : 2);
    data.part_traits = {{.sag = 0.25}, {.colour = Colour{0.5, 0.25, 1}}, {}};
    data.coloured = {{.first = 3, .count = 10, .colour = {1, 0, 0}},
                     {.first = 200, .count = 5, .colour = {0, 1, 0}}};
    data.source = "ring.stl";
    data.notes = {{.message = "something was left out", .line = 12}, {.message = "another", .triangle = 7}};
    return Mesh::from(std::move(data)).value();
}

bool same_models(const Model& a, const Model& b) {
    return same_trees(std::get<tree::WideTree>(data_of(a).tree), std::get<tree::WideTree>(data_of(b).tree));
}

void expect_same(const Mesh& a, const Mesh& b) {
    ASSERT_TRUE(std::ranges::equal(a.vertices(), b.vertices()));
    ASSERT_TRUE(std::ranges::equal(a.triangles(), b.triangles()));
    EXPECT_TRUE(std::ranges::equal(a.part_names(), b.part_names()));
    EXPECT_TRUE(std::ranges::equal(a.coloured_triangles(), b.coloured_triangles()));
    EXPECT_EQ(a.source(), b.source());
    ASSERT_EQ(a.notes().size(), b.notes().size());
    for (std::size_t i = 0; i < a.notes().size(); ++i) {
        EXPECT_EQ(a.notes()[i].message, b.notes()[i].message);
        EXPECT_EQ(a.notes()[i].line, b.notes()[i].line);
        EXPECT_EQ(a.notes()[i].triangle, b.notes()[i].triangle);
    }
    for (std::uint32_t i = 0; i < a.triangles().size(); ++i) ASSERT_EQ(a.part_of(i), b.part_of(i));
    for (std::uint32_t i = 0; i < a.part_names().size(); ++i) EXPECT_EQ(a.part_traits(i), b.part_traits(i));
}

TEST_F(SavedModel, KeepsEverything) {
    const Mesh mesh = mesh_with_everything();
    const Model model = Model::build(mesh, {.inflation = 0.01, .inner_volumes = InnerVolumes::boxes}).value();
    ASSERT_FALSE(save_model(model, file("ring.model")));
    const Model loaded = load_saved_model(file("ring.model")).value();
    expect_same(mesh, loaded.mesh());
    EXPECT_TRUE(same_models(model, loaded));
    EXPECT_FALSE(model.inner_boxes().empty());
    EXPECT_TRUE(std::ranges::equal(model.inner_boxes(), loaded.inner_boxes()));
    // load_model recognises the file by its content, and load_mesh reads the mesh alone.
    fs::rename(file("ring.model"), file("ring.stl"));
    EXPECT_TRUE(same_models(model, load_model(file("ring.stl")).value()));
    expect_same(mesh, load_mesh(file("ring.stl")).value());
    EXPECT_EQ(load_model(file("ring.stl"), {.volume = Volume::kdop14}).value().mesh().triangles().size(),
              mesh.triangles().size());
    // A copy outlives the file and the first model.
    std::optional<Model> copy;
    {
        const Model again = load_saved_model(file("ring.stl")).value();
        copy = again;
    }
    fs::remove(file("ring.stl"));
    EXPECT_TRUE(same_models(model, *copy));
}

TEST_F(SavedModel, GivesTheSameAnswers) {
    base::Random random(6);
    const Model a = Model::build(generate(GeneratedShape::torus, {.triangles = 3000}).value()).value(),
                b = Model::build(random_body(random)).value();
    ASSERT_FALSE(save_model(a, file("a.model")));
    ASSERT_FALSE(save_model(b, file("b.model")));
    const Model loaded_a = load_model(file("a.model")).value(),
                loaded_b = load_model(file("b.model")).value();
    for (int round = 0; round < effort(40, 1000); ++round) {
        const Pose p = random_pose(random, 0.7), q = random_pose(random, 0.7);
        const auto built = contacts(a.at(p), b.at(q)), loaded = contacts(loaded_a.at(p), loaded_b.at(q));
        EXPECT_EQ(built.pairs, loaded.pairs);
        EXPECT_EQ(built.stats.volume_tests, loaded.stats.volume_tests);
        EXPECT_EQ(distance(a.at(p), b.at(q)).value, distance(loaded_a.at(p), loaded_b.at(q)).value);
    }
    // A deformable model can be built from the mesh of a loaded model.
    DeformableModel deformed = DeformableModel::build(loaded_a.mesh()).value();
    EXPECT_EQ(deformed.mesh().triangles().size(), a.mesh().triangles().size());
}

// Changes one bit in every byte of a small file, truncates the file to every length, and appends bytes: each
// is detected.
TEST_F(SavedModel, FindsEveryDamage) {
    const Model model = Model::build(generate(GeneratedShape::octahedron).value()).value();
    const std::string bytes = saved_model_bytes(model).value();
    ASSERT_TRUE(read_saved_model(as_bytes(bytes), "x"));
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        std::string damaged = bytes;
        damaged[i] = static_cast<char>(damaged[i] ^ 1 << i % 8);
        const auto read = read_saved_model(as_bytes(damaged), "x.model");
        ASSERT_FALSE(read) << "byte " << i;
        ASSERT_EQ(read.error().file, "x.model");
        ASSERT_TRUE(read.error().byte);
    }
    for (std::size_t size = 0; size < bytes.size(); ++size)
        ASSERT_FALSE(read_saved_model(as_bytes(bytes.substr(0, size)), "x")) << size;
    ASSERT_FALSE(read_saved_model(as_bytes(bytes + '\0'), "x"));
}

TEST_F(SavedModel, NamesThePlaceOfDamage) {
    base::Random random(7);
    const Model model = Model::build(generate(GeneratedShape::torus, {.triangles = 20'000}).value()).value();
    const std::string bytes = saved_model_bytes(model).value();
    for (int round = 0; round < effort(50, 2000); ++round) {
        std::string damaged = bytes;
        const std::size_t at = 4096 + random.below(bytes.size() - 8192);
        damaged[at] = static_cast<char>(damaged[at] + 1 + static_cast<char>(random.below(255)));
        const auto read = read_saved_model(as_bytes(damaged), "big.model");
        ASSERT_FALSE(read);
        EXPECT_LE(*read.error().byte, at);
        EXPECT_GT(*read.error().byte + 65536, at);
        EXPECT_NE(read.error().text().find("big.model"), std::string::npos);
    }
}

TEST_F(SavedModel, RefusesWhatItCannotKeep) {
    const Mesh mesh = generate(GeneratedShape::octahedron).value();
    const Model other = Model::build(mesh, {.volume = Volume::kdop14}).value();
    ASSERT_TRUE(save_model(other, file("x.model")));
    EXPECT_FALSE(fs::exists(file("x.model")));
    EXPECT_FALSE(load_saved_model(file("missing.model")));
    EXPECT_FALSE(load_saved_model(folder_));
    std::ofstream(file("text.model")) << "not a model";
    EXPECT_EQ(load_saved_model(file("text.model")).error().file, file("text.model").string());
}

TEST_F(SavedModel, OfEveryKindOfMesh) {
    base::Random random(8);
    for (const NamedMesh& named : hostile_meshes(150, random)) {
        SCOPED_TRACE(named.name);
        const Model model = Model::build(named.mesh).value();
        const Model loaded = read_saved_model(as_bytes(saved_model_bytes(model).value()), "x").value();
        EXPECT_TRUE(same_models(model, loaded));
    }
    const Model empty;
    EXPECT_TRUE(
        read_saved_model(as_bytes(saved_model_bytes(empty).value()), "x").value().mesh().triangles().empty());
}

}  // namespace
}  // namespace allide::test
