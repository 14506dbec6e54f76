// The public behaviour of a scene: ids, groups, filters, instances.
#include "model/model_data.hpp"
#include "support/random_geometry.hpp"

#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <atomic>
#include <limits>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

Model cube() {
    return Model::build(generate(GeneratedShape::cube).value()).value();  // a cube from -1 to 1
}

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Pairs numbers(const auto& pairs) {
    Pairs result;
    for (const auto& pair : pairs) result.emplace_back(pair.a.number, pair.b.number);
    return result;
}

// Objects added as meshes give the same answers as those added as models, on any threads and after a move.
TEST(Scene, BuildsModelsOfMeshesWhenNeeded) {
    const Mesh ball = generate(GeneratedShape::sphere, {.triangles = 2000}).value(),
               small = generate(GeneratedShape::cube).value();
    Scene of_models, of_meshes;
    for (int i = 0; i < 60; ++i) {
        const Mesh& mesh = i % 3 == 0 ? ball : small;
        const Pose pose = Pose::translation({1.75 * (i % 8), 1.75 * (i / 8), i % 7 == 0 ? 90.0 + i : 0.0});
        of_models.add(Model::build(mesh).value(), pose, {.name = "part"});
        const ObjectId id = of_meshes.add_mesh(mesh, pose, {.name = "part"}).value();
        EXPECT_EQ(of_meshes.mesh(id).triangles().data(), mesh.triangles().data());
    }
    EXPECT_EQ(numbers(of_meshes.candidate_pairs()), numbers(of_models.candidate_pairs()));
    EXPECT_EQ(numbers(of_meshes.colliding_pairs()), numbers(of_models.colliding_pairs()));
    for (Scene* scene : {&of_models, &of_meshes})
        scene->move(scene->objects()[7], Pose::translation({1, 1, 1}));
    EXPECT_EQ(numbers(of_meshes.colliding_pairs({.threads = 1})), numbers(of_models.colliding_pairs()));
    EXPECT_EQ(of_meshes.clashes().list, of_models.clashes().list);
    EXPECT_EQ(of_meshes.model(of_meshes.objects()[0]).mesh().triangles().size(), ball.triangles().size());
    of_meshes.remove(of_meshes.objects()[0]);
    EXPECT_EQ(of_meshes.size(), 59u);
}

// Cubes in a grid that share faces along one axis and interpenetrate along another, with balls among them.
TEST(Scene, ContactsMatchThoseOfEveryPair) {
    const Mesh ball = generate(GeneratedShape::sphere, {.triangles = 300}).value(),
               box = generate(GeneratedShape::cube).value();
    Scene scene;
    for (int i = 0; i < 60; ++i)
        scene.add_mesh(i % 5 == 0 ? ball : box, Pose::translation({2.0 * (i % 8), 1.75 * (i / 8), 0.0}))
            .value();
    scene.set_clearance("", "", 3);  // candidates that do not touch add no contacts
    std::vector<ObjectContacts> expected;
    const std::vector<ObjectId> ids = scene.objects();
    for (std::size_t i = 0; i < ids.size(); ++i)
        for (std::size_t j = i + 1; j < ids.size(); ++j) {
            auto pairs = contacts(scene.placed(ids[i]), scene.placed(ids[j])).pairs;
            if (!pairs.empty()) expected.push_back({ids[i], ids[j], std::move(pairs)});
        }
    ASSERT_GT(expected.size(), 60u);
    for (const unsigned threads : {0u, 1u, 2u, 3u}) EXPECT_EQ(scene.contacts({.threads = threads}), expected);
    EXPECT_EQ(scene.contacts({.search = Search::brute_force}), expected);
    EXPECT_EQ(numbers(scene.contacts()), numbers(scene.colliding_pairs()));
    scene.move(ids[7], Pose::translation({500, 0, 0}));
    EXPECT_EQ(numbers(scene.contacts()), numbers(scene.colliding_pairs()));
}

TEST(Scene, RefusesAMeshThatModelBuildRefuses) {
    MeshData data{.vertices = {{0, 0, 0}, {1, 0, 0}, {0, std::numeric_limits<double>::infinity(), 0}},
                  .triangles = {{0, 1, 2}}};
    Scene scene;
    const Result<ObjectId> refused = scene.add_mesh(Mesh::from(data).value());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::not_finite);
    EXPECT_EQ(scene.size(), 0u);
    data.triangles.clear();  // unused vertices have no effect
    EXPECT_TRUE(scene.add_mesh(Mesh::from(data).value()));
}

