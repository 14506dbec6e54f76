// Power series that enclose functions, compared with these functions; and the largest ball in an ellipsoid
// around a given point.
#include "base/random.hpp"
#include "convex/depth/inner_ball.hpp"
#include "convex/depth/patch_series.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace allide::convex {
namespace {

double value_of(const PatchSeries& p, double x, double y) {
    double sum = 0;
    for (std::size_t i = 0; i < 5; ++i)
        for (std::size_t k = 0; i + k < 5; ++k)
            sum += p.c[i][k] * std::pow(x, static_cast<double>(i)) * std::pow(y, static_cast<double>(k));
    return sum;
}

double rest_of(const PatchSeries& p, double x, double y) {
    return p.rest_x * std::pow(x, 4) + p.rest_y * std::pow(y, 4);
}

PatchSeries random_series(base::Random& random, double size) {
    PatchSeries p;
    for (std::size_t i = 0; i < 5; ++i)
        for (std::size_t k = 0; i + k < 5; ++k)
            p.c[i][k] = random.between(-size, size) / static_cast<double>(1 + i + k);
    return p;
}

TEST(PatchSeries, EncloseProductsAndRoots) {
    base::Random random(71);
    for (int n = 0; n < 3000; ++n) {
        PatchSeries p = random_series(random, 0.1), q = random_series(random, 1);
        p.c[0][0] = 1;
        const PatchSeries product = p * q;
        PatchSeries root;
        ASSERT_TRUE(square_root(p, root));
        for (int i = 0; i < 20; ++i) {
            const double x = random.between(-1, 1), y = random.between(-1, 1);
            const double exact = value_of(p, x, y) * value_of(q, x, y);
            EXPECT_LE(std::abs(value_of(product, x, y) - exact), rest_of(product, x, y) + 1e-14);
            EXPECT_LE(std::abs(value_of(root, x, y) - std::sqrt(value_of(p, x, y))),
                      rest_of(root, x, y) + 1e-14);
        }
    }
}

TEST(PatchSeries, ArePositiveOnlyWhereTheyAre) {
    base::Random random(72);
    int positive = 0;
    for (int n = 0; n < 3000; ++n) {
        PatchSeries p = random_series(random, 1);
        p.c[0][0] = random.between(0, 1);
        p.c[0][2] = random.between(-0.5, 2);
        const Interval x{random.between(-1, 0), random.between(0, 1)},
            y{random.between(-1, 0), random.between(0, 1)};
        if (!stays_positive(p, x, y)) continue;
        ++positive;
        for (int i = 0; i < 100; ++i)
            EXPECT_GE(value_of(p, random.between(x.lo, x.hi), random.between(y.lo, y.hi)), -1e-14);
    }
    EXPECT_GT(positive, 300);
}

TEST(PatchSeries, ArePositiveAroundAMinimumWithoutCurvature) {
    PatchSeries p = PatchSeries::linear(1e-13, 0, 0);
    p.c[4][0] = 0.1;
    p.c[2][1] = 0.2;
    p.c[0][2] = 0.5;
    EXPECT_TRUE(stays_positive(p, {-1, 1}, {-1, 1}));
    p.c[2][1] = 0.5;  // x⁴/10 + x² y/2 + y²/2 is negative at y = −x²/2
    EXPECT_FALSE(stays_positive(p, {-1, 1}, {-1, 1}));
}

RoundPart ellipsoid_of(double a, double b, double c) {
    RoundPart round;
    round.whole = c * c;
    if (a != c) {
        round.part[round.axes] = (a - c) * (a + c);
        round.axis[round.axes++] = {1, 0, 0};
    }
    if (b != c) {
        round.part[round.axes] = (b - c) * (b + c);
        round.axis[round.axes++] = {0, 1, 0};
    }
    return round;
}

double height_of(double a, double b, double c, const Vec3& center, const Vec3& n) {
    return center.x * n.x + center.y * n.y + center.z * n.z + std::hypot(a * n.x, b * n.y, c * n.z);
}

TEST(InnerBall, TouchesTheEllipsoid) {
    base::Random random(73);
    for (int n = 0; n < 2000; ++n) {
        const double a = random.between(0.3, 1), c = random.between(0.3, 1),
                     b = n % 3 == 0 ? c : random.between(0.3, 1);
        // Points of a principal plane or axis have several nearest points.
        Vec3 center{random.between(-0.5, 0.5) * a, random.between(-0.5, 0.5) * b,
                    random.between(-0.5, 0.5) * c};
        if (n % 2 == 0) center.x = 0;
        if (n % 5 == 0) center.y = 0;
        if (n % 7 == 0) center = {};
        const InnerBall ball = inner_ball(ellipsoid_of(a, b, c), center);
        EXPECT_GT(ball.radius, 0);
        EXPECT_NEAR(height_of(a, b, c, center, ball.direction), ball.radius, 1e-13) << n;
        for (int i = 0; i < 200; ++i) {
            const Vec3 v{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
            const double size = std::hypot(v.x, v.y, v.z);
            if (size < 0.1) continue;
            EXPECT_GE(height_of(a, b, c, center, {v.x / size, v.y / size, v.z / size}), ball.radius) << n;
        }
    }
}

// Seen from the center of curvature of its pointed end, the surface of a prolate spheroid is equally far in a
// whole neighborhood of directions, up to fourth order.
TEST(InnerBall, AtTheCenterOfCurvature) {
    const double a = 0.5, c = 1;
    const InnerBall ball = inner_ball(ellipsoid_of(a, a, c), {0, 0, -(c - a * a / c)});
    EXPECT_NEAR(ball.radius, a * a / c, 1e-13);
}

}  // namespace
}  // namespace allide::convex
