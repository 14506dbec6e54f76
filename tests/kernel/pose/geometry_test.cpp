// The arithmetic of vectors, boxes and poses that allide/geometry.hpp offers to users.
#include "support/random_geometry.hpp"

#include <allide/geometry.hpp>

#include <cmath>
#include <limits>
#include <numbers>

#include <gmpxx.h>
#include <gtest/gtest.h>

namespace allide::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double largest_difference(const Pose& a, const Pose& b) {
    double worst = 0;
    for (std::size_t i = 0; i < 12; ++i) worst = std::max(worst, std::abs(a.matrix()[i] - b.matrix()[i]));
    return worst;
}

TEST(Vec3, HasTheUsualOperators) {
    constexpr Vec3 a{1, 2, 3}, b{4, 5, 6};
    static_assert(a + b == Vec3{5, 7, 9} && b - a == Vec3{3, 3, 3} && -a == Vec3{-1, -2, -3});
    static_assert(2 * a == Vec3{2, 4, 6} && a * 2 == 2 * a && b / 2 == Vec3{2, 2.5, 3});
    static_assert(dot(a, b) == 32 && cross(a, b) == Vec3{-3, 6, -3});
    Vec3 c = a;
    c += b;
    c -= a;
    c *= 4;
    c /= 2;
    EXPECT_EQ(c, 2 * b);
}

TEST(Vec3, LengthNeitherOverflowsNorVanishes) {
    EXPECT_EQ(length({3, 4, 0}), 5);
    EXPECT_EQ(length({0, 0, 0}), 0);
    EXPECT_EQ(length({0x3p1020, 0x4p1020, 0}), 0x5p1020);
    EXPECT_EQ(length({0x3p-1074, 0x4p-1074, 0}), 0x5p-1074);
    EXPECT_EQ(length({0x1p-1074, 0, 0}), 0x1p-1074);
    EXPECT_EQ(length({1.7e308, 1.7e308, 0}), infinity);
    EXPECT_EQ(length({-infinity, 0, 1}), infinity);
    EXPECT_TRUE(std::isnan(length({std::numeric_limits<double>::quiet_NaN(), 0, 1})));
}

TEST(Vec3, NormalizedHasLengthOneForEveryFiniteVectorButZero) {
    base::Random random(5);
    for (int i = 0; i < 2000; ++i) {
        const int exponent = static_cast<int>(random.below(2090)) - 1070;
        const Vec3 v = random_point(random, 1);
        const Vec3 scaled{std::ldexp(v.x, exponent), std::ldexp(v.y, exponent), std::ldexp(v.z, exponent)};
        if (scaled == Vec3{}) continue;
        EXPECT_NEAR(length(normalized(scaled)), 1, 1e-15) << exponent;
    }
    EXPECT_EQ(normalized({0, -0x1p-1074, 0}), (Vec3{0, -1, 0}));
    EXPECT_NEAR(normalized({1.7e308, 1.7e308, 0}).x, std::numbers::sqrt2 / 2, 1e-15);
    EXPECT_THROW(normalized({}), PreconditionError);
    EXPECT_THROW(normalized({infinity, 0, 0}), PreconditionError);
}

TEST(Box, ContainsOverlapsAndGrows) {
    constexpr Box unit{{0, 0, 0}, {1, 1, 1}};
    static_assert(unit.contains(Vec3{1, 0, 0.5}) && !unit.contains(Vec3{1.1, 0, 0}));
    static_assert(unit.overlaps({{1, 1, 1}, {2, 2, 2}}) && !unit.overlaps({{1.1, 0, 0}, {2, 1, 1}}));
    static_assert(unit.contains(Box{{0, 0, 0}, {1, 1, 0.5}}) && !unit.contains(Box{{0, 0, 0}, {1, 1, 1.5}}));
    static_assert(unit.center() == Vec3{0.5, 0.5, 0.5} && unit.size() == Vec3{1, 1, 1});
    static_assert(unit.expanded(1) == Box{{-1, -1, -1}, {2, 2, 2}} && unit.expanded(-0.6).is_empty());
    Box box = Box::empty();
    EXPECT_TRUE(box.is_empty());
    EXPECT_TRUE(unit.contains(box));
    EXPECT_FALSE(unit.overlaps(box));
    EXPECT_FALSE(box.overlaps(unit));
    box.grow(Vec3{2, 3, 4});
    EXPECT_EQ(box, (Box{{2, 3, 4}, {2, 3, 4}}));
    box.grow(unit);
    EXPECT_EQ(box, (Box{{0, 0, 0}, {2, 3, 4}}));
    box.grow(Box::empty());
    EXPECT_EQ(box, (Box{{0, 0, 0}, {2, 3, 4}}));
    // A box that is empty along one axis overlaps nothing, although it overlaps along the other axes.
    EXPECT_FALSE(unit.overlaps({{0.2, 0.8, 0.2}, {0.8, 0.2, 0.8}}));
    EXPECT_EQ((Box{{-1.7e308, 0, 0}, {1.7e308, 1, 1}}.center().x), 0);
    EXPECT_DOUBLE_EQ((Box{{1.6e308, 0, 0}, {1.7e308, 1, 1}}.center().x), 1.65e308);
}

