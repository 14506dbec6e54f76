// Two sets that meet during a screw motion are never reported as separated: a point of A is moved along the
// screw, and B is placed around its later position.
#include "traverse/motion/axis_shell.hpp"

#include "base/random.hpp"
#include "support/effort.hpp"
#include "traverse/motion/screw_boxes.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace allide::traverse {
namespace {

using Corners = kernel::NumberTriangle<double>;

AxisPoint random_place(base::Random& random, double size) {
    return {random.between(-size, size), random.between(-size, size), random.between(-size, size)};
}

AxisPoint mixed(const Corners& t, base::Random& random) {
    double u = random.between(0, 1), v = random.between(0, 1);
    if (u + v > 1) u = 1 - u, v = 1 - v;
    AxisPoint out;
    for (std::size_t k = 0; k < 3; ++k) out[k] = t[0][k] + u * (t[1][k] - t[0][k]) + v * (t[2][k] - t[0][k]);
    return out;
}

kernel::AxisTriangle<double> triangle_of(const Corners& corners) {
    kernel::AxisTriangle<double> out;
    out.corner = corners;
    return out;
}

// A random triangle that contains the point x, at random positive barycentric coordinates.
Corners triangle_through(const AxisPoint& x, base::Random& random, double size) {
    Corners t;
    const double u = random.between(0.01, 0.98), v = random.between(0, 0.99 - u);
    for (std::size_t k = 0; k < 3; ++k) {
        t[0][k] = x[k] + random.between(-size, size);
        t[1][k] = x[k] + random.between(-size, size);
        t[2][k] = (x[k] - u * t[0][k] - v * t[1][k]) / (1 - u - v);
    }
    return t;
}

TEST(AxisShell, sets_that_meet_are_not_reported_as_separated) {
    base::Random random(3901);
    int counted = 0;
    const int count = test::effort(60000);
    for (int k = 0; k < count; ++k) {
        const double angle = k % 5 == 0 ? 0 : random.between(-1, 1) * std::pow(10, random.between(-3, 2.5)),
                     advance = k % 3 == 0 ? 0 : random.between(-1, 1) * std::pow(10, random.between(-4, 0)),
                     margin = k % 4 == 0 ? std::pow(10, random.between(-5, -1)) : 0x1p-44,
                     size = std::pow(10, random.between(-3, -0.3));
        const AxisPoint at = random_place(random, 0.5);
        Corners a;
        for (auto& corner : a)
            for (std::size_t i = 0; i < 3; ++i) corner[i] = at[i] + random.between(-size, size);
        const double t = random.between(0, 1), c = std::cos(angle * t), s = std::sin(angle * t);
        const AxisPoint x = mixed(a, random);
        AxisPoint y{c * x[0] - s * x[1], s * x[0] + c * x[1], x[2] + advance * t};
        for (std::size_t i = 0; i < 3; ++i) y[i] += random.between(-0.5, 0.5) * (margin > 1e-12 ? margin : 0);
        const Corners b = triangle_through(y, random, size);
        const ShellTimes times(angle, advance, margin);
        const double rise = times.rise();
        const AxisCorners of_a(triangle_of(a), rise), of_b(triangle_of(b), rise);
        ASSERT_LE(times.next(of_a.shell, of_b.shell, random.between(0, 1) * t), t + 1e-12) << k;
        ASSERT_FALSE(times.never_meet(of_a.orbit, of_b.orbit, std::max(of_a.shell.inner, of_b.shell.inner)))
            << k;
        ++counted;
    }
    EXPECT_EQ(counted, count);
}

// Sets at other distances from the axis, at other heights, or away from the helix never meet.
TEST(AxisShell, recognises_sets_that_never_meet) {
    const auto shell_at = [](double out, double angle, double up) {
        const AxisPoint x{out * std::cos(angle), out * std::sin(angle), up};
        Corners t{x, x, x};
        t[1][2] += 0.01;
        t[2][0] += 0.01;
        return AxisCorners(triangle_of(t), 0).shell;
    };
    constexpr double never = std::numeric_limits<double>::infinity();
    const ShellTimes turning(12.5, 0, 1e-12), screwing(12.5, 0.2, 1e-12);
    const AxisShell a = shell_at(0.5, 0.3, 0);
    EXPECT_EQ(turning.next(a, shell_at(0.6, 0.3, 0), 0), never);
    EXPECT_EQ(turning.next(a, shell_at(0.5, 0.3, 0.1), 0), never);
    EXPECT_NEAR(turning.next(a, shell_at(0.5, 1.3, 0), 0), 1 / 12.5, 0.01);
    EXPECT_EQ(screwing.next(a, shell_at(0.5, 1.3, 0.05), 0), never);
    EXPECT_NEAR(screwing.next(a, shell_at(0.5, 1.3, 0.2 / 12.5), 0), 1 / 12.5, 0.01);
}

}  // namespace
}  // namespace allide::traverse
