// Corners and edges at exactly equal heights under turns about the vertical: their zeros are certain in
// double.
#include "evidence_support.hpp"
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

// Decided in double, and as exact arithmetic does.
void expect_decided(const kernel::PairTester& tester, const kernel::Triangle& a, const kernel::Triangle& b,
                    bool touching) {
    kernel::PairCounters counters;
    EXPECT_EQ(tester.touch(a, b, counters), touching);
    EXPECT_EQ(tester.touch_exact(a, b), touching);
    EXPECT_EQ(counters.double_tests, 1u);
    EXPECT_EQ(counters.exact_tests, 0u);
}

TEST(ExactZeros, ACornerInThePlaneFarAside) {
    const kernel::PairTester tester(Pose{}, turned_about_z(0.7, {5, 0, 0}));
    expect_decided(tester, horizontal, {Vec3{0, 0, 1}, Vec3{0.5, 0, 2}, Vec3{0, 0.5, 2}}, false);
}

TEST(ExactZeros, AnEdgeThroughTheTriangleAndACornerInItsPlane) {
    const kernel::PairTester tester(Pose{}, turned_about_z(0.7, {0.01, 0, 0}));
    expect_decided(tester, horizontal, {Vec3{7, 0, 1}, Vec3{0, 0.1, 2}, Vec3{0.1, 0, 0}}, true);
}

TEST(ExactZeros, ACornerOnTheTriangle) {
    const kernel::PairTester tester(Pose{}, turned_about_z(0.7, {}));
    expect_decided(tester, horizontal, {Vec3{0.1, 0, 1}, Vec3{0.5, 0, 2}, Vec3{0, 0.5, 2}}, true);
}

TEST(ExactZeros, TwoEdgesAtOneHeightThatCross) {
    const kernel::PairTester tester(Pose{}, turned_about_z(0.7, {0.125, 0, 0.25}));
    const kernel::Triangle below{Vec3{-1, 0, 1}, Vec3{1, 0, 1}, Vec3{0, 0.3, 0}};
    const kernel::Triangle above{Vec3{0.1, -1, 0.75}, Vec3{0, 1, 0.75}, Vec3{0.2, 0, 2}};
    expect_decided(tester, below, above, true);
}

// Both turned about one axis, and quarter turns of the whole: the axis still moves along itself.
TEST(ExactZeros, BothTurnedAboutOneAxis) {
    const Pose tilted_a = Pose::from_matrix({0, 0, 1, 3, std::cos(0.3), -std::sin(0.3), 0, 1, std::sin(0.3),
                                             std::cos(0.3), 0, 0})
                              .value();
    const Pose tilted_b = Pose::from_matrix({0, 0, 1, 3, std::cos(0.9), -std::sin(0.9), 0, 1, std::sin(0.9),
                                             std::cos(0.9), 0, 0})
                              .value();
    const kernel::PairTester tester(tilted_a, tilted_b);
    expect_decided(tester, horizontal, {Vec3{0.1, 0, 1}, Vec3{0.5, 0, 2}, Vec3{0, 0.5, 2}}, true);
}

// A height that is off by the smallest amount is no zero.
TEST(ExactZeros, OffsetsWhoseDifferenceIsRoundedAreNotTakenForEqual) {
    const kernel::PairTester tester(turned_about_z(0, {0, 0, 0x1p-60}), turned_about_z(0.7, {0, 0, 1}));
    const kernel::Triangle flat{Vec3{-1, -1, 1}, Vec3{1, -1, 1}, Vec3{0, 1, 1}};
    const kernel::Triangle standing{Vec3{0.1, 0, 0}, Vec3{0.5, 0, 2}, Vec3{0, 0.5, 2}};
    const kernel::Triangle above{Vec3{0.1, 0, 0x1p-52}, Vec3{0.5, 0, 2}, Vec3{0, 0.5, 2}};
    kernel::PairCounters counters;
    EXPECT_TRUE(tester.touch_exact(flat, standing));
    EXPECT_TRUE(tester.touch(flat, standing, counters));
    EXPECT_FALSE(tester.touch_exact(flat, above));
    EXPECT_FALSE(tester.touch(flat, above, counters));
    EXPECT_EQ(counters.double_tests, 2u);
}

// Whatever is decided is what exact arithmetic says: corners on a coarse lattice, so that most pairs have
// some in the other's plane or on its edges, under turns, shifts and sizes from tiny to huge.
TEST(ExactZeros, NeverContradictsExactArithmetic) {
    oracle::Dice dice(5300);
    kernel::PairCounters counters;
    int touching = 0;
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
        const bool touches = tester.touch(a, b, counters);
        touching += touches;
        ASSERT_EQ(touches, tester.touch_exact(a, b)) << "pair " << n;
    }
    // Both answers and all stages occur, or the test shows nothing.
    EXPECT_GT(touching, count / 20);
    EXPECT_LT(touching, count - count / 20);
    EXPECT_GT(counters.double_tests, static_cast<std::uint64_t>(count / 5));
    EXPECT_GT(counters.exact_tests, static_cast<std::uint64_t>(count / 100));
    EXPECT_LT(counters.exact_tests, counters.double_tests / 2);
}

// Assemblies stand side by side on common planes, edges and corners, none of them turned: most of it is
// decided in double, as whole numbers do.
TEST(ExactZeros, NeverContradictsExactArithmeticAmongPartsThatAreOnlyShifted) {
    oracle::Dice dice(5350);
    kernel::PairCounters counters;
    int touching = 0, in_one_plane = 0;
    const int count = effort(60000, 2000000);
    for (int n = 0; n < count; ++n) {
        // Coordinates of single precision, as files have them; some of all the bits of a double, some tiny.
        const double size = dice.below(20) == 0  ? std::ldexp(1.0, -static_cast<int>(dice.below(1070)))
                            : dice.below(4) == 0 ? 1.0 / 3
                                                 : static_cast<double>(0.1f);
        const bool flat = dice.below(2) == 0;
        const auto point = [&] {
            const auto c = [&] { return size * (static_cast<double>(dice.below(5)) - 2); };
            return Vec3{c(), c(), flat ? size : c()};
        };
        const auto triangle = [&] { return kernel::Triangle{point(), point(), point()}; };
        const kernel::Triangle a = triangle(), b = triangle();
        const double along = static_cast<double>(dice.below(3)) * size;
        const kernel::PairTester tester(Pose::translation({along, 0, 7}), Pose::translation({0, 0, 7}));
        const bool touches = tester.touch(a, b, counters);
        touching += touches;
        in_one_plane += flat;
        ASSERT_EQ(touches, tester.touch_exact(a, b)) << "pair " << n;
    }
    EXPECT_GT(touching, count / 20);
    EXPECT_LT(touching, count - count / 20);
    // The rest are corners on lines, of which many triangles on so coarse a lattice have no more.
    EXPECT_GT(in_one_plane, 2 * count / 5);
    EXPECT_LT(counters.exact_tests, static_cast<std::uint64_t>(count / 3));
}

// Far from the origin the map's error is as large as the triangles.
TEST(ExactZeros, NeverContradictsExactArithmeticFarAway) {
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
        kernel::PairCounters counters;
        ASSERT_EQ(tester.touch(a, b, counters), tester.touch_exact(a, b)) << "pair " << n;
    }
}

}  // namespace
}  // namespace allide::test
