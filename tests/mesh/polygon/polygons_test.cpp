// A triangulation is right if every triangle has the polygon's orientation. At every point, the orientations
// (±1) of the triangles that contain it add up to the polygon's winding number. So if none is negative, the
// triangles cover the polygon once and nothing else.
#include "mesh/polygon/polygons.hpp"

#include "base/random.hpp"
#include "support/effort.hpp"

#include <algorithm>
#include <array>
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

// Exact, since all coordinates here are small integers.
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

// Tests the polygon starting from every corner, in both directions.
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

// A square with an extra corner in the middle of each side: convex, but not strictly.
TEST(Polygons, straight_corners_do_not_spoil_the_fan) {
    const std::vector<Point> square{{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}};
    EXPECT_TRUE(fan_covers(in_plane(square, 0)));
    expect_right_cuts(square);
}

// An arrowhead whose notch is corner 1: the diagonal must run from the notch, 1, to the tip, 3.
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

// A square ring whose hole is joined to the outline by a bridge, as in many files: two corners occur twice.
TEST(Polygons, hole_on_a_bridge) {
    expect_right_cuts({{0, 0}, {6, 0}, {6, 6}, {0, 6}, {0, 0}, {2, 2}, {2, 4}, {4, 4}, {4, 2}, {2, 2}});
}

// Star-shaped polygons: points of a fine lattice at random distances from the origin, sorted by angle.
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