TEST(Angle, ConvertsBothWays) {
    EXPECT_NEAR(degrees(30).in_radians(), std::numbers::pi / 6, 1e-16);
    EXPECT_NEAR(degrees(30).in_degrees(), 30, 1e-14);
    EXPECT_EQ(radians(0.25).in_radians(), 0.25);
}

TEST(Pose, ComposesFromRightToLeft) {
    const Pose quarter = Pose::from_matrix({0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0}).value();
    const Pose shift = Pose::translation({10, 0, 0});
    EXPECT_EQ((shift * quarter).apply({1, 0, 0}), (Vec3{10, 1, 0}));  // rotated, then translated
    EXPECT_EQ((quarter * shift).apply({1, 0, 0}), (Vec3{0, 11, 0}));
    EXPECT_EQ((quarter * shift).apply_to_vector({1, 0, 0}), (Vec3{0, 1, 0}));
    EXPECT_EQ((quarter * shift).position(), (Vec3{0, 10, 0}));
    EXPECT_EQ(shift * (Vec3{1, 2, 3}), (Vec3{11, 2, 3}));
    EXPECT_EQ(quarter * Pose::identity(), quarter);
    EXPECT_EQ(Pose::identity() * shift, shift);
}

TEST(Pose, CompositionIsThatOfTheMaps) {
    base::Random random(6);
    for (int i = 0; i < 500; ++i) {
        const Pose a = random_pose(random, 10), b = random_pose(random, 10), c = random_pose(random, 10);
        const Vec3 x = random_point(random, 10);
        EXPECT_LT(length((a * b).apply(x) - a.apply(b.apply(x))), 1e-13);
        EXPECT_LT(largest_difference((a * b) * c, a * (b * c)), 1e-13);
    }
}

TEST(Pose, CompositionThatIsNotAPoseIsAPrecondition) {
    const Pose stretched = Pose::from_matrix({1 + 4e-7, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}).value();
    EXPECT_THROW(stretched * stretched, PreconditionError);
    const Pose far = Pose::translation({1.7e308, 0, 0});
    EXPECT_THROW(far * far, PreconditionError);
    // The documented remedy for a stretched pose: the nearest rotation, through a quaternion.
    const Pose normal = Pose::from_quaternion(stretched.position(), stretched.quaternion()).value();
    EXPECT_EQ(normal * normal, Pose::identity());
    // Rotations that Pose itself computed drift by less than 1e-9 over hundreds of thousands of products.
    Pose turned;
    const Pose step = Pose::rotation({1, 2, 3}, degrees(1));
    for (int i = 0; i < 360000; ++i) turned = turned * step;
    EXPECT_LT(largest_difference(turned, Pose::identity()), 1e-9);
}

// The exact inverse, in GMP's rationals, of a pose's affine map of 12 numbers, which need not be a rotation.
std::array<mpq_class, 12> exact_inverse(const Pose& pose) {
    std::array<mpq_class, 12> m, result;
    for (std::size_t i = 0; i < 12; ++i) m[i] = mpq_class(pose.matrix()[i]);
    const auto at = [&](std::size_t row, std::size_t column) -> const mpq_class& {
        return m[4 * (row % 3) + column % 3];
    };
    mpq_class determinant = 0;
    for (std::size_t j = 0; j < 3; ++j)
        determinant += at(0, j) * (at(1, j + 1) * at(2, j + 2) - at(1, j + 2) * at(2, j + 1));
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j)
            result[4 * i + j] =
                (at(j + 1, i + 1) * at(j + 2, i + 2) - at(j + 1, i + 2) * at(j + 2, i + 1)) / determinant;
        result[4 * i + 3] = -(result[4 * i] * m[3] + result[4 * i + 1] * m[7] + result[4 * i + 2] * m[11]);
    }
    return result;
}

