#include "mesh/array_checks.hpp"

#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace allide::detail {
namespace {

// A fault at each place of arrays of every length up to a few vectors is found.
TEST(ArrayChecks, FindAFaultAtEachPlace) {
    constexpr double inf = std::numeric_limits<double>::infinity(),
                     nan = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t count = 0; count < 24; ++count) {
        std::vector<TriangleIndices> triangles(count, {0, 50, 99});
        std::vector<Vec3> points(count, {0, -std::numeric_limits<double>::max(), 5e-324});
        EXPECT_TRUE(indices_are_below(triangles, 100));
        EXPECT_TRUE(all_finite(points));
        for (std::size_t i = 0; i < 3 * count; ++i) {
            for (const std::uint32_t bad : {100u, 0x7fffffffu, 0x80000000u, 0x80000063u, ~0u}) {
                std::uint32_t& index = triangles[i / 3][i % 3];
                const std::uint32_t before = std::exchange(index, bad);
                EXPECT_FALSE(indices_are_below(triangles, 100)) << i << " of " << count;
                index = before;
            }
            double& number = i % 3 == 0 ? points[i / 3].x : i % 3 == 1 ? points[i / 3].y : points[i / 3].z;
            for (const double bad : {inf, -inf, nan, -nan}) {
                const double before = std::exchange(number, bad);
                EXPECT_FALSE(all_finite(points)) << i << " of " << count;
                number = before;
            }
        }
        EXPECT_EQ(indices_are_below(triangles, 0), count == 0);
        EXPECT_TRUE(indices_are_below(triangles, 0x80000000u));
    }
}

}  // namespace
}  // namespace allide::detail