TEST(Polygons, crossing_and_non_finite_polygons_still_give_n_minus_2_triangles) {
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

// The outline of a maze whose walls have no thickness: the boundary of a random tree over the cells of a
// grid. It passes along both sides of each wall, so almost every corner occurs several times.
class Maze {
  public:
    Maze(int width, int height, base::Random& random) : width_(width), height_(height), open_(size()) {
        std::vector<bool> seen(size(), false);
        std::vector<int> path{0};
        seen[0] = true;
        while (!path.empty()) {
            std::vector<int> sides;
            for (int side = 0; side < 4; ++side)
                if (const int next = neighbour(path.back(), side); next >= 0 && !seen[next])
                    sides.push_back(side);
            if (sides.empty()) {
                path.pop_back();
                continue;
            }
            const int side = sides[random.below(sides.size())], next = neighbour(path.back(), side);
            open_[path.back()][side] = open_[next][(side + 2) % 4] = true;
            seen[next] = true;
            path.push_back(next);
        }
    }
    std::vector<Point> outline() const {
        std::vector<Point> points;
        int cell = 0, side = 0;
        do {
            points.push_back({cell % width_ + (side == 1 || side == 2 ? 1.0 : 0.0),
                              cell / width_ + (side >= 2 ? 1.0 : 0.0)});
            side = (side + 1) % 4;
            while (open_[cell][side]) {
                cell = neighbour(cell, side);
                side = (side + 3) % 4;
            }
        } while (cell != 0 || side != 0);
        return points;
    }

  private:
    std::size_t size() const { return static_cast<std::size_t>(width_ * height_); }
    // The cell beyond a side (0 to 3: below, right, above, left) or -1. The outline runs counter-clockwise,
    // so a cell is on its left.
    int neighbour(int cell, int side) const {
        const int x = cell % width_ + (side == 1 ? 1 : side == 3 ? -1 : 0);
        const int y = cell / width_ + (side == 2 ? 1 : side == 0 ? -1 : 0);
        return x < 0 || y < 0 || x >= width_ || y >= height_ ? -1 : y * width_ + x;
    }
    int width_, height_;
    std::vector<std::array<bool, 4>> open_;
};

std::vector<Point> without_straight_corners(const std::vector<Point>& polygon) {
    std::vector<Point> kept;
    for (std::size_t i = 0, n = polygon.size(); i < n; ++i) {
        const Point &a = polygon[(i + n - 1) % n], &b = polygon[i], &c = polygon[(i + 1) % n];
        const bool turns_back = (b.u - a.u) * (c.u - b.u) + (b.v - a.v) * (c.v - b.v) < 0;
        if (doubled_area(a, b, c) != 0 || turns_back) kept.push_back(b);
    }
    return kept;
}

TEST(Polygons, mazes) {
    base::Random random(11);
    for (int round = 0; round < test::effort(150, 10000); ++round) {
        const int width = static_cast<int>(1 + random.below(9)),
                  height = static_cast<int>(2 + random.below(8));
        std::vector<Point> outline = Maze(width, height, random).outline();
        ASSERT_EQ(outline.size(), static_cast<std::size_t>(2 * width * height + 2));
        ASSERT_EQ(doubled_area(outline), 2.0 * width * height);
        std::rotate(outline.begin(), outline.begin() + static_cast<int>(random.below(outline.size())),
                    outline.end());
        expect_right_cut(outline);
        expect_right_cut(without_straight_corners(outline));
        std::reverse(outline.begin(), outline.end());
        expect_right_cut(outline);
    }
}

// Polygons with repeated corners and with a spike of zero width.
TEST(Polygons, repeated_corners_and_spikes) {
    expect_right_cuts({{0, 0}, {0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 3}, {0, 3}});
    expect_right_cuts({{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {1, 5}, {1, 3}, {0, 3}});
    expect_right_cuts({{0, 0}, {3, 0}, {3, 1}, {1, 1}, {2, 2}, {1, 1}, {1, 3}, {0, 3}});
    // A spike that runs inward from the notch: the outline turns convexly at both visits of the notch, and
    // yet the notch must block the cutting of ears.
    expect_right_cuts({{0, 0}, {6, 0}, {6, 2}, {2, 2}, {1, 1}, {2, 2}, {2, 6}, {0, 6}});
}

// Star-shaped polygons with spikes of zero width that run from some corners half way to the centre.
TEST(Polygons, random_stars_with_spikes) {
    base::Random random(14);
    for (int round = 0; round < test::effort(300, 20000); ++round) {
        const auto n = static_cast<int>(4 + random.below(12));
        std::vector<Point> star;
        for (int i = 0; i < n; ++i) {
            const double angle = 2 * std::numbers::pi * (i + random.between(0.1, 0.9)) / n;
            const double radius = random.between(500, 50000);
            const Point half{std::round(radius * std::cos(angle)), std::round(radius * std::sin(angle))};
            const Point corner{2 * half.u, 2 * half.v};
            star.push_back(corner);
            if (random.below(3) == 0) star.insert(star.end(), {half, corner});
        }
        std::rotate(star.begin(), star.begin() + static_cast<int>(random.below(star.size())), star.end());
        expect_right_cut(star);
    }
}

// An L whose notch is one unit in the last place off the line between its neighbours: areas computed with
// rounding do not show the orientation.
TEST(Polygons, last_bit_decides) {
    const double third = 1.0 / 3;
    for (const double nudge : {std::nextafter(third, 1), std::nextafter(third, 0)}) {
        const std::vector<Vec3> corners{{0, 0, 0}, {nudge, third, 0}, {1, 1, 0}, {-1, 1, 0}};
        const bool notch = nudge < third;  // corner 1 is left of the line from corner 0 to corner 2: inside
        const Triangles expected = notch ? Triangles{{0, 1, 3}, {1, 2, 3}} : Triangles{{0, 1, 2}, {0, 2, 3}};
        auto triangles = triangulate(corners);
        std::sort(triangles.begin(), triangles.end());
        EXPECT_EQ(triangles, expected);
        EXPECT_EQ(fan_covers(corners), !notch);
    }
}

// A needle whose area is below the rounding error keeps its orientation.
TEST(Polygons, needle) {
    const double far = 0x1p50;
    const std::vector<Vec3> needle{
        {far, far, 0}, {far + 8, far + 8, 0}, {far + 4, far + 4.25, 0}, {far + 3, far + 4, 0}};
    for (std::size_t start = 0; start < 4; ++start) {
        std::vector<Vec3> corners = needle;
        std::rotate(corners.begin(), corners.begin() + static_cast<int>(start), corners.end());
        for (const auto& [i, j, k] : triangulate(corners)) {
            const Vec3 &a = corners[i], &b = corners[j], &c = corners[k];
            EXPECT_GE((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x), 0);
        }
    }
}

// A double spiral of many turns, a comb, and a face that repeats four corners many times: each of them took
// quadratic time in an earlier version.
TEST(Polygons, many_corners_do_not_take_quadratic_time) {
    const int n = 40000;
    std::vector<Point> spiral, comb{{n, 0}, {n, 9}, {0, 9}};
    for (int i = 0; i < 2 * n; ++i) {
        const int step = i < n ? i : 2 * n - 1 - i;
        const double angle = step * 0.004, radius = 1000 + 1000 * angle + (i < n ? 0 : 3000);
        spiral.push_back({std::round(radius * std::cos(angle)), std::round(radius * std::sin(angle))});
    }
    for (int i = 0; i < n; ++i) comb.push_back({static_cast<double>(i), i % 2 == 0 ? 0.0 : 8.0});
    for (const auto& polygon : {spiral, comb}) {
        double sum = 0;
        const double whole = doubled_area(polygon);
        for (const auto& [i, j, k] : triangulate(in_plane(polygon, 0))) {
            const double area = doubled_area(polygon[i], polygon[j], polygon[k]);
            ASSERT_GE(area * whole, 0);
            sum += area;
        }
        EXPECT_EQ(sum, whole);
    }
    std::vector<Vec3> again;
    base::Random random(12);
    for (int i = 0; i < n; ++i)
        again.push_back({static_cast<double>(random.below(2)), static_cast<double>(random.below(2)), 0});
    EXPECT_EQ(triangulate(again).size(), again.size() - 2);
}

TEST(Polygons, planar_up_to_rounding) {
    const std::vector<Point> spiral{{0, 0}, {5, 0}, {5, 5}, {1, 5}, {1, 2}, {3, 2},
                                    {3, 3}, {2, 3}, {2, 4}, {4, 4}, {4, 1}, {0, 1}};
    for (int plane = 0; plane < planes; ++plane) EXPECT_TRUE(planar(in_plane(spiral, plane))) << plane;
    for (const double scale : {0x1p-1060, 1e-30, 1.0, 1e30, 0x1p1018}) {
        std::vector<Vec3> flat, bent;
        for (const Vec3& p : in_plane(spiral, 4)) flat.push_back({p.x * scale, p.y * scale, p.z * scale});
        bent = flat;
        bent[3].z += 0.01 * scale;
        EXPECT_TRUE(planar(flat)) << scale;
        EXPECT_FALSE(planar(bent)) << scale;
    }
}

TEST(Polygons, bent_ones_are_not_planar) {
    EXPECT_FALSE(planar(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0.001}, {0, 1, 0}}));
    EXPECT_TRUE(planar(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 1, 1e-7}, {0, 1, 0}}));
    // A closed path along six edges of a cube: its projected area is not 0 along any axis.
    EXPECT_FALSE(planar(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 1, 1}, {0, 1, 1}, {0, 0, 1}}));
    // A polygon that crosses itself: its areas cancel.
    EXPECT_FALSE(planar(std::vector<Vec3>{
        {0, 0, 0}, {1, 1, 0}, {1, 0, 1}, {0, 0, 0}, {1, 0, 1}, {1, 1, 0}, {5, 0, 0}, {1, 1, 0}, {1, 0, 1}}));
}

