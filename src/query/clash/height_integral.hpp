// Integrals of the heights of triangles over the ground, as the volume of the intersection of solids needs
// them.
#pragma once

#include <allide/geometry.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace allide::query {

struct Range {
    double low, high;
    bool meets(const Range& other) const { return low < other.high && other.low < high; }
    double length() const { return high - low; }
};

// A triangle of the surface, or a triangle on it, that is seen from above: x and y span the ground, z is the
// height.
struct SeenTriangle {
    std::array<Vec3, 3> corners;  // counter-clockwise in the ground plane
    Vec3 base;                    // a corner of the triangle of the surface
    Range x, y, z;
    double sign;      // 1 if the solid is below the triangle, else −1
    double diameter;  // at least that of its projection
    // The height at (px, py) is z0 + dx (px − x0) + dy (py − y0), with the base as (x0, y0, z0).
    double dx, dy;

    double height(double px, double py) const { return base.z + dx * (px - base.x) + dy * (py - base.y); }
};

// A convex polygon in the ground plane. Clipping a triangle by the sides of two others, two differences of
// heights and two heights leaves at most 13 corners.
class GroundPolygon {
  public:
    struct Corner {
        double x, y;
    };
    void add(const Corner& corner) {
        if (size_ < corners_.size()) corners_[size_++] = corner;
    }
    std::size_t size() const { return size_; }
    const Corner& operator[](std::size_t i) const { return corners_[i]; }

    // The part where a linear function is not negative.
    template <typename Function>
    GroundPolygon where(const Function& value) const {
        GroundPolygon out;
        for (std::size_t i = 0; i < size_; ++i) {
            const Corner &p = corners_[i], &q = corners_[i + 1 < size_ ? i + 1 : 0];
            const double f = value(p), g = value(q);
            if (f >= 0) out.add(p);
            if ((f < 0 && g > 0) || (f > 0 && g < 0)) {
                const double t = f / (f - g);
                out.add({p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)});
            }
        }
        return out;
    }
    // The integral of a linear function.
    template <typename Function>
    double integral(const Function& value) const {
        double sum = 0;
        for (std::size_t i = 2; i < size_; ++i) {
            const Corner &p = corners_[0], &q = corners_[i - 1], &r = corners_[i];
            const double twice_area = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
            sum += twice_area * (value(p) + value(q) + value(r)) / 6;
        }
        return sum;
    }
    // The part that is also in the projection of a triangle.
    GroundPolygon within(const SeenTriangle& triangle) const {
        GroundPolygon out = *this;
        for (std::size_t k = 0; k < 3 && out.size() >= 3; ++k) {
            const Vec3 &p = triangle.corners[k], &q = triangle.corners[(k + 1) % 3];
            const double ex = q.x - p.x, ey = q.y - p.y;
            out = out.where([&](const Corner& c) { return ex * (c.y - p.y) - ey * (c.x - p.x); });
        }
        return out;
    }

  private:
    std::size_t size_ = 0;
    std::array<Corner, 14> corners_;
};

inline GroundPolygon projection_of(const SeenTriangle& triangle) {
    GroundPolygon polygon;
    for (const Vec3& x : triangle.corners) polygon.add({x.x, x.y});
    return polygon;
}

// The vertical extent in which solids can overlap.
using Slab = Range;

// The integral over the polygon of the triangle's height above the slab's bottom; heights above its top count
// as its top.
inline double integral_above(const GroundPolygon& polygon, const SeenTriangle& t, const Slab& slab) {
    if (polygon.size() < 3 || t.z.high <= slab.low) return 0;
    using Corner = GroundPolygon::Corner;
    const double thickness = slab.length();
    if (t.z.low >= slab.high) return polygon.integral([&](const Corner&) { return thickness; });
    const auto above = [&](const Corner& c) { return t.height(c.x, c.y) - slab.low; };
    GroundPolygon rest = t.z.low < slab.low ? polygon.where(above) : polygon;
    if (t.z.high <= slab.high) return rest.integral(above);
    // The part above the top is subtracted, so that a triangle in the top plane counts once, even if
    // rounding divides it.
    const auto beyond = [&](const Corner& c) { return t.height(c.x, c.y) - slab.high; };
    return rest.integral(above) - rest.where(beyond).integral(beyond);
}

// The same for the smallest of the heights of several triangles, over a polygon in the projections of all.
inline double integral_of_smallest(const GroundPolygon& polygon, std::span<const SeenTriangle* const> some,
                                   const Slab& slab) {
    if (polygon.size() < 3) return 0;
    const SeenTriangle& a = *some[0];
    if (some.size() == 1) return integral_above(polygon, a, slab);
    const SeenTriangle& b = *some[1];
    std::array<const SeenTriangle*, 3> others{};
    const auto with_first = [&](const GroundPolygon& where, const SeenTriangle& first) {
        others[0] = &first;
        std::copy(some.begin() + 2, some.end(), others.begin() + 1);
        return integral_of_smallest(where, std::span(others).first(some.size() - 1), slab);
    };
    if (a.z.high <= b.z.low || b.z.low >= slab.high) return with_first(polygon, a);
    if (b.z.high <= a.z.low || a.z.low >= slab.high) return with_first(polygon, b);
    const auto difference = [&](const GroundPolygon::Corner& c) {
        return a.height(c.x, c.y) - b.height(c.x, c.y);
    };
    // One of the two heights is integrated over all of the polygon and replaced where it is larger. Triangles
    // in one plane, where rounding decides which is larger, then count once.
    const GroundPolygon larger = polygon.where(difference);
    if (larger.size() < 3) return with_first(polygon, a);
    return with_first(polygon, a) - with_first(larger, a) + with_first(larger, b);
}

}  // namespace allide::query
