#include "support/effort.hpp"
#include "support/random_geometry.hpp"

#include <allide/allide.hpp>

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

std::vector<ConvexBody> some_bodies(base::Random& random) {
    std::vector<Vec3> points;
    for (int i = 0; i < 12; ++i) points.push_back(random_point(random, 1));
    return {ConvexBody::box({1, 0.5, 0.25}).value(),
            ConvexBody::from_points(points).value(),
            ConvexBody::from_points(std::array{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}}).value(),
            ConvexBody::from_points(std::array{Vec3{0, 0, 0}, Vec3{1, 1, 0}}).value(),
            ConvexBody::sphere(0.5).value(),
            ConvexBody::capsule(0.25, 0.75).value(),
            ConvexBody::cylinder(0.5, 0.75).value(),
            ConvexBody::cone(0.75, 0.5).value(),
            ConvexBody::ellipsoid({1, 0.5, 0.25}).value()};
}

TEST(Rounded, AddsTheRadius) {
    const ConvexBody box = ConvexBody::box({1, 1, 1}).value();
    const ConvexBody round = box.rounded(0.5).value();
    EXPECT_EQ(round.kind(), BodyKind::polytope);
    EXPECT_EQ(round.radius(), 0.5);
    EXPECT_EQ(round.vertices().size(), 8u);
    EXPECT_EQ(round.planes()[0].offset, box.planes()[0].offset + 0.5);
    EXPECT_EQ(ConvexBody::sphere(1).value().rounded(0.25).value().radius(), 1.25);
    EXPECT_EQ(box.rounded(0).value().radius(), 0);
    EXPECT_FALSE(box.rounded(-1));
    EXPECT_FALSE(box.rounded(NAN));
    EXPECT_FALSE(box.rounded(INFINITY));
    const ConvexBody half = ConvexBody::half_space({{0, 0, 2}, 1}).value().rounded(0.5).value();
    EXPECT_GE(half.planes()[0].offset, 2);
    EXPECT_LE(half.planes()[0].offset, 2 + 1e-14);
    // Rounded boxes that just touch are decided exactly.
    const Pose aside = Pose::translation({3, 0, 0}), beyond = Pose::translation({std::nextafter(3, 4), 0, 0});
    EXPECT_EQ(overlap_solid(round.at(aside), round.at_rest()).verdict, BodyVerdict::yes);
    EXPECT_EQ(overlap_solid(round.at(beyond), round.at_rest()).verdict, BodyVerdict::no);
    EXPECT_EQ(distance(round.at(Pose::translation({3.5, 0, 0})), round.at_rest()).value, 0.5);
}

// The distance of rounded bodies is that of the bodies minus the radii, and the depth grows by them.
TEST(Rounded, DistanceAndDepthShiftByTheRadii) {
    base::Random random(11);
    for (int round = 0; round < effort(60, 2000); ++round) {
        const auto bodies = some_bodies(random);
        const ConvexBody &a = bodies[random.below(bodies.size())], &b = bodies[random.below(bodies.size())];
        const Pose p = random_pose(random, 1.5), q = random_pose(random, 1.5);
        const double ra = random.between(0, 0.5), rb = round % 2 == 0 ? 0 : random.between(0, 0.5);
        const ConvexBody wide_a = a.rounded(ra).value(), wide_b = b.rounded(rb).value();
        const BodyDistance apart = distance(a.at(p), b.at(q)), near = distance(wide_a.at(p), wide_b.at(q));
        const double left = apart.value - ra - rb;
        if (left > 1e-9) {
            EXPECT_NEAR(near.value, left, 1e-9);
            EXPECT_EQ(overlap_solid(wide_a.at(p), wide_b.at(q)).verdict, BodyVerdict::no);
        } else if (left < -1e-9) {
            EXPECT_EQ(near.lower, 0);
            EXPECT_EQ(overlap_solid(wide_a.at(p), wide_b.at(q)).verdict, BodyVerdict::yes);
            const BodyPenetration depth = penetration(wide_a.at(p), wide_b.at(q));
            const double before = apart.lower > 0 ? -apart.value : penetration(a.at(p), b.at(q)).upper;
            EXPECT_NEAR(depth.upper, before + ra + rb, 1e-6);
            EXPECT_LE(depth.lower, before + ra + rb + 1e-9);
        }
        const ConvexBody floor = ConvexBody::half_space({{0, 0, 1}, -1}).value();
        const auto height = [&](const ConvexBody& body) {
            const BodyDistance gap = distance(body.at(p), floor.at_rest());
            return gap.lower > 0 ? gap.value : -penetration(body.at(p), floor.at_rest()).upper;
        };
        EXPECT_NEAR(height(wide_a), height(a) - ra, 1e-12);
    }
}

