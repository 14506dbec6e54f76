// Compares the segment in which triangles cross, computed in double, with exact arithmetic.
#include "kernel/triangle/certain_crossing.hpp"

#include "base/random.hpp"
#include "support/effort.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace allide::kernel {
namespace {

// The computed segment equals the exact one: the same order and features, and points whose distance is at
// most the sum of both error bounds.
TEST(CertainCrossing, IsTheExactIntersection) {
    base::Random random(26);
    const IntersectionFinder exact(Pose::identity(), Pose::identity());
    std::size_t found = 0, on_lattice = 0;
    const auto check = [&](const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b) {
        const std::optional<TriangleIntersection> one = certain_crossing(a, b);
        if (!one) return false;
        const TriangleIntersection other = exact.intersection(a, b);
        EXPECT_FALSE(one->has_area);
        EXPECT_EQ(other.corners.size(), 2u);
        double largest = 0;
        for (const auto& triangle : {a, b})
            for (const Vec3& x : triangle)
                largest = std::max({largest, std::abs(x.x), std::abs(x.y), std::abs(x.z)});
        for (std::size_t i = 0; i < 2 && other.corners.size() == 2; ++i) {
            EXPECT_EQ(one->corners[i].a, other.corners[i].a);
            EXPECT_EQ(one->corners[i].b, other.corners[i].b);
            const Vec3 &x = one->corners[i].point, &y = other.corners[i].point;
            EXPECT_LE(std::max({std::abs(x.x - y.x), std::abs(x.y - y.y), std::abs(x.z - y.z)}),
                      20 * 0x1p-53 * largest);
        }
        return true;
    };
    const int count = test::effort(20'000, 2'000'000);
    for (int round = 0; round < count; ++round) {
        // Triangles, needles included, of many sizes relative to their distance from the origin.
        const double offset = std::ldexp(1.0, static_cast<int>(random.below(24))),
                     thin = std::ldexp(1.0, -static_cast<int>(random.below(20)));
        std::array<Vec3, 3> a, b;
        for (Vec3& x : a)
            x = {offset + random.between(-1, 1), random.between(-1, 1), thin * random.between(-1, 1)};
        for (Vec3& x : b)
            x = {offset + random.between(-1, 1), thin * random.between(-1, 1), random.between(-1, 1)};
        found += check(a, b) ? 1 : 0;
        const auto whole = [&] { return 1000 + static_cast<double>(random.below(5)); };
        for (auto* triangle : {&a, &b})
            for (Vec3& x : *triangle) x = {whole(), whole(), whole()};
        on_lattice += check(a, b) ? 1 : 0;
    }
    EXPECT_GT(found, static_cast<std::size_t>(count) / 20);
    EXPECT_GT(on_lattice, static_cast<std::size_t>(count) / 20);
}

// There is no answer unless the crossing is certain: not for a corner in the other's plane, for edges that
// meet, or for disjoint triangles.
TEST(CertainCrossing, IsEmptyInDoubt) {
    const auto crosses_floor = [](std::array<Vec3, 3> triangle) {
        for (Vec3& x : triangle) x.z += 1000;
        return certain_crossing({{{0, 0, 1000}, {4, 0, 1000}, {0, 4, 1000}}}, triangle).has_value();
    };
    EXPECT_TRUE(crosses_floor({{{1, 1, -1}, {1, 1, 1}, {2, 1, 1}}}));
    EXPECT_FALSE(crosses_floor({{{1, 1, 0}, {1, 1, 1}, {2, 1, -1}}}));
    EXPECT_FALSE(crosses_floor({{{1, 0, -1}, {1, 0, 1}, {2, 1, 1}}}));
    EXPECT_FALSE(crosses_floor({{{1, 1, 0}, {2, 1, 0}, {1, 2, 0}}}));
    EXPECT_FALSE(crosses_floor({{{9, 9, -1}, {9, 9, 1}, {8, 9, 1}}}));
}

}  // namespace
}  // namespace allide::kernel
