// Oracle: a cut is right if every triangle turns as the polygon does. The triangles' signed areas then add up
// to the polygon's winding number everywhere, so that they cover it once and nothing else.
#include "mesh/polygons.hpp"

#include "base/random.hpp"
#include "support/effort.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

namespace allide::mesh {
namespace {

using Triangles = std::vector<TriangleIndices>;

struct Point {
    double u, v;
};

// Exact for the small whole numbers used here.
double doubled_area(const Point& a, const Point& b, const Point& c) {
    return (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u);
}

double doubled_area(const std::vector<Point>& polygon) {
    double sum = 0;
    for (std::size_t i = 1; i + 1 < polygon.size(); ++i)
        sum += doubled_area(polygon[0], polygon[i], polygon[i + 1]);
    return sum;
}

std::vector<Vec3> in_plane(const std::vector<Point>& polygon, int plane) {
    std::vector<Vec3> corners;
    for (const auto& [u, v] : polygon) {
        const Vec3 choices[] = {
            {u, v, 7}, {v, u, 7}, {7, u, v}, {u, -3, v}, {u, v, 2 * u - 3 * v}, {u + v, u - v, 4 * u}};
        corners.push_back(choices[plane]);
    }
    return corners;
}
constexpr int planes = 6;

void expect_right_cut(const std::vector<Point>& polygon) {
    const double sign = doubled_area(polygon) > 0 ? 1 : -1;
    for (int plane = 0; plane < planes; ++plane) {
        const Triangles triangles = triangulate(in_plane(polygon, plane));
        ASSERT_EQ(triangles.size(), polygon.size() - 2);
        double sum = 0;
        for (const auto& [i, j, k] : triangles) {
            const double area = doubled_area(polygon[i], polygon[j], polygon[k]);
            ASSERT_GE(area * sign, 0) << "triangle " << i << ' ' << j << ' ' << k << " in plane " << plane;
            sum += area;
        }
        ASSERT_EQ(sum, doubled_area(polygon));
    }
}

// The same polygon from every corner, both ways round.
void expect_right_cuts(std::vector<Point> polygon) {
    for (int way = 0; way < 2; ++way) {
        for (std::size_t start = 0; start < polygon.size(); ++start) {
            expect_right_cut(polygon);
            std::rotate(polygon.begin(), polygon.begin() + 1, polygon.end());
        }
        std::reverse(polygon.begin(), polygon.end());
    }
}

TEST(Polygons, convex_quadrilateral_is_cut_from_corner_0_to_corner_2) {
    const std::vector<Vec3> square{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    EXPECT_EQ(triangulate(square), (Triangles{{0, 1, 2}, {0, 2, 3}}));
    EXPECT_TRUE(fan_covers(square));
}

TEST(Polygons, triangle_is_itself) {
    EXPECT_EQ(triangulate(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), (Triangles{{0, 1, 2}}));
}

TEST(Polygons, convex_polygons_become_fans) {
    for (std::size_t n = 3; n < 40; ++n) {
        Triangles fan;
        for (std::uint32_t i = 2; i < n; ++i) fan.push_back({0, i - 1, i});
        std::vector<Point> polygon;
        for (std::size_t i = 0; i < n; ++i) {
            const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n);
            polygon.push_back({std::cos(angle), std::sin(angle)});
        }
        for (int plane = 0; plane < planes; ++plane) EXPECT_EQ(triangulate(in_plane(polygon, plane)), fan);
    }
}

// A square with a corner in the middle of each side: convex, though it does not turn there.
TEST(Polygons, straight_corners_do_not_spoil_the_fan) {
    const std::vector<Point> square{{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}};
    EXPECT_TRUE(fan_covers(in_plane(square, 0)));
    expect_right_cuts(square);
}

// An arrowhead whose notch is corner 1: the cut must run from the notch, 1, to the tip, 3.
TEST(Polygons, dart_is_cut_at_its_notch) {
    const std::vector<Point> dart{{0, 0}, {2, 1}, {4, 0}, {2, 4}};
    EXPECT_FALSE(fan_covers(in_plane(dart, 0)));
    auto triangles = triangulate(in_plane(dart, 0));
    std::sort(triangles.begin(), triangles.end());
    EXPECT_EQ(triangles, (Triangles{{0, 1, 3}, {1, 2, 3}}));
    expect_right_cuts(dart);
}

TEST(Polygons, letters_and_combs) {
    expect_right_cuts({{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}});                  // L
    expect_right_cuts({{0, 0}, {5, 0}, {5, 3}, {4, 3}, {4, 1}, {1, 1}, {1, 3}, {0, 3}});  // U
    expect_right_cuts({{0, 0},
                       {5, 0},
                       {5, 5},
                       {1, 5},
                       {1, 2},
                       {3, 2},
                       {3, 3},
                       {2, 3},
                       {2, 4},
                       {4, 4},
                       {4, 1},
                       {0, 1}});  // spiral
    std::vector<Point> comb{{40, 0}, {40, 9}, {0, 9}};
    for (int i = 0; i < 40; ++i) comb.push_back({static_cast<double>(i), i % 2 == 0 ? 0.0 : 8.0});
    expect_right_cuts(comb);
}

// A square ring cut open along a bridge, as programs without holes write it: two corners appear twice.
TEST(Polygons, hole_on_a_bridge) {
    expect_right_cuts({{0, 0}, {6, 0}, {6, 6}, {0, 6}, {0, 0}, {2, 2}, {2, 4}, {4, 4}, {4, 2}, {2, 2}});
}

// Points sorted by their angle about the origin, at random distances on a fine lattice.
TEST(Polygons, random_stars) {
    base::Random random(3);
    for (int round = 0; round < test::effort(300, 20000); ++round) {
        const auto n = static_cast<int>(4 + random.below(20));
        std::vector<Point> star;
        for (int i = 0; i < n; ++i) {
            const double angle = 2 * std::numbers::pi * (i + random.between(0.1, 0.9)) / n;
            const double radius = random.between(1000, 100000);
            star.push_back({std::round(radius * std::cos(angle)), std::round(radius * std::sin(angle))});
        }
        std::rotate(star.begin(), star.begin() + static_cast<int>(random.below(star.size())), star.end());
        expect_right_cut(star);
    }
}

TEST(Polygons, any_size_gives_the_same_cut) {
    const std::vector<Vec3> dart{{0, 0, 0}, {2, 1, 0}, {4, 0, 0}, {2, 4, 0}};
    const Triangles expected = triangulate(dart);
    for (const double scale : {0x1p-1074, 0x1p-1000, 0x1p-300, 0x1p300, 0x1p1000, 0x1p1021}) {
        std::vector<Vec3> scaled;
        for (const Vec3& p : dart) scaled.push_back({p.x * scale, p.y * scale, p.z * scale});
        EXPECT_EQ(triangulate(scaled), expected) << scale;
    }
}

TEST(Polygons, polygons_without_area_become_fans) {
    const std::vector<Vec3> line{{0, 0, 0}, {3, 3, 3}, {1, 1, 1}, {2, 2, 2}};
    const std::vector<Vec3> point(4, Vec3{1, 2, 3});
    EXPECT_EQ(triangulate(line), (Triangles{{0, 1, 2}, {0, 2, 3}}));
    EXPECT_EQ(triangulate(point), (Triangles{{0, 1, 2}, {0, 2, 3}}));
}

TEST(Polygons, crossing_and_non_finite_ones_still_give_their_count) {
    constexpr double inf = std::numeric_limits<double>::infinity();
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(triangulate(std::vector<Vec3>{{0, 0, 0}, {4, 4, 0}, {4, 0, 0}, {0, 3, 0}}).size(), 2u);
    EXPECT_EQ(triangulate(std::vector<Vec3>{{0, 0, 0}, {nan, 4, 0}, {4, 0, 0}, {0, inf, 0}}).size(), 2u);
    base::Random random(4);
    for (int round = 0; round < 300; ++round) {
        std::vector<Vec3> corners;
        const std::uint64_t n = 3 + random.below(30);
        const auto coordinate = [&random] { return static_cast<double>(random.below(5)); };
        for (std::uint64_t i = 0; i < n; ++i) corners.push_back({coordinate(), coordinate(), coordinate()});
        EXPECT_EQ(triangulate(corners).size(), n - 2);
    }
}

TEST(Polygons, fewer_than_three_corners_are_a_mistake) {
    const std::vector<Vec3> segment{{0, 0, 0}, {1, 0, 0}};
    EXPECT_THROW(triangulate(segment), PreconditionError);
    EXPECT_THROW(fan_covers(segment), PreconditionError);
}

}  // namespace
}  // namespace allide::mesh
