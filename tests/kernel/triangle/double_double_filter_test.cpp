// The double-double stage agrees with exact integers, and decides cases that the double stage cannot.
#include "kernel/triangle/double_double_filter.hpp"

#include "evidence_support.hpp"
#include "support/effort.hpp"

#include <numbers>

namespace allide::test {
namespace {

void fill_lane(kernel::FilterPairs& pairs, std::size_t lane, const kernel::Triangle& a,
               const kernel::Triangle& b) {
    std::size_t row = 0;
    for (const kernel::Triangle& t : {a, b}) {
        for (const Vec3& corner : t) {
            pairs.corners[row++][lane] = corner.x;
            pairs.corners[row++][lane] = corner.y;
            pairs.corners[row++][lane] = corner.z;
        }
    }
}

struct Share {
    int pairs = 0, decided = 0, touching = 0;
};

// Tests eight pairs of triangles with corners on a coarse lattice, so that most share corners and edges up
// to the rounding of the poses.
void try_lattice(oracle::Dice& dice, const Pose& pose_a, const Pose& pose_b, double size, Share& share) {
    const auto triangle = [&] {
        const auto c = [&] { return size * (static_cast<double>(dice.below(5)) - 2); };
        const auto point = [&] { return Vec3{c(), c(), c()}; };
        return kernel::Triangle{point(), point(), point()};
    };
    kernel::FilterPairs pairs;
    std::array<kernel::Triangle, kernel::filter_width> a, b;
    const std::size_t count = 1 + dice.below(kernel::filter_width);
    for (std::size_t i = 0; i < count; ++i) {
        a[i] = triangle();
        b[i] = triangle();
        fill_lane(pairs, i, a[i], b[i]);
    }
    kernel::FilterVerdicts verdicts;
    kernel::filter_in_double_double(pairs, count, pose_a, pose_b, verdicts);
    const kernel::PairTester tester(pose_a, pose_b);
    for (std::size_t i = 0; i < count; ++i) {
        const bool touching = (verdicts.touching >> i & 1) != 0, disjoint = (verdicts.disjoint >> i & 1) != 0;
        ++share.pairs;
        share.decided += touching || disjoint;
        share.touching += touching;
        ASSERT_FALSE(touching && disjoint);
        if (touching || disjoint) {
            ASSERT_EQ(touching, tester.touch_exact(a[i], b[i])) << "lane " << i;
        }
    }
}

Pose turned(oracle::Dice& dice, double angle, const Vec3& shift) {
    const auto c = [&] { return static_cast<double>(dice.below(3)) - 1; };
    const Vec3 axis{c(), c(), c()};
    if (axis == Vec3{}) return Pose::rotation({0, 0, 1}, radians(angle)).translated(shift);
    return Pose::rotation(axis, radians(angle)).translated(shift);
}

// Quarter and half turns with their rounding errors, and rotations by angles down to 1e-17: every verdict
// depends on digits beyond double precision.
TEST(DoubleDoubleFilter, NeverContradictsExactIntegers) {
    oracle::Dice dice(8100);
    Share share;
    const int count = effort(20000, 400000);
    for (int n = 0; n < count && !testing::Test::HasFatalFailure(); ++n) {
        const double size = std::ldexp(1.0, static_cast<int>(dice.below(160)) - 80);
        const auto angle = [&] {
            const double quarter = std::numbers::pi / 2 * static_cast<double>(dice.below(4));
            const double more = std::pow(10.0, -static_cast<double>(dice.below(20)));
            return quarter + (dice.below(2) == 0 ? 0 : more);
        };
        const auto shift = [&] {
            const auto c = [&] { return size * (static_cast<double>(dice.below(3)) - 1) * 0.5; };
            const double little = dice.below(3) == 0 ? 0x1p-70 * size : 0;
            return Vec3{c() + little, c(), c() - little};
        };
        const Pose at_rest = Pose::translation(shift());
        try_lattice(dice, dice.below(2) == 0 ? at_rest : turned(dice, angle(), shift()),
                    turned(dice, angle(), shift()), size, share);
    }
    EXPECT_GT(share.decided, share.pairs / 3);
    EXPECT_GT(share.touching, share.pairs / 50);
    EXPECT_LT(share.touching, share.decided);
}

// At the ends of the range of doubles the filter may leave everything undecided, but must not be wrong.
TEST(DoubleDoubleFilter, NeverContradictsExactIntegersAtAnySize) {
    oracle::Dice dice(8200);
    Share share;
    const int count = effort(5000, 100000);
    for (int n = 0; n < count && !testing::Test::HasFatalFailure(); ++n) {
        const double size = std::ldexp(1.0, static_cast<int>(dice.below(2094)) - 1072);
        const double far = std::ldexp(1.0, static_cast<int>(dice.below(2000)) - 1000);
        try_lattice(dice, Pose{}, turned(dice, std::numbers::pi, {far, 0, far}), size, share);
        try_lattice(dice, Pose{}, turned(dice, std::numbers::pi, {0, size, 0}), size, share);
    }
    EXPECT_GT(share.decided, share.pairs / 20);
}

// The matrix of a half turn has an error of 1e-16: edges that would meet exactly miss each other by as much.
TEST(DoubleDoubleFilter, SeparatesEdgesAfterAHalfTurn) {
    const Pose half_turn = Pose::rotation({0, 0, 1}, radians(std::numbers::pi));
    ASSERT_NE(half_turn.matrix()[1], 0);
    const kernel::PairTester tester(Pose{}, half_turn);
    kernel::PairCounters counters;
    for (int i = 1; i <= 200; ++i) {
        const double x = i / 7.0, y = i / 3.0;
        const kernel::Triangle a{Vec3{x, y, -1}, Vec3{x, y, 1}, Vec3{x + 1, y, 0}};
        const kernel::Triangle b{Vec3{-x, -y, -1.5}, Vec3{-x, -y, 0.5}, Vec3{-x - 1, -y - 1.0 / i, 0}};
        EXPECT_EQ(tester.touch(a, b, counters), tester.touch_exact(a, b)) << "pair " << i;
    }
    EXPECT_EQ(counters.double_tests, 200u);
    EXPECT_EQ(counters.exact_tests, 0u);
}

}  // namespace
}  // namespace allide::test
