#include "probe_support.hpp"
#include "support/effort.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

// Points above a face, inside, beyond a corner, on a face, on an edge and at a corner of a box.
TEST(SignedDistance, OfABox) {
    const Model box = build(box_mesh({0, 0, 0}, {2, 2, 2}));
    const auto at = [&](const Vec3& p) { return signed_distance(p, box.at_rest()).value(); };
    EXPECT_EQ(at({1, 0.5, 5}).value, 3);
    EXPECT_EQ(at({1, 0.5, 5}).gradient, (Vec3{0, 0, 1}));
    EXPECT_EQ(at({1, 0.5, 5}).normal, (Vec3{0, 0, 1}));
    const SignedDistance inside = at({1, 0.75, 1.75});
    EXPECT_EQ(inside.value, -0.25);
    EXPECT_EQ(inside.gradient, (Vec3{0, 0, 1}));
    EXPECT_EQ(inside.point, (Vec3{1, 0.75, 2}));
    const SignedDistance corner = at({3, 4, 4});
    EXPECT_EQ(corner.value, 3);
    EXPECT_NEAR(dot(corner.gradient, Vec3{1, 2, 2}), 3, 1e-14);
    const SignedDistance on_face = at({1, 0.5, 2});
    EXPECT_EQ(on_face.value, 0);
    EXPECT_EQ(on_face.lower, 0);
    EXPECT_EQ(on_face.upper, 0);
    EXPECT_NEAR(length(on_face.gradient - Vec3{0, 0, 1}), 0, 1e-14);
    EXPECT_NEAR(length(at({2, 1, 2}).gradient - normalized({1, 0, 1})), 0, 1e-12);
    EXPECT_NEAR(length(at({2, 2, 2}).gradient - normalized({1, 1, 1})), 0, 1e-12);
    // The gradient is exact however close the point is to the face.
    EXPECT_EQ(at({1, 0.5, std::nextafter(2, 3)}).gradient, (Vec3{0, 0, 1}));
    EXPECT_EQ(at({1, 0.5, std::nextafter(2, 1)}).gradient, (Vec3{0, 0, 1}));
    EXPECT_LT(at({1, 0.5, std::nextafter(2, 1)}).value, 0);
    const Model empty;
    EXPECT_FALSE(signed_distance({0, 0, 0}, empty.at_rest()));
    EXPECT_THROW(static_cast<void>(signed_distance({0, INFINITY, 0}, box.at_rest())), PreconditionError);
}

// A box in a box is a cavity by the odd rule, and part of the inside by the winding rule.
TEST(SignedDistance, FollowsTheRule) {
    MeshMaker maker;
    add_box(maker, {0, 0, 0}, {4, 4, 4});
    add_box(maker, {1, 1, 1}, {3, 3, 3});
    const Model nested = build(std::move(maker).mesh());
    EXPECT_EQ(signed_distance({2, 2, 1.25}, nested.at_rest())->value, 0.25);
    EXPECT_EQ(signed_distance({2, 2, 1.25}, nested.at_rest(), {.rule = InsideRule::winding})->value, -0.25);
}

// Compares with `nearest` and `contains` by brute force, which other tests compare with rational arithmetic.
TEST(SignedDistance, IsTheDistanceWithTheSideOfThePoint) {
    base::Random random(61);
    for (const NamedMesh& named : probe_meshes(random)) {
        SCOPED_TRACE(named.name);
        const Model model = build(named.mesh);
        const Extent extent = extent_of(named.mesh);
        for (int round = 0; round < effort(25, 400); ++round) {
            const Pose pose = any_pose(random, round, extent.size);
            const Vec3 point = mapped(pose, telling_point(random, named.mesh, extent));
            const auto found = signed_distance(point, model.at(pose));
            const auto near = nearest(model.at(pose), point, brute);
            ASSERT_EQ(found.has_value(), near.has_value());
            if (!found) continue;
            EXPECT_EQ(found->triangle, near->triangle);
            EXPECT_EQ(found->point, near->point);
            EXPECT_EQ(std::abs(found->value), near->distance);
            EXPECT_LE(found->lower, found->value);
            EXPECT_LE(found->value, found->upper);
            const PointLocation location = contains(model.at(pose), point, {.search = Search::brute_force});
            EXPECT_EQ(found->value < 0, location == PointLocation::inside && near->upper > 0);
            EXPECT_EQ(found->upper == 0 && found->lower == 0, near->upper == 0);
            EXPECT_EQ(*found, *signed_distance(point, model.at(pose), {.search = Search::brute_force}));
            if (found->gradient != Vec3{}) {
                EXPECT_NEAR(length(found->gradient), 1, 1e-12);
            }
        }
    }
}

// The value differs between two points by at most their distance, also if the surface is between them.
TEST(SignedDistance, IsOneLipschitzAndFollowsItsGradient) {
    base::Random random(62);
    for (const GeneratedShape shape :
         {GeneratedShape::torus, GeneratedShape::noisy_torus, GeneratedShape::box}) {
        const Model model = build(generate(shape, {.triangles = 600, .seed = 3}).value());
        for (int round = 0; round < effort(2000, 100'000); ++round) {
            const Vec3 p = random_point(random, 1.3);
            const double reach = std::ldexp(1.0, -static_cast<int>(random.below(30)));
            const Vec3 q = p + reach * random_point(random, 1);
            const SignedDistance at_p = *signed_distance(p, model.at_rest()),
                                 at_q = *signed_distance(q, model.at_rest());
            ASSERT_LE(at_p.lower - at_q.upper, length(p - q) * (1 + 1e-12) + 1e-15);
            // Outside, a step against the gradient leads towards the nearest point, so it lowers the value by
            // exactly the step's length.
            const double step = 0.01 * std::abs(at_p.value);
            const double inward = signed_distance(p - step * at_p.gradient, model.at_rest())->value;
            if (at_p.value > 0) {
                ASSERT_NEAR(inward, at_p.value - step, 1e-12);
            }
        }
    }
}

TEST(SignedDistance, BatchesAreTheSame) {
    base::Random random(63);
    const Model model = build(generate(GeneratedShape::noisy_torus, {.triangles = 3000, .seed = 2}).value());
    const Pose pose = random_pose(random, 2);
    std::vector<Vec3> points;
    for (int i = 0; i < effort(3000, 100'000); ++i)
        points.push_back(i % 5 == 0 ? mapped(pose, model.mesh().vertices()[random.below(1000)])
                                    : mapped(pose, random_point(random, 1.2)));
    for (const unsigned threads : {1u, 2u}) {
        std::size_t reported = 0;
        const auto all =
            signed_distances(model.at(pose), points, InsideRule::odd,
                             {.threads = threads, .progress = [&](std::size_t done) { reported = done; }});
        EXPECT_EQ(reported, points.size());
        for (std::size_t i = 0; i < points.size(); ++i)
            ASSERT_EQ(all[i], signed_distance(points[i], model.at(pose))) << i;
    }
    EXPECT_TRUE(signed_distances(model.at_rest(), {}).empty());
    const Model empty;
    EXPECT_EQ(signed_distances(empty.at_rest(), points)[0], std::nullopt);
}

}  // namespace
}  // namespace allide::test
