// DeformableModel: rejected positions, snapshots and copies, and when a rebuild is suggested. Answers of
// queries on deformable models are compared in tests/query.
#include "base/random.hpp"
#include "base/tasks.hpp"
#include "model/model_data.hpp"
#include "support/random_geometry.hpp"
#include "support/same_trees.hpp"
#include "tree/wide/validate.hpp"

#include <allide/extra/shapes.hpp>

#include <limits>

#include <gtest/gtest.h>

namespace allide {
namespace {

const tree::WideTree& tree_of(const DeformableModel& model) {
    return std::get<tree::WideTree>(data_of(model.at_rest()).tree);
}

void expect_valid(const DeformableModel& model, const std::string& when) {
    const auto defect = tree::validate(tree_of(model), model.mesh());
    EXPECT_FALSE(defect) << when << ": " << *defect;
}

std::vector<Vec3> positions_of(const Mesh& mesh) {
    return {mesh.vertices().begin(), mesh.vertices().end()};
}

// The same mesh, but every triangle has its own three vertices, so that triangles can separate.
Mesh in_pieces(const Mesh& mesh) {
    MeshData data;
    for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i) {
        for (const Vec3& corner : mesh.corners(i)) data.vertices.push_back(corner);
        data.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    return Mesh::from(std::move(data)).value();
}

// Exchanges the positions of the chosen triangles among each other.
std::vector<Vec3> exchanged(const Mesh& pieces, std::span<const std::uint32_t> chosen, std::uint64_t seed) {
    base::Random random(seed);
    std::vector<Vec3> out = positions_of(pieces);
    for (std::size_t i = 0; i + 1 < chosen.size(); ++i) {
        const std::size_t j = i + random.below(chosen.size() - i);
        for (std::size_t c = 0; c < 3; ++c) std::swap(out[3 * chosen[i] + c], out[3 * chosen[j] + c]);
    }
    return out;
}

TEST(DeformableModel, RefusesBadPositionsAndChangesNothing) {
    const Mesh mesh = Mesh::from({.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {9, 9, 9}, {0, 0, 1}},
                                  .triangles = {{0, 1, 2}, {0, 1, 4}},
                                  .source = "cloth.obj"})
                          .value();
    DeformableModel model = DeformableModel::build(mesh).value();
    const tree::WideTree before = tree_of(model);
    const double nan = std::numeric_limits<double>::quiet_NaN(),
                 infinity = std::numeric_limits<double>::infinity();
    const std::vector<Vec3> good = positions_of(mesh);

    const auto expect_refused = [&](const std::vector<Vec3>& positions, ErrorCode code) {
        const Result<TreeAge> result = model.move_vertices(positions);
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().code, code);
        EXPECT_NE(result.error().text().find("cloth.obj"), std::string::npos);
        EXPECT_TRUE(test::same_trees(tree_of(model), before));
        EXPECT_TRUE(std::equal(good.begin(), good.end(), model.mesh().vertices().begin()));
    };
    expect_refused({}, ErrorCode::bad_argument);
    expect_refused({good.begin(), good.end() - 1}, ErrorCode::bad_argument);
    for (const double bad : {nan, infinity, -infinity}) {
        for (const std::size_t vertex : {0u, 1u, 2u, 4u}) {
            for (double Vec3::*coordinate : {&Vec3::x, &Vec3::y, &Vec3::z}) {
                std::vector<Vec3> positions = good;
                for (Vec3& x : positions) x.x += 1;
                positions[vertex].*coordinate = bad;
                expect_refused(positions, ErrorCode::not_finite);
                EXPECT_EQ(model.move_vertices(positions).error().vertex, vertex);
            }
        }
    }
    // A vertex that no triangle uses does not matter.
    std::vector<Vec3> positions = good;
    positions[3] = {nan, infinity, 0};
    EXPECT_TRUE(model.move_vertices(positions));
    expect_valid(model, "a vertex that is not used");
}

TEST(DeformableModel, RefusesOtherVolumesAndBuilders) {
    const Mesh mesh = generate(GeneratedShape::icosahedron).value();
    EXPECT_EQ(DeformableModel::build(mesh, {.volume = Volume::obb}).error().code, ErrorCode::bad_argument);
    EXPECT_EQ(DeformableModel::build(mesh, {.builder = Builder::mean}).error().code, ErrorCode::bad_argument);
    EXPECT_EQ(DeformableModel::build(mesh, {.realign = Realign::zachmann}).error().code,
              ErrorCode::bad_argument);
    EXPECT_EQ(DeformableModel::build(mesh, {.inflation = -1}).error().code, ErrorCode::bad_argument);
    EXPECT_TRUE(DeformableModel::build(mesh, {.builder = Builder::median, .inflation = 0.5}));
    const Mesh broken =
        Mesh::from({.vertices = {{0, 0, 0}, {1, 0, 0}, {0, std::numeric_limits<double>::infinity(), 0}},
                    .triangles = {{0, 1, 2}}})
            .value();
    EXPECT_EQ(DeformableModel::build(broken).error().code, ErrorCode::not_finite);
}

TEST(DeformableModel, IsFreshWhenBuiltAndHasTheTreeOfAModel) {
    base::Random random(3);
    for (int i = 0; i < 10; ++i) {
        const Mesh mesh = test::random_body(random);
        const DeformableModel model = DeformableModel::build(mesh).value();
        const Model fixed = Model::build(mesh).value();
        EXPECT_TRUE(
            test::same_trees(tree_of(model), std::get<tree::WideTree>(data_of(fixed.at_rest()).tree)));
        EXPECT_EQ(model.age().cost, 1);
        EXPECT_FALSE(model.age().rebuild_suggested);
        EXPECT_EQ(model.tree().bytes, fixed.tree().bytes);
    }
}

