// find_clash stores the analysis of a part's surface with its model. The analysis is made once, may be used
// from many threads, and is made anew when the vertices of a deformable model move.
#include "clash_support.hpp"
#include "model/model_data.hpp"
#include "query/clash/find_clash.hpp"

#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace allide {
namespace {

using test::kind_of;

const query::SolidSurface& surface_of(const Model& model) {
    return query::cached_solid_surface(detail::ModelAccess::data(model)).of(model);
}

TEST(ClashCache, KeepsTheSurfaceWithTheModel) {
    const Model a = Model::build(generate(GeneratedShape::sphere, {.triangles = 500}).value()).value();
    const Model b = Model::build(generate(GeneratedShape::torus, {.triangles = 500}).value()).value();
    const Pose aside = Pose::translation({0.75, 0.1, 0});
    const auto first = find_clash(a.at_rest(), b.at(aside));
    ASSERT_EQ(kind_of(first), "hard");
    const query::SolidSurface* const surface = &surface_of(a);
    EXPECT_EQ(find_clash(a.at_rest(), b.at(aside)), first);
    EXPECT_EQ(&surface_of(a), surface);
    const Model copy = a;  // shares the data
    EXPECT_EQ(&surface_of(copy), surface);
    EXPECT_EQ(find_clash(copy.at_rest(), b.at(aside)), first);
}

TEST(ClashCache, TakesModelsOfEveryVolume) {
    const Mesh mesh = generate(GeneratedShape::sphere, {.triangles = 500}).value();
    const Pose aside = Pose::translation({0.75, 0.1, 0});
    const Model plain = Model::build(mesh).value();
    const auto expected = find_clash(plain.at_rest(), plain.at(aside));
    for (const Volume volume : {Volume::aabb, Volume::obb, Volume::sphere, Volume::kdop14}) {
        const Model model = Model::build(mesh, {.volume = volume}).value();
        EXPECT_EQ(find_clash(model.at_rest(), plain.at(aside)), expected);
    }
}

TEST(ClashCache, IsSafeFromManyThreads) {
    const Model a = Model::build(generate(GeneratedShape::sphere, {.triangles = 2000}).value()).value();
    const Model b = Model::build(generate(GeneratedShape::box, {.triangles = 300}).value()).value();
    const auto pose = [](std::size_t i) { return Pose::translation({0.05 * static_cast<double>(i), 0, 0}); };
    std::vector<std::optional<PairClash>> found(32);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (std::size_t i = t; i < found.size(); i += 4)
                found[i] = find_clash(a.at_rest(), b.at(pose(i)));
        });
    for (std::thread& thread : threads) thread.join();
    for (std::size_t i = 0; i < found.size(); ++i)
        EXPECT_EQ(found[i], find_clash(a.at_rest(), b.at(pose(i)))) << i;
}

TEST(ClashCache, FollowsMovingVertices) {
    const Mesh mesh = generate(GeneratedShape::sphere, {.triangles = 500}).value();
    DeformableModel moving = DeformableModel::build(mesh).value();
    const Model fixed = Model::build(generate(GeneratedShape::torus, {.triangles = 500}).value()).value();
    for (const double x : {0.0, 0.5, 1.0, 5.0}) {
        std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
        for (Vec3& v : vertices) v.x += x;
        ASSERT_TRUE(moving.move_vertices(vertices));
        const Model rebuilt = Model::build(moving.mesh()).value();
        EXPECT_EQ(find_clash(moving.at_rest(), fixed.at_rest()),
                  find_clash(rebuilt.at_rest(), fixed.at_rest()))
            << x;
    }
    // A snapshot and the model from which it was taken have separate surfaces.
    const Model snapshot = moving.snapshot();
    const auto before = find_clash(snapshot.at_rest(), fixed.at_rest(), {.clearance = 10});
    std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
    ASSERT_TRUE(moving.move_vertices(vertices));
    EXPECT_NE(find_clash(moving.at_rest(), fixed.at_rest(), {.clearance = 10}), before);
    EXPECT_EQ(find_clash(snapshot.at_rest(), fixed.at_rest(), {.clearance = 10}), before);
}

}  // namespace
}  // namespace allide