TEST(Scene, FindsThreeCubesInARow) {
    // Cubes 0 and 1 share a face; cube 2 is half a unit away from cube 1.
    Scene scene;
    const Model model = cube();
    scene.add(model);
    const ObjectId second = scene.add(model, Pose::translation({2, 0, 0}), {.name = "second"});
    const ObjectId third = scene.add(model, Pose::translation({4.5, 0, 0}));
    EXPECT_EQ(numbers(scene.colliding_pairs()), (Pairs{{0, 1}}));
    EXPECT_EQ(numbers(scene.candidate_pairs()), (Pairs{{0, 1}}));
    EXPECT_EQ(numbers(scene.candidate_pairs({.clearance = 0.5})), (Pairs{{0, 1}, {1, 2}}));
    EXPECT_EQ(numbers(scene.candidate_pairs({.clearance = 0.4375})), (Pairs{{0, 1}}));
    EXPECT_EQ(numbers(scene.colliding_pairs()), (Pairs{{0, 1}}));
    scene.move(third, Pose::translation({1, 1, 1}));
    EXPECT_EQ(numbers(scene.colliding_pairs()), (Pairs{{0, 1}, {0, 2}, {1, 2}}));
    scene.remove(second);
    EXPECT_EQ(numbers(scene.colliding_pairs()), (Pairs{{0, 2}}));
    EXPECT_EQ(scene.size(), 2u);
    EXPECT_EQ(scene.box(third), (Box{{0, 0, 0}, {2, 2, 2}}));
}

TEST(Scene, AnOldIdNamesNoNewObject) {
    Scene scene;
    const ObjectId first = scene.add(cube(), {}, {.name = "first"});
    scene.remove(first);
    EXPECT_FALSE(scene.has(first));
    const ObjectId next = scene.add(cube(), {}, {.name = "next", .group = "g"});
    EXPECT_NE(first, next);
    EXPECT_EQ(first.number, next.number);
    EXPECT_STREQ(scene.name(next), "next");
    EXPECT_EQ(scene.group(next), "g");
    EXPECT_EQ(scene.objects(), std::vector{next});
    EXPECT_THROW(scene.move(first, {}), PreconditionError);
    EXPECT_THROW(scene.remove(first), PreconditionError);
    EXPECT_THROW(scene.name({.number = 7}), PreconditionError);
    EXPECT_THROW(scene.candidate_pairs({.clearance = -1}), PreconditionError);
    EXPECT_THROW(scene.set_clearance("a", "b", std::numeric_limits<double>::infinity()), PreconditionError);
}

TEST(Scene, GroupsClearancesAndFilter) {
    // Eight cubes at intervals of 2.25, in two alternating groups.
    Scene scene;
    const Model model = cube();
    std::vector<ObjectId> ids;
    for (int i = 0; i < 8; ++i)
        ids.push_back(
            scene.add(model, Pose::translation({2.25 * i, 0, 0}), {.group = i % 2 ? "odd" : "even"}));
    EXPECT_TRUE(scene.candidate_pairs().empty());
    scene.set_clearance("odd", "even", 0.25);
    const auto near = scene.candidate_pairs();
    ASSERT_EQ(near.size(), 7u);
    EXPECT_EQ(near[3], (CandidatePair{ids[3], ids[4], 0.25}));
    // Cubes of the same group have gaps of 2.5 and no clearance of their own: the query's applies.
    EXPECT_EQ(scene.candidate_pairs({.clearance = 2.5}).size(), 13u);
    scene.ignore("odd", "odd");
    EXPECT_EQ(scene.candidate_pairs({.clearance = 2.5}).size(), 10u);
    scene.set_filter([&](ObjectId a, ObjectId b) { return a < b && a != ids[0]; });
    EXPECT_EQ(scene.candidate_pairs({.clearance = 2.5}).size(), 8u);
    scene.set_filter({});
    scene.set_clearance("odd", "even", 0);
    EXPECT_EQ(numbers(scene.candidate_pairs({.clearance = 2.5})), (Pairs{{0, 2}, {2, 4}, {4, 6}}));
}

