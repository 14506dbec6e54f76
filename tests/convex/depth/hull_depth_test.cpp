// Penetration depths of point clouds, compared with the nearest facet of the hull of all differences a − b.
#include "convex/depth/hull_depth.hpp"

#include "base/random.hpp"
#include "volume/hull/convex_hull.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace allide::convex {
namespace {

Vec3 minus(const Vec3& a, const Vec3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

// Random points on an ellipsoid with semi-axes `half`, centred at `middle`.
std::vector<Vec3> cloud(base::Random& random, std::size_t count, const Vec3& half, const Vec3& middle) {
    std::vector<Vec3> points;
    while (points.size() < count) {
        const Vec3 p{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
        const double length = std::sqrt(p.x * p.x + p.y * p.y + p.z * p.z);
        if (length < 0.1) continue;
        points.push_back({middle.x + half.x * p.x / length, middle.y + half.y * p.y / length,
                          middle.z + half.z * p.z / length});
    }
    return points;
}

double depth_by_all_differences(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    std::vector<Vec3> differences;
    for (const Vec3& p : a)
        for (const Vec3& q : b) differences.push_back(minus(p, q));
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [i, j, k] : volume::convex_hull(differences).facets) {
        const Vec3 e = minus(differences[j], differences[i]), f = minus(differences[k], differences[i]);
        const Vec3 n{e.y * f.z - e.z * f.y, e.z * f.x - e.x * f.z, e.x * f.y - e.y * f.x};
        const double length = std::sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
        const Vec3& p = differences[i];
        least = std::min(least, (n.x * p.x + n.y * p.y + n.z * p.z) / length);
    }
    return least;
}

TEST(HullDepth, OfCloudsIsTheNearestFacetOfAllDifferences) {
    base::Random random(2001);
    for (int round = 0; round < 40; ++round) {
        const Vec3 half{1, round % 3 == 0 ? 0.01 : 1, round % 5 == 0 ? 30.0 : 1};
        const auto a = cloud(random, 4 + random.below(50), half, {});
        const auto b = cloud(random, 4 + random.below(50), {1, 1, 1},
                             {random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)});
        const HullDepth found = hull_depth(a, b);
        const double depth = depth_by_all_differences(a, b);
        if (depth < 1e-3) continue;  // separated, or nearly so
        EXPECT_NEAR(found.lower, depth, 1e-12) << round;
        EXPECT_NEAR(found.upper, depth, 1e-12) << round;
    }
}

TEST(HullDepth, OfRoundCloudsNeedsManyFacets) {
    // The depth of two concentric spheres is the sum of their radii in every direction.
    base::Random random(2002);
    const auto a = cloud(random, 3000, {1, 1, 1}, {}), b = cloud(random, 3000, {1, 1, 1}, {});
    const HullDepth found = hull_depth(a, b);
    EXPECT_LE(found.upper - found.lower, 1e-12);
    EXPECT_LT(found.upper, 2);
    EXPECT_GT(found.lower, 1.9);
}

TEST(HullDepth, OfFlatCloudsIsNone) {
    base::Random random(2003);
    const auto a = cloud(random, 30, {1, 1, 0}, {}), b = cloud(random, 30, {1, 1, 0}, {0.2, 0.3, 0});
    const HullDepth found = hull_depth(a, b);
    EXPECT_NEAR(found.upper, 0, 1e-15);
    EXPECT_NEAR(std::abs(found.direction.z), 1, 1e-15);
    EXPECT_EQ(found.lower, 0);
}

}  // namespace
}  // namespace allide::convex
