#include "mesh/polygons.hpp"

#include "base/precondition.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace allide::mesh {
namespace {

struct Point {
    double u = 0, v = 0;
    friend bool operator==(const Point&, const Point&) = default;
};

// Twice the signed area of abc, or 0 when rounding leaves the sign open (Shewchuk's bound for this
// expression).
double turn(const Point& a, const Point& b, const Point& c) {
    constexpr double bound = 3.4e-16;
    const double left = (a.u - c.u) * (b.v - c.v);
    const double right = (a.v - c.v) * (b.u - c.u);
    const double area = left - right;
    return std::abs(area) > bound * (std::abs(left) + std::abs(right)) ? area : 0;
}

// A power of two that keeps products of coordinates away from overflow and underflow.
double safe_scale(std::span<const Vec3> corners) {
    double largest = 0;
    for (const Vec3& p : corners) largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    if (largest > 1e100) return 0x1p-700;
    return largest < 1e-100 ? 0x1p700 : 1;
}

// Newell's sum of the projected areas, about corner 0.
Vec3 normal_of(std::span<const Vec3> corners, double scale) {
    Vec3 sum;
    const auto from_first = [&](std::size_t i) {
        return Vec3{(corners[i].x * scale - corners[0].x * scale),
                    (corners[i].y * scale - corners[0].y * scale),
                    (corners[i].z * scale - corners[0].z * scale)};
    };
    for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
        const Vec3 p = from_first(i), q = from_first(i + 1);
        sum.x += p.y * q.z - p.z * q.y;
        sum.y += p.z * q.x - p.x * q.z;
        sum.z += p.x * q.y - p.y * q.x;
    }
    return sum;
}

// Drops the coordinate along which the polygon shows the largest area, so that it turns counter-clockwise.
class Projection {
  public:
    explicit Projection(std::span<const Vec3> corners) : scale_(safe_scale(corners)) {
        const Vec3 normal = normal_of(corners, scale_);
        const double x = std::abs(normal.x), y = std::abs(normal.y), z = std::abs(normal.z);
        axis_ = z >= x && z >= y ? 2 : (y >= x ? 1 : 0);
        const double along = axis_ == 2 ? normal.z : (axis_ == 1 ? normal.y : normal.x);
        flipped_ = along < 0;
        flat_ = !(along < 0) && !(along > 0);  // no area, or no finite one
    }
    bool flat() const { return flat_; }
    Point operator()(const Vec3& p) const {
        const double u = (axis_ == 2 ? p.x : (axis_ == 1 ? p.z : p.y)) * scale_;
        const double v = (axis_ == 2 ? p.y : (axis_ == 1 ? p.x : p.z)) * scale_;
        return flipped_ ? Point{v, u} : Point{u, v};
    }

  private:
    double scale_;
    int axis_ = 2;
    bool flipped_ = false;
    bool flat_ = false;
};

bool fan_covers(std::span<const Vec3> corners, const Projection& project) {
    if (project.flat()) return true;
    const Point first = project(corners[0]);
    Point previous = project(corners[1]);
    for (std::size_t i = 2; i < corners.size(); ++i) {
        const Point next = project(corners[i]);
        if (turn(first, previous, next) < 0) return false;
        previous = next;
    }
    return true;
}

std::vector<TriangleIndices> fan(std::uint32_t corners) {
    std::vector<TriangleIndices> triangles;
    triangles.reserve(corners - 2);
    for (std::uint32_t i = 2; i < corners; ++i) triangles.push_back({0, i - 1, i});
    return triangles;
}

// Cuts corners off a counter-clockwise polygon: those whose triangle holds no other corner, then flat ones,
// and any one at all when a crossing leaves no choice.
class EarClipper {
  public:
    explicit EarClipper(std::vector<Point> points)
        : points_(std::move(points)),
          count_(static_cast<std::uint32_t>(points_.size())),
          previous_(count_),
          next_(count_),
          removed_(count_, false) {
        for (std::uint32_t i = 0; i < count_; ++i) {
            previous_[i] = i == 0 ? count_ - 1 : i - 1;
            next_[i] = i + 1 == count_ ? 0 : i + 1;
        }
        // Only a corner that does not stick out can be the first to lie in another's ear.
        for (std::uint32_t i = 0; i < count_; ++i)
            if (turn_at(i) <= 0) blockers_.push_back(i);
        std::sort(blockers_.begin(), blockers_.end(),
                  [this](std::uint32_t i, std::uint32_t j) { return points_[i].u < points_[j].u; });
    }