TEST(Scene, AThrowingFilterLosesNoPair) {
    Scene scene;
    const Model model = cube();
    scene.add(model);
    scene.add(model, Pose::translation({1, 0, 0}));
    scene.set_filter([](ObjectId, ObjectId) -> bool { throw std::runtime_error("no"); });
    EXPECT_THROW(scene.candidate_pairs(), std::runtime_error);
    scene.set_filter({});
    EXPECT_EQ(scene.candidate_pairs().size(), 1u);
    const ObjectId third = scene.add(model);
    bool angry = true;
    scene.set_filter([&](ObjectId, ObjectId) { return angry ? throw std::runtime_error("no") : true; });
    EXPECT_THROW(scene.colliding_pairs(), std::runtime_error);
    angry = false;
    EXPECT_EQ(scene.colliding_pairs().size(), 3u);
    scene.move(third, Pose::translation({50, 0, 0}));
    EXPECT_EQ(scene.colliding_pairs().size(), 1u);
}

TEST(Scene, ModelsWithoutTrianglesTouchNothing) {
    Scene scene;
    const ObjectId nothing = scene.add(Model());
    scene.add(cube());
    const ObjectId other = scene.add(Model(), Pose::translation({1, 2, 3}));
    EXPECT_TRUE(scene.candidate_pairs({.clearance = 1e300}).empty());
    scene.move(nothing, Pose::translation({0.5, 0, 0}));
    scene.remove(other);
    EXPECT_TRUE(scene.colliding_pairs().empty());
}

TEST(Scene, InstancesShareTheirModel) {
    Scene scene;
    ObjectId first, second;
    {
        const Model model = cube();
        first = scene.add(model);
        second = scene.add(model, Pose::translation({3, 0, 0}));
    }
    EXPECT_EQ(&data_of(scene.placed(first)), &data_of(scene.placed(second)));
    scene.remove(first);
    const ObjectId third = scene.add(scene.model(second), Pose::translation({2, 0, 0}));
    EXPECT_EQ(&data_of(scene.placed(third)), &data_of(scene.placed(second)));
    EXPECT_EQ(scene.colliding_pairs().size(), 1u);
    Scene moved = std::move(scene);
    EXPECT_EQ(moved.colliding_pairs().size(), 1u);
}

// After a step, the filter is called only for new neighbours of objects that have left their enlarged ("fat")
// box.
TEST(Scene, AStepQueriesOnlyMovedObjects) {
    Scene scene;
    const Model model = cube();
    std::vector<ObjectId> ids;
    for (int i = 0; i < 1000; ++i)
        ids.push_back(
            scene.add(model, Pose::translation({1.75 * (i % 10), 1.75 * (i / 10 % 10), 1.75 * (i / 100)})));
    std::atomic<int> calls = 0;
    scene.set_filter([&](ObjectId, ObjectId) { return ++calls > 0; });
    const std::size_t all = scene.candidate_pairs().size();
    EXPECT_EQ(calls, static_cast<int>(all));
    EXPECT_GT(all, 10'000u);
    calls = 0;
    EXPECT_EQ(scene.candidate_pairs().size(), all);
    EXPECT_EQ(calls, 0);
    scene.move(ids[555], Pose::translation({8.75 + 0.125, 8.75, 8.75}));
    EXPECT_EQ(scene.candidate_pairs().size(), all);
    EXPECT_EQ(calls, 26);  // once for each of the moved object's 26 neighbours
    scene.move(ids[555], Pose::translation({8.75, 8.75, 8.75}));
    EXPECT_EQ(scene.candidate_pairs().size(), all);
    EXPECT_EQ(calls, 26);  // the moved object is still in its fat box
    scene.remove(ids[555]);
    EXPECT_EQ(scene.candidate_pairs().size(), all - 26);
    EXPECT_EQ(calls, 26);
}

// Each thread has its own scene of one shared model, and reads a common scene that no thread changes.
TEST(Scene, ScenesOfOneModelFromManyThreads) {
    const Model model = Model::build(generate(GeneratedShape::sphere, {.triangles = 300}).value()).value();
    Scene common;
    const ObjectId watched = common.add(model, Pose::translation({1, 2, 3}), {.name = "watched"});
    std::vector<std::vector<ObjectPair>> found(4);
    std::vector<std::thread> threads;
    for (auto& answer : found)
        threads.emplace_back([&] {
            Scene scene;
            base::Random random(21);
            for (int i = 0; i < 60; ++i) scene.add(common.model(watched), random_pose(random, 4));
            scene.candidate_pairs({.clearance = 0.25});
            for (const ObjectId id : scene.objects())
                if (id.number % 3 == 0) scene.move(id, common.pose(watched));
            answer = scene.colliding_pairs();
            EXPECT_STREQ(common.name(watched), "watched");
            EXPECT_LT(common.box(watched).hi.x, 2.01);
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_GT(found[0].size(), 20u);
    for (const auto& answer : found) EXPECT_EQ(answer, found[0]);
}

}  // namespace
}  // namespace allide::test
