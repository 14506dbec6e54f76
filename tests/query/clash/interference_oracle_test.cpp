// Depth and volume of random pairs of boxes, cylinders and extrusions, compared with an oracle that works in
// the plane. All parts are extruded along z: the depth of a point (p, z) in P × [z0, z1] is the smaller of
// the depth of p in the polygon P and that of z in the interval [z0, z1]. Depths in convex polygons are
// linear programs, which are solved by trying all corners.
#include "support/effort.hpp"

#include <allide/query.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace allide::interference_oracle {
namespace {

struct Point2 {
    double x, y;
};
// The corners of a convex polygon, counter-clockwise.
using Polygon = std::vector<Point2>;

// The set { nx x + ny y ≤ c }, with a normal of length 1.
struct HalfPlane {
    double nx, ny, c;
    double depth(const Point2& p) const { return c - nx * p.x - ny * p.y; }
};
std::vector<HalfPlane> half_planes(const Polygon& polygon) {
    std::vector<HalfPlane> out;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Point2 &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
        const double length = std::hypot(q.x - p.x, q.y - p.y);
        const double nx = (q.y - p.y) / length, ny = (p.x - q.x) / length;
        out.push_back({nx, ny, nx * p.x + ny * p.y});
    }
    return out;
}
double depth_in(const std::vector<HalfPlane>& sides, const Point2& p) {
    double least = std::numeric_limits<double>::infinity();
    for (const HalfPlane& side : sides) least = std::min(least, side.depth(p));
    return least;
}

// The largest depth of a point of a segment; negative if all are outside. Along the segment the depth is a
// minimum of linear functions, so it is largest at an end or where two of them are equal.
double deepest_on_segment(const std::vector<HalfPlane>& sides, const Point2& p, const Point2& q) {
    const auto at = [&](double t) { return Point2{p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)}; };
    double best = std::max(depth_in(sides, p), depth_in(sides, q));
    for (std::size_t i = 0; i < sides.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const double from = sides[i].depth(p) - sides[j].depth(p),
                         to = sides[i].depth(q) - sides[j].depth(q);
            if ((from < 0) != (to < 0)) best = std::max(best, depth_in(sides, at(from / (from - to))));
        }
    return best;
}
double deepest_on_boundary(const std::vector<HalfPlane>& sides, const Polygon& polygon) {
    double best = -1;
    for (std::size_t i = 0; i < polygon.size(); ++i)
        best = std::max(best, deepest_on_segment(sides, polygon[i], polygon[(i + 1) % polygon.size()]));
    return best;
}
// The largest depth in `sides` of a point of a polygon: on its boundary, or where three sides are equally
// far.
double deepest_in_area(const std::vector<HalfPlane>& sides, const Polygon& polygon) {
    double best = deepest_on_boundary(sides, polygon);
    const std::vector<HalfPlane> own = half_planes(polygon);
    for (std::size_t i = 0; i < sides.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            for (std::size_t k = 0; k < j; ++k) {
                const HalfPlane &a = sides[i], &b = sides[j], &c = sides[k];
                const double ax = a.nx - c.nx, ay = a.ny - c.ny, bx = b.nx - c.nx, by = b.ny - c.ny;
                const double det = ax * by - ay * bx;
                if (std::abs(det) < 1e-12) continue;
                const Point2 p{((a.c - c.c) * by - (b.c - c.c) * ay) / det,
                               (ax * (b.c - c.c) - bx * (a.c - c.c)) / det};
                if (depth_in(own, p) >= 0) best = std::max(best, depth_in(sides, p));
            }
    return best;
}

double area(const Polygon& polygon) {
    double twice = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Point2 &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
        twice += p.x * q.y - p.y * q.x;
    }
    return twice / 2;
}
Polygon clipped(const Polygon& polygon, const HalfPlane& side) {
    Polygon out;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Point2 &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
        const double f = side.depth(p), g = side.depth(q);
        if (f >= 0) out.push_back(p);
        if ((f < 0) != (g < 0)) {
            const double t = f / (f - g);
            out.push_back({p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)});
        }
    }
    return out;
}
double common_area(Polygon a, const Polygon& b) {
    for (const HalfPlane& side : half_planes(b)) a = clipped(a, side);
    return a.size() < 3 ? 0 : area(a);
}
// The distance from a point to a convex polygon; 0 inside.
double distance_to(const Polygon& polygon, const Point2& p) {
    if (depth_in(half_planes(polygon), p) >= 0) return 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Point2 &q = polygon[i], &r = polygon[(i + 1) % polygon.size()];
        const double wx = r.x - q.x, wy = r.y - q.y;
        const double t = std::clamp(((p.x - q.x) * wx + (p.y - q.y) * wy) / (wx * wx + wy * wy), 0.0, 1.0);
        least = std::min(least, std::hypot(p.x - q.x - t * wx, p.y - q.y - t * wy));
    }
    return least;
}

