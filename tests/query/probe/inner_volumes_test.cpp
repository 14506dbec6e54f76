// Inner boxes do not change any answer.
#include "query/probe/inner_volumes.hpp"

#include "support/random_geometry.hpp"

#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <gtest/gtest.h>

namespace allide {
namespace {

Mesh joined(const Mesh& a, const Mesh& b, double size) {
    MeshData data;
    data.vertices.assign(a.vertices().begin(), a.vertices().end());
    data.triangles.assign(a.triangles().begin(), a.triangles().end());
    const auto first = static_cast<std::uint32_t>(data.vertices.size());
    for (const Vec3& v : b.vertices()) data.vertices.push_back({size * v.x, size * v.y, size * v.z});
    // The second surface gets the opposite orientation, so that it bounds a cavity by either inside rule.
    for (const TriangleIndices& t : b.triangles())
        data.triangles.push_back({first + t[0], first + t[2], first + t[1]});
    return Mesh::from(std::move(data)).value();
}

Mesh resized(const Mesh& mesh, double size) {
    return joined(Mesh(), mesh, size);
}

Mesh opened(const Mesh& mesh) {
    MeshData data;
    data.vertices.assign(mesh.vertices().begin(), mesh.vertices().end());
    data.triangles.assign(mesh.triangles().begin() + 1, mesh.triangles().end());
    return Mesh::from(std::move(data)).value();
}

struct Twins {
    explicit Twins(const Mesh& mesh)
        : plain(Model::build(mesh).value()),
          boxed(Model::build(mesh, {.inner_volumes = InnerVolumes::boxes}).value()) {}
    Model plain, boxed;
};

TEST(InnerVolumes, ChangeNoAnswer) {
    const Mesh ball = generate(GeneratedShape::sphere, {.triangles = 300}).value();
    std::vector<Twins> bodies;
    for (const GeneratedShape shape :
         {GeneratedShape::sphere, GeneratedShape::torus, GeneratedShape::noisy_torus,
          GeneratedShape::cylinder, GeneratedShape::cube})
        bodies.emplace_back(generate(shape, {.triangles = 300}).value());
    bodies.emplace_back(joined(ball, ball, 0.6));
    bodies.emplace_back(opened(ball));
    bodies.emplace_back(resized(generate(GeneratedShape::cube).value(), 0.1));
    bodies.emplace_back(resized(opened(ball), 0.1));
    base::Random random(717);
    int by_overlap = 0, by_holding = 0;
    for (int round = 0; round < 4000; ++round) {
        const Twins &a = bodies[random.below(bodies.size())], &b = bodies[random.below(bodies.size())];
        const double spread = round % 2 == 0 ? 0.5 : 1.5, away = round % 5 == 0 ? 1e4 : 0;
        const Pose pose_a = test::random_pose(random, spread).translated({away, -away, away}),
                   pose_b = round % 7 == 0
                                ? pose_a
                                : test::random_pose(random, spread).translated({away, -away, away});
        const InsideRule rule = round % 3 == 0 ? InsideRule::winding : InsideRule::odd;
        ASSERT_EQ(overlap_solid(a.boxed.at(pose_a), b.boxed.at(pose_b), {.rule = rule}),
                  overlap_solid(a.plain.at(pose_a), b.plain.at(pose_b), {.rule = rule}))
            << round;
        ASSERT_EQ(contains(a.boxed.at(pose_a), b.boxed.at(pose_b), {.rule = rule}),
                  contains(a.plain.at(pose_a), b.plain.at(pose_b), {.rule = rule}))
            << round;
        ASSERT_EQ(collides(a.boxed.at(pose_a), b.boxed.at(pose_b)),
                  collides(a.plain.at(pose_a), b.plain.at(pose_b)));
        by_overlap += query::inner_boxes_overlap(a.boxed.at(pose_a), b.boxed.at(pose_b)) ? 1 : 0;
        by_holding += query::lies_in_inner_box(b.boxed.at(pose_b), a.boxed.at(pose_a)) ? 1 : 0;
    }
    EXPECT_GT(by_overlap, 500);
    EXPECT_GT(by_holding, 50);
}

TEST(InnerVolumes, DecideDeepOverlaps) {
    const Twins ball(generate(GeneratedShape::sphere, {.triangles = 2000}).value());
    EXPECT_TRUE(
        query::inner_boxes_overlap(ball.boxed.at_rest(), ball.boxed.at(Pose::translation({0.3, 0.2, 0.1}))));
    EXPECT_FALSE(query::inner_boxes_overlap(ball.plain.at_rest(), ball.boxed.at_rest()));
    EXPECT_FALSE(
        query::inner_boxes_overlap(ball.boxed.at_rest(), ball.boxed.at(Pose::translation({1e300, 0, 0}))));
}

}  // namespace
}  // namespace allide