TEST(Pose, InverseIsTheExactOneRounded) {
    base::Random random(7);
    for (int i = 0; i < 300; ++i) {
        const double reach = std::exp2(random.between(-300, 300));
        Pose pose = i % 3 == 0 ? barely_rigid_pose(random, reach) : random_pose(random, reach);
        if (i % 3 == 0) {  // deviates by less than 3e-7, so that the inverse is a pose
            std::array<double, 12> rows = pose.matrix();
            const Pose nearest = Pose::from_quaternion(pose.position(), pose.quaternion()).value();
            for (std::size_t k = 0; k < 12; ++k)
                if (k % 4 != 3) rows[k] += 0.75 * (nearest.matrix()[k] - rows[k]);
            pose = Pose::from_matrix(rows).value();
        }
        const Pose inverse = pose.inverse();
        const std::array<mpq_class, 12> expected = exact_inverse(pose);
        for (std::size_t k = 0; k < 12; ++k)
            EXPECT_LE(abs(mpq_class(inverse.matrix()[k]) - expected[k]),
                      abs(expected[k]) * mpq_class(0x1p-50))
                << i << ' ' << k;
    }
}

TEST(Pose, InverseIsNotTheTranspose) {
    const Pose stretched = Pose::from_matrix({1 + 3e-7, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0}).value();
    EXPECT_EQ(stretched.inverse().matrix()[0], 1 / (1 + 3e-7));
    EXPECT_EQ(stretched.inverse().apply({5, 0, 0}), Vec3{});
    EXPECT_EQ(Pose::translation({1e300, -1e-300, 3}).inverse(), Pose::translation({-1e300, 1e-300, -3}));
    EXPECT_EQ(Pose::identity().inverse(), Pose::identity());
}

TEST(Pose, InverseThatIsNotAPoseIsAPrecondition) {
    const double far = std::numeric_limits<double>::max();
    const Pose turned = Pose::rotation({0, 0, 1}, degrees(45)).translated({far, far, 0});
    EXPECT_THROW(turned.inverse(), PreconditionError);
    // A pose shrunk nearly to the tolerance: its inverse deviates slightly more, but is still a pose.
    const double s = 1 - 4.99999e-7;
    const Pose shrunk = Pose::from_matrix({s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0}).value();
    EXPECT_NO_THROW(shrunk.inverse());
}

TEST(Pose, MatricesRoundTrip) {
    base::Random random(8);
    const Pose pose = random_pose(random, 3);
    EXPECT_EQ(Pose::from_matrix_4x4(pose.matrix_4x4()).value(), pose);
    std::array<double, 16> bent = pose.matrix_4x4();
    bent[12] = 1e-12;
    EXPECT_EQ(Pose::from_matrix_4x4(bent).error().code, ErrorCode::not_rigid);
    bent[12] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(Pose::from_matrix_4x4(bent));
}

TEST(Pose, QuaternionAndAxisAngleRoundTrip) {
    base::Random random(9);
    for (int i = 0; i < 2000; ++i) {
        // At half turns and near them, a careless formula divides by nearly 0.
        const double angle = i % 4 == 0 ? 180 - std::exp2(-random.between(0, 60)) : random.between(0, 180);
        const Vec3 axis = normalized(random_point(random, 1) + Vec3{1e-3, 0, 0});
        const Pose pose = Pose::rotation(axis, degrees(angle)).translated(random_point(random, 5));
        const std::array<double, 4> q = pose.quaternion();
        EXPECT_GE(q[0], 0);
        EXPECT_NEAR(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1, 1e-15);
        EXPECT_LT(largest_difference(Pose::from_quaternion(pose.position(), q).value(), pose), 3e-15);
        const AxisAngle turn = pose.axis_angle();
        EXPECT_NEAR(length(turn.axis), 1, 1e-15);
        EXPECT_NEAR(turn.angle.in_degrees(), angle, 1e-12);
        EXPECT_LT(largest_difference(Pose::rotation(turn).translated(pose.position()), pose), 5e-15);
    }
    EXPECT_EQ(Pose().quaternion(), (std::array<double, 4>{1, 0, 0, 0}));
    EXPECT_EQ(Pose().axis_angle().axis, (Vec3{0, 0, 1}));
    EXPECT_EQ(Pose().axis_angle().angle.in_radians(), 0);
}

}  // namespace
}  // namespace allide::test