struct Interval {
    double from, to;
    double depth(double z) const { return std::min(z - from, to - z); }
};
struct Extrusion {
    Polygon ground;
    Interval z;
};

// The largest depth of a point of a's surface in b; negative if the whole surface is outside.
double sink(const Extrusion& a, const Extrusion& b) {
    const std::vector<HalfPlane> sides = half_planes(b.ground);
    const double middle = std::clamp((b.z.from + b.z.to) / 2, a.z.from, a.z.to);
    double best = std::min(deepest_on_boundary(sides, a.ground), b.z.depth(middle));
    const double inner = deepest_in_area(sides, a.ground);
    for (const double end : {a.z.from, a.z.to}) best = std::max(best, std::min(inner, b.z.depth(end)));
    return best;
}

struct Truth {
    double depth, volume;
};
Truth truth_of(const Extrusion& a, const Extrusion& b) {
    const double height = std::min(a.z.to, b.z.to) - std::max(a.z.from, b.z.from);
    return {std::max(sink(a, b), sink(b, a)), std::max(0.0, height) * common_area(a.ground, b.ground)};
}

// The true values for a polygonal bolt in a hole of a wide plate. Only the hole's wall and the plate's two
// faces are near, so the plate's rim does not count.
Truth truth_of_fit(const Extrusion& bolt, const Polygon& hole, const Interval& plate) {
    double out_of_hole = 0;
    for (const Point2& p : bolt.ground) out_of_hole = std::max(out_of_hole, distance_to(hole, p));
    const double thickness = plate.to - plate.from;
    const double bolt_in_plate = std::min(out_of_hole, thickness / 2);
    const double hole_in_bolt = deepest_on_boundary(half_planes(bolt.ground), hole);
    return {std::max(bolt_in_plate, hole_in_bolt),
            (area(bolt.ground) - common_area(bolt.ground, hole)) * thickness};
}

// ---- Meshes.

void add_walls(MeshData& data, std::uint32_t first, std::uint32_t n) {
    for (std::uint32_t i = 0; i < n; ++i) {
        const std::uint32_t p = first + 2 * i, q = first + 2 * ((i + 1) % n);
        data.triangles.push_back({p, q, p + 1});
        data.triangles.push_back({p + 1, q, q + 1});
    }
}
void add_corners(MeshData& data, const Polygon& ground, const Interval& z) {
    for (const Point2& p : ground) {
        data.vertices.push_back({p.x, p.y, z.from});
        data.vertices.push_back({p.x, p.y, z.to});
    }
}
Model model_of(const Extrusion& shape) {
    MeshData data;
    add_corners(data, shape.ground, shape.z);
    const auto n = static_cast<std::uint32_t>(shape.ground.size());
    add_walls(data, 0, n);
    for (std::uint32_t i = 1; i + 1 < n; ++i) {
        data.triangles.push_back({0, 2 * i + 2, 2 * i});
        data.triangles.push_back({1, 2 * i + 1, 2 * i + 3});
    }
    return Model::build(Mesh::from(std::move(data)).value()).value();
}
// A plate with a hole; both outlines have the same number of corners.
Model model_of_plate(const Polygon& hole, const Polygon& rim, const Interval& z) {
    MeshData data;
    add_corners(data, hole, z);
    add_corners(data, rim, z);
    const auto n = static_cast<std::uint32_t>(hole.size());
    add_walls(data, 0, n);
    add_walls(data, 2 * n, n);
    for (std::uint32_t i = 0; i < n; ++i)
        for (const std::uint32_t top : {0u, 1u}) {
            const std::uint32_t p = 2 * i + top, q = 2 * ((i + 1) % n) + top;
            data.triangles.push_back({p, q, q + 2 * n});
            data.triangles.push_back({p, q + 2 * n, p + 2 * n});
        }
    return Model::build(Mesh::from(std::move(data)).value()).value();
}

