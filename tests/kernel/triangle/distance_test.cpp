// Distances of two triangles, compared with rational numbers: bounds hold and are narrow; "within" is exact.
#include "oracle/distance.hpp"

#include "evidence_support.hpp"
#include "kernel/triangle/triangle_distance.hpp"
#include "support/effort.hpp"

#include <gtest/gtest.h>

namespace allide::test {
namespace {

constexpr double gap = 1e-12;

// Compares every stage with the oracle for one pair that does not touch.
void check(const Case& c) {
    const mpq_class truth = oracle::squared_distance(c.a, c.pose_a, c.b, c.pose_b);
    if (truth == 0) return;
    const kernel::DistanceTester tester(to_pose(c.pose_a), to_pose(c.pose_b));
    const kernel::Triangle a = to_kernel(c.a), b = to_kernel(c.b);
    const kernel::DistanceEstimate estimate = tester.estimate(a, b);
    EXPECT_TRUE(oracle::at_most_root(estimate.lower, truth)) << text(c);
    EXPECT_TRUE(oracle::at_least_root(estimate.upper, truth)) << text(c);
    // If the distance exceeds the largest double, the only upper bound is infinity.
    const bool bounded = oracle::at_least_root(std::numeric_limits<double>::max(), truth);
    const auto point = [](const Vec3& p) { return oracle::Point{p.x, p.y, p.z}; };
    kernel::MeasuredDistance fine;
    // The search starts at the default features, which are rarely the closest, and at those of the estimate.
    for (const kernel::ClosestFeatures& features : {kernel::ClosestFeatures{}, estimate.features}) {
        fine = tester.measure(a, b, gap, features);
        EXPECT_TRUE(oracle::at_most_root(fine.lower, truth)) << fine.lower << text(c);
        EXPECT_TRUE(oracle::at_least_root(fine.upper, truth)) << fine.upper << text(c);
        if (!bounded) continue;
        EXPECT_TRUE(std::isfinite(fine.upper)) << text(c);
        EXPECT_LE(fine.upper - fine.lower, std::max(gap * fine.upper, 0x1p-1074)) << text(c);
        EXPECT_TRUE(oracle::near_its_triangle(point(fine.point_a), c.a, c.pose_a)) << text(c);
        EXPECT_TRUE(oracle::near_its_triangle(point(fine.point_b), c.b, c.pose_b)) << text(c);
    }
    if (!bounded) return;
    // `within` must be right also for limits next to the distance.
    for (const double limit : {fine.lower, fine.upper, std::nextafter(fine.upper, 0.0), estimate.upper})
        EXPECT_EQ(tester.within(a, b, limit), oracle::at_least_root(limit, truth)) << limit << text(c);
}

TEST(TriangleDistance, OnALattice) {
    oracle::Dice dice(61);
    for (int round = 0; round < effort(150, 5000); ++round)
        for (const oracle::Kind kind : oracle::all_kinds) {
            oracle::LatticePairs pairs(dice, dice.one_in(2) ? 4 : 1000);
            const oracle::Pair pair = pairs.make(kind);
            check({pair.a, pair.b});
        }
}

TEST(TriangleDistance, AtAnyPose) {
    oracle::Dice dice(62);
    for (int round = 0; round < effort(100, 3000); ++round)
        for (const oracle::PoseKind kind : oracle::all_pose_kinds) {
            oracle::LatticePairs pairs(dice, dice.one_in(2) ? 4 : 1000);
            const oracle::Pair pair = pairs.make(oracle::all_kinds[dice.below(oracle::all_kinds.size())]);
            Case c{pair.a, pair.b, oracle::random_pose(dice, kind), oracle::random_pose(dice, kind)};
            if (dice.one_in(3)) c.pose_b = c.pose_a;
            if (dice.one_in(3)) c.pose_a = oracle::strained(c.pose_a, 4e-7, dice);
            check(c);
        }
}

// Touching lattice pairs, mapped back from the world and rounded: about 1e-16 apart, or still touching.
TEST(TriangleDistance, NearlyTouching) {
    oracle::Dice dice(63);
    for (int round = 0; round < effort(300, 10000); ++round) {
        oracle::LatticePairs pairs(dice, 8);
        const oracle::Pair pair = pairs.make(oracle::all_kinds[dice.below(oracle::all_kinds.size())]);
        const oracle::Matrix pose_a = oracle::random_pose(dice, oracle::PoseKind::moved_rotation),
                             pose_b = oracle::random_pose(dice, oracle::PoseKind::moved_rotation);
        check({oracle::jittered(oracle::back_from_world(pair.a, pose_a), 2, dice),
               oracle::back_from_world(pair.b, pose_b), pose_a, pose_b});
    }
}

// Nearly parallel edges, and gaps that are tiny compared with the triangles.
TEST(TriangleDistance, NearlyParallelEdgesAndTinyGaps) {
    const oracle::Triangle a{{{0, 0, 0}, {1, 0, 0}, {0.5, 0, -1}}};
    for (const double slope : {1e-9, 1e-11, 1e-13, 1e-20, 0.0})
        for (const double height : {1e-3, 1e-12, 1e-20, 1e-100, 1e-200, 1e-300}) {
            const Case c{a, {{{0, -slope / 2, height}, {1, slope / 2, height}, {0.5, 0, 1}}}};
            check(c);
            const kernel::DistanceTester tester({}, {});
            const kernel::Triangle p = to_kernel(c.a), q = to_kernel(c.b);
            const kernel::MeasuredDistance fine = tester.measure(p, q, gap, tester.estimate(p, q).features);
            const double dx = fine.point_b.x - fine.point_a.x, dy = fine.point_b.y - fine.point_a.y,
                         dz = fine.point_b.z - fine.point_a.z;
            EXPECT_NEAR(std::hypot(dx, dy, dz), fine.upper, 1e-9 * fine.upper + 1e-16)
                << slope << " " << height;
        }
    check({{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, {{{0, 0, 1e-200}, {1, 0, 1}, {0, 1, 1}}}});
}

TEST(TriangleDistance, EverySize) {
    oracle::Dice dice(64);
    const auto scaled = [](oracle::Triangle t, int power) {
        for (oracle::Point& p : t)
            for (double& x : p) x = std::ldexp(x, power);
        return t;
    };
    for (int round = 0; round < effort(150, 5000); ++round) {
        oracle::LatticePairs pairs(dice, 1000);
        const oracle::Pair pair = pairs.make(oracle::all_kinds[dice.below(oracle::all_kinds.size())]);
        const int power = static_cast<int>(dice.between(std::int64_t{-1074}, std::int64_t{980}));
        const int other =
            dice.one_in(2) ? power : static_cast<int>(dice.between(std::int64_t{-1074}, std::int64_t{980}));
        Case c{scaled(pair.a, power), scaled(pair.b, other)};
        if (dice.one_in(2)) c.pose_a = oracle::random_pose(dice, oracle::PoseKind::rotation);
        check(c);
    }
}

}  // namespace
}  // namespace allide::test