// Compares volume, centroid and inertia with sampling, and volumes with closed forms.
TEST(Rounded, MassIsThatOfTheRoundedBody) {
    constexpr double pi = std::numbers::pi;
    const double r = 0.3;
    const ConvexBody box = ConvexBody::box({1, 0.5, 0.25}).value().rounded(r).value();
    // Steiner's formula for a box: volume + area · r + (π/4 · length of all edges) · r² + volume of the ball.
    const double area = 8 * (0.5 + 0.125 + 0.25), edges = 8 * (1 + 0.5 + 0.25);
    EXPECT_NEAR(box.mass().volume, 1 + area * r + edges * pi / 4 * r * r + 4 * pi / 3 * r * r * r, 1e-12);
    EXPECT_NEAR(length(box.mass().centroid), 0, 1e-13);
    const ConvexBody cylinder = ConvexBody::cylinder(0.5, 0.75).value().rounded(r).value();
    const double wide = 0.5, high = 1.5;
    EXPECT_NEAR(cylinder.mass().volume,
                pi * wide * wide * high + r * (2 * pi * wide * wide + 2 * pi * wide * high) +
                    r * r * (pi * high + pi * pi * wide) + 4 * pi / 3 * r * r * r,
                1e-12);
    const ConvexBody ball = ConvexBody::ellipsoid({0.5, 0.5, 0.5}).value().rounded(r).value();
    EXPECT_NEAR(ball.mass().volume, 4 * pi / 3 * 0.512, 1e-12);
    EXPECT_NEAR(ball.mass().inertia[0], 4 * pi / 3 * 0.512 * 0.4 * 0.64, 1e-12);
    base::Random random(12);
    const ConvexBody dot_body = ConvexBody::sphere(0).value();
    for (const ConvexBody& plain : some_bodies(random)) {
        const ConvexBody body = plain.rounded(r).value();
        const MassProperties mass = body.mass();
        double count = 0, all = 0;
        Vec3 first;
        std::array<double, 3> second{};
        const int samples = effort(8000, 400'000);
        for (int i = 0; i < samples; ++i) {
            const Vec3 p = random_point(random, 1.5);
            ++all;
            if (overlap_solid(dot_body.at(Pose::translation(p)), body.at_rest()).verdict != BodyVerdict::yes)
                continue;
            ++count;
            first += p;
            const Vec3 arm = p - mass.centroid;
            second[0] += arm.y * arm.y + arm.z * arm.z;
            second[1] += arm.x * arm.x + arm.z * arm.z;
            second[2] += arm.x * arm.x + arm.y * arm.y;
        }
        const double noise = 5 / std::sqrt(count);
        EXPECT_NEAR(27 * count / all, mass.volume, noise * mass.volume);
        EXPECT_NEAR(length(first / count - mass.centroid), 0, noise);
        for (std::size_t k = 0; k < 3; ++k)
            EXPECT_NEAR(second[k] * 27 / all, mass.inertia[4 * k], 2 * noise * mass.inertia[4 * k]);
    }
}

}  // namespace
}  // namespace allide::test
