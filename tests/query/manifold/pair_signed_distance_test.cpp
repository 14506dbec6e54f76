#include "query/manifold/some_bodies.hpp"
#include "support/effort.hpp"
#include "support/random_geometry.hpp"

#include <allide/allide.hpp>

#include <cmath>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

TEST(PairSignedDistance, OfBodies) {
    const ConvexBody ball = ConvexBody::sphere(1).value(), box = ConvexBody::box({1, 1, 1}).value();
    const auto at = [&](double z) {
        return signed_distance(ball.at(Pose::translation({0, 0, z})), box.at_rest());
    };
    EXPECT_NEAR(at(3).value, 1, 1e-12);
    EXPECT_NEAR(at(1.5).value, -0.5, 1e-12);
    EXPECT_NEAR(at(2).value, 0, 1e-12);
    for (const double z : {3.0, 2.0, 1.5}) EXPECT_NEAR(length(at(z).direction - Vec3{0, 0, 1}), 0, 1e-6) << z;
}

// Moving one shape changes the value by at most the length of the translation, also from separation to
// overlap.
TEST(PairSignedDistance, IsOneLipschitzForBodies) {
    base::Random random(91);
    int negative = 0;
    for (int round = 0; round < effort(400, 20'000); ++round) {
        const auto bodies = some_bodies(random);
        const ConvexBody &a = bodies[random.below(bodies.size())], &b = bodies[random.below(bodies.size())];
        const Pose p = random_pose(random, 1), q = random_pose(random, 0.3);
        const Vec3 step = std::ldexp(1.0, -static_cast<int>(random.below(20))) * random_point(random, 0.3);
        const auto before = signed_distance(a.at(p), b.at(q)),
                   after = signed_distance(a.at(p.translated(step)), b.at(q));
        ASSERT_LE(before.lower, before.upper);
        ASSERT_LE(before.lower, before.value);
        ASSERT_LE(before.value, before.upper);
        EXPECT_LE(before.lower - after.upper, length(step) * (1 + 1e-12) + 1e-11);
        EXPECT_LE(after.lower - before.upper, length(step) * (1 + 1e-12) + 1e-11);
        EXPECT_EQ(before.lower > 0, overlap_solid(a.at(p), b.at(q)).verdict == BodyVerdict::no);
        const auto other = signed_distance(b.at(q), a.at(p));
        EXPECT_NEAR(other.value, before.value, 1e-9);
        negative += before.value < 0 ? 1 : 0;
        // A small step along the direction increases the value.
        if (std::abs(before.value) < 1e-3) continue;
        const double little = 1e-4;
        EXPECT_GT(signed_distance(a.at(p.translated(little * before.direction)), b.at(q)).value,
                  before.value + 0.5 * little);
    }
    EXPECT_GT(negative, 0);
}

Model ball_model(double radius, std::size_t triangles) {
    const Mesh unit = generate(GeneratedShape::sphere, {.triangles = triangles}).value();
    MeshData data;
    for (const Vec3& v : unit.vertices()) data.vertices.push_back(radius / length(v) * v);
    data.triangles.assign(unit.triangles().begin(), unit.triangles().end());
    return Model::build(Mesh::from(std::move(data)).value()).value();
}

TEST(PairSignedDistance, OfMeshes) {
    const Model a = ball_model(1, 2000), b = ball_model(2, 2000);
    const auto at = [&](double x) {
        return signed_distance(a.at(Pose::translation({x, 0.001, 0.002})), b.at_rest(),
                               {.depth_error = 0.01});
    };
    EXPECT_NEAR(at(4).value, 1, 0.01);
    EXPECT_NEAR(at(2.5).value, -0.5, 0.02);
    EXPECT_NEAR(length(at(2.5).direction - Vec3{1, 0, 0}), 0, 0.2);
    // a is inside b without contact. The deepest point of a is on the side that is farthest from b's surface.
    const auto within = at(0.25);
    EXPECT_LT(within.upper, -1);
    const MeshData sheet{.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, .triangles = {{0, 1, 2}}};
    const Model open = Model::build(Mesh::from(sheet).value()).value();
    EXPECT_EQ(signed_distance(open.at_rest(), open.at_rest()).value, 0);
    const Model empty;
    EXPECT_EQ(signed_distance(empty.at_rest(), open.at_rest()).value, INFINITY);
}

TEST(PairSignedDistance, IsOneLipschitzForMeshes) {
    base::Random random(92);
    const Model a = ball_model(0.7, 300),
                b = Model::build(generate(GeneratedShape::torus, {.triangles = 500}).value()).value();
    for (int round = 0; round < effort(60, 2000); ++round) {
        const Pose p = random_pose(random, 1.2);
        const Vec3 step = random_point(random, 0.2);
        const auto before = signed_distance(a.at(p), b.at_rest(), {.depth_error = 0.01}),
                   after = signed_distance(a.at(p.translated(step)), b.at_rest(), {.depth_error = 0.01});
        ASSERT_LE(before.lower, before.upper);
        EXPECT_LE(before.lower - after.upper, length(step) + 1e-12);
        EXPECT_LE(after.lower - before.upper, length(step) + 1e-12);
        EXPECT_EQ(before.upper <= 0, overlap_solid(a.at(p), b.at_rest()) == SolidOverlap::yes);
    }
}

TEST(PairSignedDistance, IsOneLipschitzForABodyAndAMesh) {
    base::Random random(93);
    const Model torus = Model::build(generate(GeneratedShape::torus, {.triangles = 500}).value()).value();
    int negative = 0;
    for (int round = 0; round < effort(60, 2000); ++round) {
        const auto bodies = some_bodies(random);
        const ConvexBody& a = bodies[random.below(bodies.size())];
        const Pose p = random_pose(random, 1);
        const Vec3 step = random_point(random, 0.2);
        const auto before = signed_distance(a.at(p), torus.at_rest(), {.depth_error = 0.02}),
                   after = signed_distance(a.at(p.translated(step)), torus.at_rest(), {.depth_error = 0.02});
        ASSERT_LE(before.lower, before.upper);
        EXPECT_LE(before.lower - after.upper, length(step) + 1e-9);
        EXPECT_LE(after.lower - before.upper, length(step) + 1e-9);
        if (before.lower > 0) {
            EXPECT_EQ(collides(a.at(p), torus.at_rest()), BodyVerdict::no);
        }
        negative += before.value < 0 ? 1 : 0;
    }
    EXPECT_GT(negative, 0);
    const ConvexBody box = ConvexBody::box({1, 1, 1}).value();
    const Model ball = ball_model(0.5, 300);
    // A mesh of a ball around the centre of a box. The depth is that of the mesh's deepest point inside the
    // box; on a ball, these points lie on the box's diagonals, 1 − 0.5 / √3 from its faces.
    const auto inside = signed_distance(box.at_rest(), ball.at_rest(), {.depth_error = 1e-3});
    EXPECT_NEAR(inside.value, 0.5 / std::sqrt(3.0) - 1, 0.02);
}

}  // namespace
}  // namespace allide::test
