// Numbers that are rounded to float and widened again stay rounded, also in vectorised code.
#include "base/to_float.hpp"

#include <gtest/gtest.h>

namespace allide {
namespace {

struct Point {
    double x, y, z;
};

#if defined(__GNUC__) && !defined(__clang__)
[[gnu::optimize("O3"), gnu::noinline]]
#endif
Point rounded(const Point& p) {
    return {base::to_float(p.x), base::to_float(p.y), base::to_float(p.z)};
}

TEST(ToFloat, RoundsNeighbouringNumbersToFloat) {
    const Point third = rounded({1.0 / 3, -1.0 / 3, 1e-50});
    EXPECT_EQ(third.x, 0x1.555556p-2);
    EXPECT_EQ(third.y, -0x1.555556p-2);
    EXPECT_EQ(third.z, 0);
}

}  // namespace
}  // namespace allide