TEST(Polygons, rounding_to_single_precision_keeps_polygons_planar) {
    base::Random random(13);
    for (int round = 0; round < test::effort(500, 20000); ++round) {
        const Vec3 middle{random.between(-300, 300), random.between(-300, 300), random.between(-300, 300)};
        const Vec3 along{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
        const Vec3 across{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
        std::vector<Vec3> corners;
        for (int i = 0; i < 6; ++i) {
            const double u = std::cos(i), v = std::sin(i);
            const auto rounded = [&](double m, double a, double b) {
                return static_cast<double>(static_cast<float>(m + u * a + v * b));
            };
            corners.push_back({rounded(middle.x, along.x, across.x), rounded(middle.y, along.y, across.y),
                               rounded(middle.z, along.z, across.z)});
        }
        EXPECT_TRUE(planar(corners));
    }
}

TEST(Polygons, collinear_coincident_and_non_finite_corners_are_planar) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(planar(std::vector<Vec3>{{0, 0, 0}, {1, 2, 3}, {2, 4, 6}, {-1, -2, -3}}));
    EXPECT_TRUE(planar(std::vector<Vec3>(5, Vec3{1, 2, 3})));
    EXPECT_TRUE(planar(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 5}}));
    EXPECT_TRUE(planar(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 1, nan}, {0, 1, 0}}));
}

TEST(Polygons, fewer_than_three_corners_are_a_mistake) {
    const std::vector<Vec3> segment{{0, 0, 0}, {1, 0, 0}};
    EXPECT_THROW(triangulate(segment), PreconditionError);
    EXPECT_THROW(fan_covers(segment), PreconditionError);
    EXPECT_THROW(planar(segment), PreconditionError);
}

}  // namespace
}  // namespace allide::mesh