TEST(DeformableModel, OfAnEmptyMeshHasNothingToMove) {
    DeformableModel model = DeformableModel::build(Mesh()).value();
    EXPECT_TRUE(model.move_vertices({}));
    EXPECT_EQ(model.rebuild_worst(), 0u);
    model.rebuild();
    EXPECT_FALSE(model.age().rebuild_suggested);
    expect_valid(model, "nothing");
}

// There are so many triangles that several threads share the work on large nodes.
TEST(DeformableModel, HasTheSameTreeForAnyNumberOfThreads) {
    const Mesh mesh = generate(GeneratedShape::noisy_torus, {.triangles = 120'000}).value();
    DeformableModel model = DeformableModel::build(mesh).value();
    std::vector<Vec3> positions = positions_of(mesh);
    for (Vec3& x : positions) x.z += 0.2 * std::sin(3 * x.x);
    std::vector<tree::WideTree> trees;
    for (const unsigned threads : {1u, 2u, 7u, 0u}) {
        ASSERT_TRUE(model.move_vertices(positions_of(mesh)));
        ASSERT_TRUE(model.move_vertices(positions, {.threads = threads}));
        trees.push_back(tree_of(model));
        EXPECT_TRUE(test::same_trees(trees.front(), trees.back())) << threads;
    }
    expect_valid(model, "many points");
    ASSERT_TRUE(model.move_vertices(positions_of(mesh)));
    const Model fixed = Model::build(mesh).value();
    EXPECT_TRUE(test::same_trees(tree_of(model), std::get<tree::WideTree>(data_of(fixed.at_rest()).tree)))
        << "back where it was built";
}

TEST(DeformableModel, SnapshotsAndCopiesOfTheMeshStayAsTheyAre) {
    const Mesh mesh = generate(GeneratedShape::sphere, {.triangles = 500}).value();
    DeformableModel model = DeformableModel::build(mesh).value();
    std::vector<Vec3> away = positions_of(mesh);
    for (Vec3& x : away) x.x += 10;

    const Model before = model.snapshot();
    const Mesh copy = model.mesh();
    ASSERT_TRUE(model.move_vertices(away));
    EXPECT_EQ(copy.vertices()[0], mesh.vertices()[0]);
    EXPECT_EQ(before.mesh().vertices()[0], mesh.vertices()[0]);
    EXPECT_EQ(model.mesh().vertices()[0], away[0]);
    EXPECT_FALSE(tree::validate(std::get<tree::WideTree>(data_of(before.at_rest()).tree), before.mesh()));

    const Model after = model.snapshot();
    model.rebuild();
    ASSERT_TRUE(model.move_vertices(positions_of(mesh)));
    EXPECT_EQ(after.mesh().vertices()[0], away[0]);
    EXPECT_FALSE(tree::validate(std::get<tree::WideTree>(data_of(after.at_rest()).tree), after.mesh()));
    expect_valid(model, "after snapshots");

    DeformableModel owner = std::move(model);
    EXPECT_EQ(owner.mesh().vertices()[0], mesh.vertices()[0]);
}

TEST(DeformableModel, SuggestsARebuildWhenTrianglesAreExchangedAndNotWhenAllMoveTogether) {
    const Mesh pieces = in_pieces(generate(GeneratedShape::sphere, {.triangles = 5000}).value());
    DeformableModel model = DeformableModel::build(pieces).value();
    std::vector<Vec3> together = positions_of(pieces);
    for (Vec3& x : together) x = {1e3 + 2e-6 * x.y, 2e-6 * x.z, -2e-6 * x.x};
    const TreeAge turned = model.move_vertices(together).value();
    EXPECT_NEAR(turned.cost, 1, 0.1);
    EXPECT_FALSE(turned.rebuild_suggested);
    EXPECT_EQ(model.rebuild_worst(), 0u);

    const TreeAge mixed = model.move_vertices(exchanged(pieces, tree_of(model).order, 7)).value();
    EXPECT_GT(mixed.cost, 10);
    EXPECT_TRUE(mixed.rebuild_suggested);
    expect_valid(model, "exchanged");
    model.rebuild();
    EXPECT_EQ(model.age().cost, 1);
    EXPECT_FALSE(model.age().rebuild_suggested);
    expect_valid(model, "rebuilt");
    const Model fixed = Model::build(model.mesh()).value();
    EXPECT_TRUE(test::same_trees(tree_of(model), std::get<tree::WideTree>(data_of(fixed.at_rest()).tree)));
}

TEST(DeformableModel, RebuildsOnlySubtreesThatBecameInefficient) {
    const Mesh pieces = in_pieces(generate(GeneratedShape::sphere, {.triangles = 8000}).value());
    DeformableModel model = DeformableModel::build(pieces).value();
    // The first triangles in the tree's order are neighbours, in one part of the tree.
    const std::vector<std::uint32_t> order = tree_of(model).order;
    const auto first_tenth = std::span(order).first(order.size() / 10);
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
        const double aged = model.move_vertices(exchanged(pieces, first_tenth, seed)).value().cost;
        const std::size_t divided = model.rebuild_worst();
        EXPECT_GT(divided, 0u);
        EXPECT_LT(divided, pieces.triangles().size() / 2);
        EXPECT_GT(aged, 1.5);
        EXPECT_LT(model.age().cost, 1.1);
        expect_valid(model, "partly rebuilt");
        EXPECT_EQ(model.rebuild_worst(), 0u) << "nothing is bad any more";
    }
}

}  // namespace
}  // namespace allide
