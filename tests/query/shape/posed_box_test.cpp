#include "query/shape/posed_box.hpp"

#include "base/random.hpp"
#include "support/effort.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

// Compares in long double, whose error is 2¹¹ times smaller than the margin of the box.
TEST(PosedBox, contains_the_images_of_all_points) {
    base::Random random(3);
    for (int i = 0; i < effort(2000, 100000); ++i) {
        const double size = std::exp2(random.between(-30, 30)), off = std::exp2(random.between(-30, 30));
        const auto some = [&](double scale) { return scale * random.between(-1, 1); };
        std::vector<Vec3> points;
        for (int k = 0; k < 6; ++k) points.push_back({some(size) + off, some(size), some(size) - off});
        const Pose pose = Pose::rotation({some(1), some(1), some(1) + 2}, radians(some(3)))
                              .translated({some(off), some(size), some(1)});
        const double more = i % 2 == 0 ? 0 : size / 8;
        const Box box = query::PosedBox(points, more).at(pose);
        const auto& m = pose.matrix();
        double slack = std::numeric_limits<double>::infinity();
        for (const Vec3& p : points) {
            const auto at = [&](const double* row) {
                return static_cast<long double>(row[0]) * p.x + static_cast<long double>(row[1]) * p.y +
                       static_cast<long double>(row[2]) * p.z + row[3];
            };
            const long double x = at(&m[0]), y = at(&m[4]), z = at(&m[8]);
            EXPECT_LE(box.lo.x, x - more);
            EXPECT_GE(box.hi.x, x + more);
            EXPECT_LE(box.lo.y, y - more);
            EXPECT_GE(box.hi.y, y + more);
            EXPECT_LE(box.lo.z, z - more);
            EXPECT_GE(box.hi.z, z + more);
            slack = std::min(slack, static_cast<double>(x - more - box.lo.x));
        }
        EXPECT_LE(slack, 4 * size + 0x1p-44 * off);  // no larger than the rotated box
    }
}

TEST(PosedBox, extreme_cases) {
    EXPECT_TRUE(query::PosedBox({}).at({}).is_empty());
    constexpr double largest = std::numeric_limits<double>::max();
    const std::vector<Vec3> points{{largest, 0, 0}, {-largest, 1, 0}};
    const Box box = query::PosedBox(points).at(Pose::translation({largest, 2, 3}));
    EXPECT_EQ(box.hi.x, std::numeric_limits<double>::infinity());
    EXPECT_LE(box.lo.y, 2);
    EXPECT_GE(box.hi.y, 3);
    EXPECT_LT(box.hi.y, 3.001);
}

}  // namespace
}  // namespace allide::test