// ---- Random shapes.

class RandomShapes {
  public:
    explicit RandomShapes(unsigned seed) : random_(seed) {}

    double between(double from, double to) {
        return std::uniform_real_distribution<double>(from, to)(random_);
    }
    std::size_t below(std::size_t count) { return random_() % count; }
    Polygon rectangle() {
        const double x = between(-1.5, 0.5), y = between(-1.5, 0.5), w = between(0.2, 2.5),
                     h = between(0.2, 2.5);
        return {{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}};
    }
    Polygon regular(double radius, const Point2& centre) {
        const std::size_t n = 8 + below(17);
        const double turn = between(0, 2 * std::numbers::pi);
        Polygon out;
        for (std::size_t i = 0; i < n; ++i) {
            const double t = turn + 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n);
            out.push_back({centre.x + radius * std::cos(t), centre.y + radius * std::sin(t)});
        }
        return out;
    }
    // A polygon with its corners on an ellipse, hence convex.
    Polygon irregular() {
        std::vector<double> turns(3 + below(6));
        const double wide = between(0.3, 1.5), high = between(0.3, 1.5);
        for (std::size_t i = 0; i < turns.size(); ++i)
            turns[i] = 2 * std::numbers::pi * (static_cast<double>(i) + between(0, 0.8)) /
                       static_cast<double>(turns.size());
        const Point2 centre{between(-0.6, 0.6), between(-0.6, 0.6)};
        Polygon out;
        for (const double t : turns)
            out.push_back({centre.x + wide * std::cos(t), centre.y + high * std::sin(t)});
        return out;
    }
    Extrusion extrusion() {
        const double from = between(-2, 0.4);
        const Interval z{from, from + between(0.3, 2.5)};
        switch (below(3)) {
            case 0:
                return {rectangle(), z};
            case 1:
                return {regular(between(0.2, 1.2), {between(-0.6, 0.6), between(-0.6, 0.6)}), z};
            default:
                return {irregular(), z};
        }
    }
    // A common pose for both parts.
    Pose motion() {
        if (below(2) == 0) return Pose::identity();
        return Pose::rotation({between(-1, 1), between(-1, 1), 1}, degrees(between(-180, 180)))
            .translated({between(-5, 5), between(-5, 5), between(-5, 5)});
    }

  private:
    std::mt19937 random_;
};

// Allows for rounding errors of the oracle and of poses.
constexpr double rounding = 1e-9;

void expect_truth(const Placed& a, const Placed& b, const Truth& truth, double error = 0.1) {
    const Interference found = interference(a, b, {.depth_error = error});
    ASSERT_TRUE(found.depth && found.volume);
    EXPECT_LE(found.depth->lower, truth.depth + rounding);
    EXPECT_GE(found.depth->upper, truth.depth - rounding);
    EXPECT_LE(found.depth->upper - found.depth->lower, error * found.depth->upper + rounding);
    EXPECT_LE(found.volume->lower, truth.volume + rounding);
    EXPECT_GE(found.volume->upper, truth.volume - rounding);
    EXPECT_LE(found.volume->upper - found.volume->lower, 1e-6 * truth.volume + 1e-7);
}

