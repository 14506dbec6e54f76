// Corners and edges at exactly equal heights, under rotations about the vertical axis: double precision can
// prove that the height difference is exactly 0.
#include "kernel/triangle/evidence_support.hpp"
#include "support/effort.hpp"

#include <cmath>
#include <vector>

namespace allide::test {
namespace {

Pose turned_about_z(double angle, const Vec3& shift) {
    const double c = std::cos(angle), s = std::sin(angle);
    return Pose::from_matrix({c, -s, 0, shift.x, s, c, 0, shift.y, 0, 0, 1, shift.z}).value();
}

// A horizontal triangle at height 1.
const kernel::Triangle horizontal{Vec3{-1, -1, 1}, Vec3{1, -1, 1}, Vec3{0, 1, 1}};

// Expects that the pair is decided in double precision, with the verdict of exact arithmetic.
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

// Both triangles are rotated about the same axis, and then both together by quarter turns: the relative pose
// still maps the axis to itself.
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

TEST(ExactZeros, TrianglesOfOnePlaneAcrossAnAxis) {
    const kernel::PairTester tester(Pose{}, Pose{});
    expect_decided(tester, horizontal, {Vec3{0.1, 0, 1}, Vec3{3, 0.3, 1}, Vec3{2, 1, 1}}, true);
    expect_decided(tester, horizontal, {Vec3{1.1, 0, 1}, Vec3{3, 0.3, 1}, Vec3{2, 1, 1}}, false);
    // Corner on corner, and corner in the interior of an edge.
    expect_decided(tester, horizontal, {Vec3{0, 1, 1}, Vec3{3, 1.3, 1}, Vec3{2, 2, 1}}, true);
    expect_decided(tester, horizontal, {Vec3{0.1, -1, 1}, Vec3{3, -1.3, 1}, Vec3{2, -2, 1}}, true);
    // The same with the coordinate axes exchanged, and rotated within the plane.
    const auto upright = [](const kernel::Triangle& t, bool along_y) {
        kernel::Triangle out;
        for (std::size_t i = 0; i < 3; ++i)
            out[i] = along_y ? Vec3{t[i].y, t[i].z, t[i].x} : Vec3{t[i].z, t[i].x, t[i].y};
        return out;
    };
    const kernel::Triangle near{Vec3{0.1, 0, 1}, Vec3{3, 0.3, 1}, Vec3{2, 1, 1}},
        far{Vec3{1.1, 0, 1}, Vec3{3, 0.3, 1}, Vec3{2, 1, 1}};
    for (const bool along_y : {false, true}) {
        expect_decided(tester, upright(horizontal, along_y), upright(near, along_y), true);
        expect_decided(tester, upright(horizontal, along_y), upright(far, along_y), false);
    }
    const kernel::PairTester turned(Pose{}, turned_about_z(0.3, {0.25, 0, 0}));
    expect_decided(turned, horizontal, {Vec3{-1, 0, 1}, Vec3{1, 0.3, 1}, Vec3{2, 1, 1}}, true);
    expect_decided(turned, horizontal, {Vec3{9, 0, 1}, Vec3{13, 0.3, 1}, Vec3{12, 1, 1}}, false);
}

// Tilted triangles with a common corner: its height over the other plane is proven to be 0, despite rounding.
TEST(ExactZeros, CommonCornersOfTiltedTriangles) {
    const kernel::PairTester tester(Pose{}, Pose{});
    const Vec3 p{0.1, 0.7, 0.3}, q{1.3, 0.2, 0.9}, r{0.4, 1.9, 1.1};
    for (const Vec3& corner : {p, q, r}) {
        const Vec3 up{corner.x + 0.3, corner.y - 0.9, corner.z + 1.7},
            aside{corner.x + 1.1, corner.y + 0.1, corner.z + 1.9};
        expect_decided(tester, {p, q, r}, {corner, up, aside}, true);
        expect_decided(tester, {p, q, r}, {up, corner, aside}, true);
    }
}

// Random coordinates, many of them shared: every verdict in double precision equals that of exact arithmetic,
// and nearly all pairs in planes perpendicular to an axis are decided in double precision.
TEST(ExactZeros, AgreeWithExactArithmeticOnSharedCoordinates) {
    oracle::Dice dice(20'10);
    const kernel::PairTester tester(Pose{}, Pose{});
    kernel::PairCounters counters;
    std::vector<double> some;
    for (int i = 0; i < 7; ++i) some.push_back(std::sin(i * 1.7) * (i < 5 ? 1 : 1000));
    const auto one = [&] { return some[static_cast<std::size_t>(dice.below(some.size()))]; };
    int touching = 0;
    const int pairs = effort(4000, 400'000);
    for (int n = 0; n < pairs; ++n) {
        const int plane = static_cast<int>(dice.below(4));  // normal axis of the common plane, or 3 for none
        const double height = one();
        kernel::Triangle a, b;
        for (Vec3* corner : {&a[0], &a[1], &a[2], &b[0], &b[1], &b[2]})
            *corner = {plane == 0 ? height : one(), plane == 1 ? height : one(), plane == 2 ? height : one()};
        const bool touch = tester.touch_exact(a, b);
        touching += touch ? 1 : 0;
        ASSERT_EQ(tester.touch(a, b, counters), touch) << n;
    }
    EXPECT_GT(touching, pairs / 8);
    EXPECT_LT(touching, pairs * 7 / 8);
    EXPECT_LT(counters.exact_tests, static_cast<std::uint64_t>(pairs) / 3);
}

// A height that differs by the smallest possible amount must not be taken for 0.
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

// Far from the origin a translation rounds every corner differently; the results must not be taken for exact.
TEST(ExactZeros, ShiftsThatRoundEveryCornerAreNotTakenForExact) {
    const kernel::PairTester tester(Pose{}, Pose::translation({0x1p56, 0, 0}));
    const kernel::Triangle a{Vec3{0x1p56, 0, 0}, Vec3{0x1p56 - 0x1p20, -0x1p20, 0},
                             Vec3{0x1p56 - 0x1p20, 0x1p20, 0}};
    const kernel::Triangle b{Vec3{1.5, 0, 0}, Vec3{0x1p20 + 2, -0x1p20, 0}, Vec3{0x1p20, 0x1p20, 0}};
    kernel::PairCounters counters;
    EXPECT_FALSE(tester.touch_exact(a, b));
    EXPECT_FALSE(tester.touch(a, b, counters));
    oracle::Dice dice(5450);
    for (int n = 0; n < effort(20000, 500000); ++n) {
        const double far = std::ldexp(1.0, 53 + static_cast<int>(dice.below(6)));
        const auto point = [&](double from) {
            const auto c = [&] { return 0.5 * static_cast<double>(dice.below(40)) - 10; };
            return Vec3{from + c(), c(), dice.below(2) == 0 ? 0 : c()};
        };
        const kernel::Triangle p{point(far), point(far), point(far)}, q{point(0), point(0), point(0)};
        const kernel::PairTester shifted(Pose{}, Pose::translation({far, 0, 0}));
        ASSERT_EQ(shifted.touch(p, q, counters), shifted.touch_exact(p, q)) << "pair " << n;
    }
}

// Every verdict equals that of exact arithmetic. Corners are on a coarse lattice, so that most pairs have a
// corner in the other's plane or on its edges. There are rotations, translations and sizes from tiny to huge.
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
    // Both answers and all stages must occur; otherwise the test would not prove much.
    EXPECT_GT(touching, count / 20);
    EXPECT_LT(touching, count - count / 20);
    EXPECT_GT(counters.double_tests, static_cast<std::uint64_t>(count / 5));
    EXPECT_GT(counters.exact_tests, static_cast<std::uint64_t>(count / 100));
    EXPECT_LT(counters.exact_tests, counters.double_tests / 2);
}

// Parts of an assembly with common planes, edges and corners, translated but not rotated: most pairs are
// decided in double precision, since the coordinates are small multiples of one number.
TEST(ExactZeros, NeverContradictsExactArithmeticAmongPartsThatAreOnlyShifted) {
    oracle::Dice dice(5350);
    kernel::PairCounters counters;
    int touching = 0, in_one_plane = 0;
    const int count = effort(60000, 2000000);
    for (int n = 0; n < count; ++n) {
        // Coordinates in single precision, as in files; some use all bits of a double, and some are tiny.
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
    // Pairs not in one plane may need exact arithmetic: on so coarse a lattice many triangles are degenerate.
    EXPECT_GT(in_one_plane, 2 * count / 5);
    EXPECT_LT(counters.exact_tests, static_cast<std::uint64_t>(count / 3));
}

// Far from the origin, the rounding errors of mapping by the pose are as large as the triangles.
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
