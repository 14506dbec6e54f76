// The intersection of two triangles, and their last contact along a direction, on small integers, where every
// degenerate case occurs by chance. The reference is the exact contact verdict, which other tests check.
#include "kernel/triangle/intersection.hpp"

#include "kernel/triangle/triangle_pair.hpp"
#include "support/effort.hpp"
#include "support/random_geometry.hpp"

#include <gtest/gtest.h>

namespace allide::kernel {
namespace {

Vec3 small_point(base::Random& random, std::uint64_t size) {
    const auto number = [&] {
        return static_cast<double>(random.below(2 * size + 1)) - static_cast<double>(size);
    };
    const double x = number(), y = number();
    return {x, y, number()};
}
Triangle small_triangle(base::Random& random, std::uint64_t size) {
    const Vec3 p = small_point(random, size), q = small_point(random, size);
    return {p, q, small_point(random, size)};
}

// A measure of how far a point is from the corner, edge or face that `corners` selects; 0, up to rounding, if
// the point lies on it.
double distance_from(const Vec3& x, const Triangle& t, CornerSet corners) {
    std::vector<Vec3> hull;
    for (std::size_t i = 0; i < 3; ++i)
        if ((corners >> i & 1) != 0) hull.push_back(t[i]);
    const Vec3 arm = x - hull[0];
    if (hull.size() == 1) return std::sqrt(dot(arm, arm));
    const Vec3 along = hull[1] - hull[0];
    if (hull.size() == 2) {
        const double at = dot(arm, along) / dot(along, along);
        const Vec3 off = arm - at * along;
        return std::sqrt(dot(off, off)) + std::max({0.0, -at, at - 1});
    }
    const Vec3 normal = cross(along, hull[2] - hull[0]);
    double outside = std::abs(dot(normal, arm)) / dot(normal, normal);
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 inward = cross(normal, hull[(i + 1) % 3] - hull[i]);
        outside = std::max(outside, -dot(inward, x - hull[i]) / dot(inward, inward));
    }
    return outside;
}

TEST(TriangleIntersection, HasCornersIfAndOnlyIfTrianglesTouch) {
    base::Random random(3);
    const IntersectionFinder finder({}, {});
    const PairTester tester({}, {});
    std::size_t by_corners[8] = {}, with_area = 0;
    const int count = test::effort(60'000, 2'000'000);
    for (int round = 0; round < count; ++round) {
        const std::uint64_t size = 1 + random.below(4);
        Triangle a = small_triangle(random, size), b = small_triangle(random, size);
        if (round % 4 == 0)  // a coplanar pair
            for (std::size_t i = 0; i < 3; ++i) a[i].z = b[i].z = 0;
        const TriangleIntersection meeting = finder.intersection(a, b);
        ASSERT_EQ(!meeting.corners.empty(), tester.touch_exact(a, b));
        ++by_corners[std::min<std::size_t>(meeting.corners.size(), 7)];
        with_area += meeting.has_area ? 1 : 0;
        for (const auto& corner : meeting.corners) {
            for (CornerSet set = 1; set <= 7; ++set) {
                const bool in_a = (corner.a & feature(set)) != 0, in_b = (corner.b & feature(set)) != 0;
                ASSERT_TRUE(!in_a || distance_from(corner.point, a, set) < 1e-12);
                ASSERT_TRUE(!in_b || distance_from(corner.point, b, set) < 1e-12);
            }
            ASSERT_NE(corner.a, 0);
            ASSERT_NE(corner.b, 0);
        }
        // No two corners of the intersection coincide.
        for (std::size_t i = 0; i < meeting.corners.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                ASSERT_GT(largest(meeting.corners[i].point - meeting.corners[j].point), 1e-6);
    }
    for (const std::size_t corners : {0, 1, 2, 3, 4, 5, 6}) EXPECT_GT(by_corners[corners], 0u) << corners;
    EXPECT_EQ(by_corners[7], 0u);
    EXPECT_GT(with_area, static_cast<std::size_t>(test::effort(100)));
}

TEST(TriangleIntersection, IsTheSameWithTheSidesExchanged) {
    base::Random random(5);
    for (int round = 0; round < 20'000; ++round) {
        const Pose pose = round % 2 == 0 ? Pose() : test::random_pose(random, 2);
        const Triangle a = small_triangle(random, 2), b = small_triangle(random, 2);
        const TriangleIntersection one = IntersectionFinder({}, pose).intersection(a, b),
                                   other = IntersectionFinder(pose, {}).intersection(b, a);
        ASSERT_EQ(one.corners.size(), other.corners.size());
        ASSERT_EQ(one.has_area, other.has_area);
        for (const auto& x : one.corners)
            ASSERT_EQ(1, std::count_if(other.corners.begin(), other.corners.end(), [&](const auto& y) {
                          return x.a == y.b && x.b == y.a && largest(x.point - y.point) < 1e-12;
                      }));
    }
}

// Translations are multiples of 2⁻²⁰, so that the translated triangle is exact.
bool touch_when_shifted(const Triangle& a, const Triangle& b, const Vec3& direction, double shift) {
    return PairTester(Pose::translation(shift * direction), {}).touch_exact(a, b);
}

TEST(LastTouch, EndsTheIntervalOfShiftsThatTouch) {
    base::Random random(7);
    const IntersectionFinder finder({}, {});
    constexpr double step = 0x1p-20, far = 64;
    const auto on_grid = [](double x) { return std::floor(x / step) * step; };
    int long_ones = 0, points = 0, none = 0;
    const int count = test::effort(20'000, 400'000);
    for (int round = 0; round < count; ++round) {
        const std::uint64_t size = 1 + random.below(3);
        Vec3 d = small_point(random, 2);
        if (d == Vec3{}) d = {0, 0, 1};
        const Triangle a = small_triangle(random, size), b = small_triangle(random, size);
        const auto shifted = [&](double by) { return Triangle{a[0] + by * d, a[1] + by * d, a[2] + by * d}; };
        const auto last = finder.last_touch(shifted(-far), b, d),
                   first = finder.last_touch(shifted(far), b, -1 * d);
        ASSERT_EQ(last.has_value(), first.has_value());
        if (!last) {
            ++none;
            for (double s = -8; s <= 8; s += 0.25) ASSERT_FALSE(touch_when_shifted(a, b, d, s));
            continue;
        }
        ASSERT_LE(last->lower, last->upper);
        ASSERT_LE(last->upper - last->lower, 1e-12);
        const double from = far - first->lower, to = last->upper - far;
        ASSERT_LE(from, to + 1e-12);
        ASSERT_FALSE(touch_when_shifted(a, b, d, on_grid(to) + 2 * step));
        ASSERT_FALSE(touch_when_shifted(a, b, d, on_grid(from) - step));
        for (double s = 0.25 * std::floor(4 * to) + 0.5; s < 10; s += 0.25)
            ASSERT_FALSE(touch_when_shifted(a, b, d, s));
        if (to - from > 8 * step) {
            ++long_ones;
            ASSERT_TRUE(touch_when_shifted(a, b, d, on_grid(to) - step));
            ASSERT_TRUE(touch_when_shifted(a, b, d, on_grid(from) + 2 * step));
        } else if (on_grid(to + step / 2) - to < 1e-12 && to - on_grid(to + step / 2) < 1e-12) {
            ++points;
            ASSERT_TRUE(touch_when_shifted(a, b, d, on_grid(to + step / 2)));
        }
    }
    EXPECT_GT(long_ones, count / 20);
    EXPECT_GT(points, count / 50);
    EXPECT_GT(none, count / 50);
}

TEST(LastTouch, ScalesInverselyWithTheDirection) {
    const Triangle a{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}},
        b{Vec3{0, 0, 3}, Vec3{1, 0, 3}, Vec3{0, 1, 3}};
    const IntersectionFinder finder({}, {});
    for (const double size : {1.0, 1e-300, 5e-324, 1e300}) {
        const auto last = finder.last_touch(a, b, {0, 0, size});
        ASSERT_TRUE(last);
        EXPECT_LE(last->lower, 3 / size);
        EXPECT_GE(last->upper, 3 / size);
        EXPECT_GT(last->lower, 0);
    }
    EXPECT_FALSE(finder.last_touch(a, b, {0, 0, -1}));
    EXPECT_FALSE(finder.last_touch(a, b, {1, 0, 0}));
    const auto here = finder.last_touch(a, a, {0, 0, 1});
    ASSERT_TRUE(here);
    EXPECT_EQ(here->lower, 0);
    EXPECT_EQ(here->upper, 0);
}

}  // namespace
}  // namespace allide::kernel
