// The kernel agrees with CGAL's exact kernel on triangles that are not degenerate.
#include "exact_points.hpp"
#include "kernel/triangle/triangle_pair.hpp"
#include "oracle/pairs.hpp"
#include "oracle/poses.hpp"
#include "oracle/rational.hpp"
#include "support/effort.hpp"

#include <allide/geometry.hpp>

#include <string>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

kernel::Triangle to_kernel(const oracle::Triangle& t) {
    const auto vec = [](const oracle::Point& p) { return Vec3{p[0], p[1], p[2]}; };
    return {vec(t[0]), vec(t[1]), vec(t[2])};
}

oracle::Pair pair_with_area(oracle::Dice& dice, oracle::Kind kind) {
    for (;;) {
        const oracle::Pair pair = oracle::lattice_pair(dice, kind, oracle::any_side(dice));
        if (!oracle::is_degenerate(pair.a) && !oracle::is_degenerate(pair.b)) return pair;
    }
}

class CgalAgreement : public testing::TestWithParam<oracle::Kind> {};

INSTANTIATE_TEST_SUITE_P(Kinds, CgalAgreement,
                         testing::Values(oracle::Kind::general, oracle::Kind::coplanar,
                                         oracle::Kind::shared_edge, oracle::Kind::shared_vertex,
                                         oracle::Kind::vertex_in_plane, oracle::Kind::edges_cross,
                                         oracle::Kind::long_edge, oracle::Kind::one_step_from),
                         [](const auto& kind) { return std::string(oracle::name_of(kind.param)); });

TEST_P(CgalAgreement, OnLatticePairs) {
    oracle::Dice dice(7000 + static_cast<std::uint64_t>(GetParam()));
    const kernel::PairTester tester(Pose{}, Pose{});
    kernel::PairCounters counters;
    const int count = effort(3000, 45000);
    int touching = 0;
    for (int n = 0; n < count; ++n) {
        const oracle::Pair pair = pair_with_area(dice, GetParam());
        const bool expected = CGAL::do_intersect(exact_triangle(pair.a, oracle::identity),
                                                 exact_triangle(pair.b, oracle::identity));
        touching += expected;
        ASSERT_EQ(tester.touch(to_kernel(pair.a), to_kernel(pair.b), counters), expected) << "pair " << n;
        ASSERT_EQ(tester.touch_exact(to_kernel(pair.a), to_kernel(pair.b)), expected) << "pair " << n;
    }
    EXPECT_GT(touching, count / 20);
}

TEST_P(CgalAgreement, OnExactlyMappedPairs) {
    oracle::Dice dice(7100 + static_cast<std::uint64_t>(GetParam()));
    for (int n = 0; n < effort(500, 10000); ++n) {
        const oracle::Pair pair = pair_with_area(dice, GetParam());
        const auto any_pose = [&] {
            return oracle::random_pose(dice,
                                       oracle::all_pose_kinds[dice.below(oracle::all_pose_kinds.size())]);
        };
        const oracle::Matrix pose_a = any_pose(), pose_b = any_pose();
        const oracle::Triangle a = oracle::back_from_world(pair.a, pose_a);
        const oracle::Triangle b = oracle::back_from_world(pair.b, pose_b);
        if (oracle::is_degenerate(a) || oracle::is_degenerate(b)) continue;  // rounding made it degenerate
        const bool expected = CGAL::do_intersect(exact_triangle(a, pose_a), exact_triangle(b, pose_b));
        const kernel::PairTester tester(Pose::from_matrix(pose_a).value(), Pose::from_matrix(pose_b).value());
        kernel::PairCounters counters;
        ASSERT_EQ(tester.touch(to_kernel(a), to_kernel(b), counters), expected) << "pair " << n;
    }
}

}  // namespace
}  // namespace allide::test