    std::vector<TriangleIndices> run() {
        triangles_.reserve(count_ - 2);
        std::uint32_t at = 1, misses = 0;
        for (std::uint32_t left = count_; left > 3;) {
            const bool cut = misses < left ? is_ear(at) : (misses < 2 * left ? turn_at(at) == 0 : true);
            if (cut) {
                at = cut_off(at);
                --left;
                misses = 0;
            } else {
                at = next_[at];
                ++misses;
            }
        }
        triangles_.push_back(triangle_at(at));
        return std::move(triangles_);
    }

  private:
    // From its lowest corner on.
    TriangleIndices triangle_at(std::uint32_t i) const {
        TriangleIndices triangle{previous_[i], i, next_[i]};
        std::rotate(triangle.begin(), std::min_element(triangle.begin(), triangle.end()), triangle.end());
        return triangle;
    }
    double turn_at(std::uint32_t i) const {
        return turn(points_[previous_[i]], points_[i], points_[next_[i]]);
    }

    bool is_ear(std::uint32_t i) const {
        if (turn_at(i) <= 0) return false;
        const Point &a = points_[previous_[i]], &b = points_[i], &c = points_[next_[i]];
        const auto [low, high] = std::minmax({a.u, b.u, c.u});
        auto at = std::lower_bound(blockers_.begin(), blockers_.end(), low,
                                   [this](std::uint32_t j, double u) { return points_[j].u < u; });
        for (; at != blockers_.end() && points_[*at].u <= high; ++at)
            if (!removed_[*at] && holds(a, b, c, points_[*at])) return false;
        return true;
    }
    // Corners at the same place as one of the triangle's do not block: a cut to a hole runs there and back.
    static bool holds(const Point& a, const Point& b, const Point& c, const Point& p) {
        if (p == a || p == b || p == c) return false;
        return turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0;
    }
    // Returns the corner to go on with; passing one over keeps the triangles from becoming slivers.
    std::uint32_t cut_off(std::uint32_t i) {
        triangles_.push_back(triangle_at(i));
        removed_[i] = true;
        next_[previous_[i]] = next_[i];
        previous_[next_[i]] = previous_[i];
        return next_[next_[i]];
    }

    std::vector<Point> points_;
    std::uint32_t count_;
    std::vector<std::uint32_t> previous_, next_;
    std::vector<bool> removed_;
    std::vector<std::uint32_t> blockers_;  // by u
    std::vector<TriangleIndices> triangles_;
};

bool all_finite(std::span<const Vec3> corners) {
    return std::all_of(corners.begin(), corners.end(), [](const Vec3& p) {
        return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
    });
}

}  // namespace

bool fan_covers(std::span<const Vec3> corners) {
    base::expect(corners.size() >= 3, "fan_covers: a polygon has three corners or more");
    return !all_finite(corners) || fan_covers(corners, Projection(corners));
}

std::vector<TriangleIndices> triangulate(std::span<const Vec3> corners) {
    base::expect(corners.size() >= 3, "triangulate: a polygon has three corners or more");
    base::expect(corners.size() <= std::numeric_limits<std::uint32_t>::max() / 4,
                 "triangulate: a polygon has fewer than 2^30 corners");
    const auto count = static_cast<std::uint32_t>(corners.size());
    if (!all_finite(corners)) return fan(count);
    const Projection project(corners);
    if (fan_covers(corners, project)) return fan(count);
    std::vector<Point> points(count);
    std::transform(corners.begin(), corners.end(), points.begin(), project);
    return EarClipper(std::move(points)).run();
}

}  // namespace allide::mesh
