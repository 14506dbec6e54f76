// The second look: corners exactly in the other's plane, turned about the vertical.
#include "evidence_support.hpp"
#include "kernel/doubtful_pair.hpp"
#include "support/effort.hpp"

#include <cmath>

namespace allide::test {
namespace {

Pose turned_about_z(double angle, const Vec3& shift) {
    const double c = std::cos(angle), s = std::sin(angle);
    return Pose::from_matrix({c, -s, 0, shift.x, s, c, 0, shift.y, 0, 0, 1, shift.z}).value();
}

// A horizontal triangle at height 1.
const kernel::Triangle horizontal{Vec3{-1, -1, 1}, Vec3{1, -1, 1}, Vec3{0, 1, 1}};

TEST(DoubtfulPair, ACornerInThePlaneFarAsideNeedsNoExactArithmetic) {
    const kernel::PairTester tester(Pose{}, turned_about_z(0.7, {5, 0, 0}));
    const kernel::Triangle above{Vec3{0, 0, 1}, Vec3{0.5, 0, 2}, Vec3{0, 0.5, 2}};
    kernel::PairCounters counters;
    EXPECT_FALSE(tester.touch(horizontal, above, counters));
    EXPECT_EQ(counters.double_tests, 1u);
    EXPECT_EQ(counters.exact_tests, 0u);
}

TEST(DoubtfulPair, AnEdgeThroughTheTriangleNeedsNoExactArithmetic) {
    const kernel::PairTester tester(Pose{}, turned_about_z(0.7, {0.01, 0, 0}));
    // One corner in the plane and outside the triangle, the edge between the others through its middle.
    const kernel::Triangle through{Vec3{7, 0, 1}, Vec3{0, 0.1, 2}, Vec3{0.1, 0, 0}};
    kernel::PairCounters counters;
    EXPECT_TRUE(tester.touch(horizontal, through, counters));
    EXPECT_EQ(counters.double_tests, 1u);
    EXPECT_EQ(counters.exact_tests, 0u);
}

TEST(DoubtfulPair, ACornerOnTheTriangleIsLeftToExactArithmetic) {
    const kernel::PairTester tester(Pose{}, turned_about_z(0.7, {}));
    const kernel::Triangle standing{Vec3{0.1, 0, 1}, Vec3{0.5, 0, 2}, Vec3{0, 0.5, 2}};
    kernel::PairCounters counters;
    EXPECT_TRUE(tester.touch(horizontal, standing, counters));
    EXPECT_EQ(counters.exact_tests, 1u);
}

// Whatever it says is what exact arithmetic says: corners on a coarse lattice, so that most pairs have some
// in the other's plane or on its edges, under turns, shifts and sizes from tiny to huge.
TEST(DoubtfulPair, NeverContradictsExactArithmetic) {
    oracle::Dice dice(5300);
    int disjoint = 0, touching = 0, undecided = 0;
    const int count = effort(60000, 2000000);
    for (int n = 0; n < count; ++n) {
        const double size = std::ldexp(1.0, static_cast<int>(dice.below(120)) - 60);
        const auto lattice_point = [&] {
            const auto c = [&] { return size * (static_cast<double>(dice.below(5)) - 2); };
            return Vec3{c(), c(), c()};
        };
        const auto triangle = [&] {
            return kernel::Triangle{lattice_point(), lattice_point(), lattice_point()};
        };
        const kernel::Triangle a = triangle(), b = triangle();
        const Vec3 shift{dice.below(2) == 0 ? 0.0 : size, 0, dice.below(2) == 0 ? 0.0 : size};
        const kernel::PairTester tester(Pose{},
                                        turned_about_z(0.1 * static_cast<double>(dice.below(63)), shift));
        const kernel::PairVerdict verdict = kernel::look_again(a, b, tester.b_in_a());
        if (verdict == kernel::PairVerdict::undecided) {
            ++undecided;
            continue;
        }
        (verdict == kernel::PairVerdict::touching ? touching : disjoint) += 1;
        ASSERT_EQ(verdict == kernel::PairVerdict::touching, tester.touch_exact(a, b)) << "pair " << n;
    }
    // Each of the three happens, or the test shows nothing.
    EXPECT_GT(disjoint, count / 20);
    EXPECT_GT(touching, count / 20);
    EXPECT_GT(undecided, count / 100);
}

// Far from the origin the map's error is as large as the triangles.
TEST(DoubtfulPair, NeverContradictsExactArithmeticFarAway) {
    oracle::Dice dice(5400);
    const int count = effort(20000, 500000);
    for (int n = 0; n < count; ++n) {
        const double far = std::ldexp(1.0, static_cast<int>(dice.below(60)));
        const auto point = [&] {
            const auto c = [&] { return static_cast<double>(dice.below(5)) - 2; };
            return Vec3{c(), c(), c()};
        };
        const kernel::Triangle a{point(), point(), point()};
        kernel::Triangle b{point(), point(), point()};
        for (Vec3& corner : b) corner.x += far;
        const double angle = 0.1 * static_cast<double>(dice.below(63));
        const kernel::PairTester tester(
            Pose{}, turned_about_z(angle, {-far * std::cos(angle), -far * std::sin(angle), 0}));
        const kernel::PairVerdict verdict = kernel::look_again(a, b, tester.b_in_a());
        if (verdict == kernel::PairVerdict::undecided) continue;
        ASSERT_EQ(verdict == kernel::PairVerdict::touching, tester.touch_exact(a, b)) << "pair " << n;
    }
}

}  // namespace
}  // namespace allide::test