TEST(InterferenceOracle, RandomBoxesCylindersAndExtrusions) {
    RandomShapes random(7);
    int overlapping = 0;
    const int rounds = test::effort(1000, 10000);
    for (int round = 0; overlapping < rounds; ++round) {
        const Extrusion a = random.extrusion(), b = random.extrusion();
        const Truth truth = truth_of(a, b);
        if (truth.volume < 1e-6) continue;
        ++overlapping;
        const Pose motion = random.motion();
        const Model one = model_of(a), other = model_of(b);
        SCOPED_TRACE("round " + std::to_string(round));
        expect_truth(one.at(motion), other.at(motion), truth, overlapping % 10 == 0 ? 1e-3 : 0.1);
        if (HasFailure()) return;
    }
}

TEST(InterferenceOracle, RandomBoltsInHoles) {
    RandomShapes random(8);
    const int rounds = test::effort(200, 2000);
    for (int round = 0; round < rounds; ++round) {
        const double radius = random.between(0.5, 2), over = random.between(0.001, 0.3);
        const Polygon hole = random.regular(radius, {0, 0});
        Polygon rim = hole;
        for (Point2& p : rim) p = {10 * p.x, 10 * p.y};
        const Interval plate{0, random.between(0.5, 3)};
        const Extrusion bolt{random.regular(radius + over, {0, 0}), {-1, plate.to + 1}};
        const Pose motion = random.motion();
        const Model one = model_of(bolt), other = model_of_plate(hole, rim, plate);
        SCOPED_TRACE("round " + std::to_string(round));
        expect_truth(one.at(motion), other.at(motion), truth_of_fit(bolt, hole, plate));
        if (HasFailure()) return;
    }
}

// ---- Properties.

TEST(InterferenceOracle, IsSymmetric) {
    RandomShapes random(9);
    for (int round = 0; round < test::effort(60, 600); ++round) {
        const Model a = model_of(random.extrusion()), b = model_of(random.extrusion());
        const Pose motion = random.motion();
        const Interference one = interference(a.at(motion), b.at_rest()),
                           other = interference(b.at_rest(), a.at(motion));
        SCOPED_TRACE("round " + std::to_string(round));
        EXPECT_LE(one.depth->lower, other.depth->upper);
        EXPECT_LE(other.depth->lower, one.depth->upper);
        EXPECT_LE(one.volume->lower, other.volume->upper);
        EXPECT_LE(other.volume->lower, one.volume->upper);
        if (HasFailure()) return;
    }
}

// Multiplying all coordinates by a power of two changes nothing but the unit.
TEST(InterferenceOracle, ScalesExactlyByPowersOfTwo) {
    RandomShapes random(10);
    for (int round = 0; round < test::effort(40, 400); ++round) {
        const Extrusion a = random.extrusion(), b = random.extrusion();
        const auto scaled = [](Extrusion shape, int exponent) {
            for (Point2& p : shape.ground) p = {std::ldexp(p.x, exponent), std::ldexp(p.y, exponent)};
            shape.z = {std::ldexp(shape.z.from, exponent), std::ldexp(shape.z.to, exponent)};
            return model_of(shape);
        };
        const auto measured = [&](int exponent) {
            const Model one = scaled(a, exponent), other = scaled(b, exponent);
            return interference(one.at_rest(), other.at_rest());
        };
        const Interference unit = measured(0);
        for (const int exponent : {-30, 12, 50}) {
            const Interference other = measured(exponent);
            SCOPED_TRACE("round " + std::to_string(round) + ", exponent " + std::to_string(exponent));
            EXPECT_EQ(std::ldexp(unit.depth->lower, exponent), other.depth->lower);
            EXPECT_EQ(std::ldexp(unit.depth->upper, exponent), other.depth->upper);
            EXPECT_EQ(std::ldexp(unit.volume->lower, 3 * exponent), other.volume->lower);
            EXPECT_EQ(std::ldexp(unit.volume->upper, 3 * exponent), other.volume->upper);
            if (HasFailure()) return;
        }
    }
}

}  // namespace
}  // namespace allide::interference_oracle
