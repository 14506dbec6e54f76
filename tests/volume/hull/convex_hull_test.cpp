#include "volume/hull/convex_hull.hpp"

#include "kernel/triangle/orientation.hpp"
#include "support/effort.hpp"
#include "support/random_geometry.hpp"

#include <map>
#include <set>

#include <gtest/gtest.h>

namespace allide::volume {
namespace {

// Checks the definition of a hull exactly: it is closed, and no point lies strictly outside of any facet.
void expect_hull(const std::vector<Vec3>& points, const ConvexHull& hull) {
    ASSERT_EQ(hull.dimension, 3);
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
    for (const auto& f : hull.facets)
        for (std::size_t i = 0; i < 3; ++i) ++edges[{f[i], f[(i + 1) % 3]}];
    for (const auto& [edge, count] : edges) {
        EXPECT_EQ(count, 1);
        EXPECT_EQ(edges.count({edge.second, edge.first}), 1u);
    }
    for (const auto& f : hull.facets) {
        EXPECT_FALSE(kernel::collinear(points[f[0]], points[f[1]], points[f[2]]));
        for (const Vec3& p : points)
            ASSERT_LE(kernel::orientation(points[f[0]], points[f[1]], points[f[2]], p), 0);
    }
    // Euler's formula for a closed surface of genus 0.
    EXPECT_EQ(static_cast<long>(hull.corners.size()) - static_cast<long>(edges.size()) / 2 +
                  static_cast<long>(hull.facets.size()),
              2);
}

TEST(ConvexHull, HandlesNoPointsOnePointALineAndAPolygon) {
    EXPECT_EQ(convex_hull({}).dimension, -1);
    EXPECT_EQ(convex_hull(std::vector<Vec3>(5, Vec3{1, 2, 3})).dimension, 0);
    const std::vector<Vec3> line{{0, 0, 0}, {1, 2, 3}, {-2, -4, -6}, {0.5, 1, 1.5}};
    const ConvexHull segment = convex_hull(line);
    EXPECT_EQ(segment.dimension, 1);
    EXPECT_EQ((std::set<std::uint32_t>(segment.corners.begin(), segment.corners.end())),
              (std::set<std::uint32_t>{1, 2}));
    // A tilted square with its centre and the midpoints of its sides.
    std::vector<Vec3> square;
    for (int i = 0; i <= 2; ++i)
        for (int j = 0; j <= 2; ++j) square.push_back({double(i), double(j), double(i + j)});
    const ConvexHull flat = convex_hull(square);
    EXPECT_EQ(flat.dimension, 2);
    EXPECT_EQ((std::set<std::uint32_t>(flat.corners.begin(), flat.corners.end())),
              (std::set<std::uint32_t>{0, 2, 6, 8}));
}

TEST(ConvexHull, CubeWithPointsOnItsFaces) {
    std::vector<Vec3> points;
    for (int i = 0; i < 5; ++i)
        for (int j = 0; j < 5; ++j)
            for (int k = 0; k < 5; ++k) points.push_back({double(i), double(j), double(k)});
    const ConvexHull hull = convex_hull(points);
    expect_hull(points, hull);
}

TEST(ConvexHull, RandomPointsInSpaceOnSpheresAndOnLattices) {
    base::Random random(5);
    for (int round = 0; round < test::effort(150, 3000); ++round) {
        std::vector<Vec3> points;
        const std::uint64_t count = 4 + random.below(60);
        for (std::uint64_t i = 0; i < count; ++i) {
            Vec3 p = test::random_point(random, 1);
            if (round % 3 == 1)
                p = {double(random.below(4)), double(random.below(4)), double(random.below(4))};
            if (round % 3 == 2) {
                const double length = std::sqrt(p.x * p.x + p.y * p.y + p.z * p.z);
                p = {p.x / length, p.y / length, p.z / length};
            }
            points.push_back(p);
        }
        const ConvexHull hull = convex_hull(points);
        if (hull.dimension == 3) expect_hull(points, hull);
        EXPECT_TRUE(hull.dimension == 3 || round % 3 == 1);
    }
}

TEST(ConvexHull, NearlyFlatHugeAndTinyPoints) {
    base::Random random(6);
    for (const double scale : {1.0, 1e-300, 1e-310, 1e300, 1e-7, 1e5}) {
        for (const double thickness : {1e-16, 1e-12, 1e-3}) {
            std::vector<Vec3> points;
            for (int i = 0; i < 40; ++i) {
                const Vec3 p = test::random_point(random, scale);
                points.push_back({p.x, p.y, p.x * 0.3 + p.z * thickness});
            }
            const ConvexHull hull = convex_hull(points);
            if (hull.dimension == 3) expect_hull(points, hull);
        }
    }
}

}  // namespace
}  // namespace allide::volume
