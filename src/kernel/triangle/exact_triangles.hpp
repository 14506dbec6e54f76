// Two closed triangles in exact arithmetic: whether they share a point, and one such point.
//
// A triangle with collinear corners is the segment or the point that it covers. Everything is decided by
// signs of determinants of degree at most three.
#pragma once

#include "kernel/triangle/exact_points.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace allide::kernel {

template <std::size_t N>
using ExactTriangle = std::array<ExactPoint<N>, 3>;

template <std::size_t N>
ExactPoint<N> operator-(const ExactPoint<N>& a, const ExactPoint<N>& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

template <std::size_t N>
ExactPoint<2 * N> cross(const ExactPoint<N>& a, const ExactPoint<N>& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

template <std::size_t N>
WideInt<3 * N> dot(const ExactPoint<2 * N>& a, const ExactPoint<N>& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

template <std::size_t N>
bool is_zero(const ExactPoint<N>& a) {
    return a[0].sign() == 0 && a[1].sign() == 0 && a[2].sign() == 0;
}

// Positive if d lies on the side of the plane abc from which a, b, c run counter-clockwise.
template <std::size_t N>
WideInt<3 * N> orientation(const ExactPoint<N>& a, const ExactPoint<N>& b, const ExactPoint<N>& c,
                           const ExactPoint<N>& d) {
    return dot(cross(b - a, c - a), d - a);
}

using Signs = std::array<int, 3>;
inline bool all_above(const Signs& s) {
    return s[0] > 0 && s[1] > 0 && s[2] > 0;
}
inline bool all_below(const Signs& s) {
    return s[0] < 0 && s[1] < 0 && s[2] < 0;
}
inline bool all_zero(const Signs& s) {
    return s[0] == 0 && s[1] == 0 && s[2] == 0;
}

// The lone corner of a triangle relative to a plane: the one that lies alone on its side. Defined for a
// triangle that lies neither strictly on one side of the plane nor in the plane.
struct LoneCorner {
    // The corner strictly on a side where no other is, or in the plane while both others are on one side.
    std::size_t corner;
    bool above;  // true if the lone corner lies above the other two
};
inline LoneCorner lone_corner(const Signs& s) {
    for (std::size_t i = 0; i < 3; ++i) {
        const int other = s[(i + 1) % 3], another = s[(i + 2) % 3];
        if (s[i] > 0 && other <= 0 && another <= 0) return {i, true};
        if (s[i] < 0 && other >= 0 && another >= 0) return {i, false};
        if (s[i] == 0 && other < 0 && another < 0) return {i, true};
        if (s[i] == 0 && other > 0 && another > 0) return {i, false};
    }
    return {0, true};  // unreachable: the cases above cover every other pattern of signs
}

// The order of corners in which Devillers and Guigue compare the intervals that two triangles cover on the
// common line of their planes: the lone corner comes first. Where the other triangle's lone corner lies below
// a triangle's plane, that triangle's second and third corner are exchanged, which reverses its normal.
struct IntervalOrder {
    std::array<std::size_t, 3> p, q;
};
inline IntervalOrder interval_order(const Signs& p_about_q, const Signs& q_about_p) {
    const LoneCorner p = lone_corner(p_about_q), q = lone_corner(q_about_p);
    const auto order = [](std::size_t first, bool swap) {
        const std::size_t second = (first + 1) % 3, third = (first + 2) % 3;
        return swap ? std::array{first, third, second} : std::array{first, second, third};
    };
    return {order(p.corner, !q.above), order(q.corner, !p.above)};
}

template <std::size_t N>
class ExactTrianglePair {
  public:
    // The point from + fraction · (to − from); the fraction is a quotient of exact integers, rounded.
    struct PointOnSegment {
        ExactPoint<N> from, to;
        double fraction = 0;
    };

    ExactTrianglePair(const ExactTriangle<N>& p, const ExactTriangle<N>& q)
        : p_(p), q_(q), p_normal_(normal(p)) {}

    // True if the closed triangles share a point.
    bool touch() const {
        if (is_zero(p_normal_)) {
            const Normal q_normal = normal(q_);
            return is_zero(q_normal) ? segments_touch(span(p_), span(q_))
                                     : segment_touches(span(p_), q_, q_normal);
        }
        const Signs q_about_p = signs(p_[0], p_normal_, q_);
        if (all_above(q_about_p) || all_below(q_about_p)) return false;
        if (all_zero(q_about_p)) return coplanar_touch();
        const Normal q_normal = normal(q_);
        if (is_zero(q_normal)) return segment_touches(span(q_), p_, p_normal_);
        const Signs p_about_q = signs(q_[0], q_normal, p_);
        if (all_above(p_about_q) || all_below(p_about_q)) return false;
        // On the common line of the planes, p covers the interval [j, i] and q covers [k, l]. In the order of
        // interval_order(), the edges from the lone corner to the second corner cross the line at i and k,
        // those to the third corner at j and l. The determinants are positive multiples of k − i and l − j;
        // the intervals overlap if k ≤ i and j ≤ l.
        const auto [p, q] = interval_order(p_about_q, q_about_p);
        return orientation(p_[p[0]], p_[p[1]], q_[q[0]], q_[q[1]]).sign() <= 0 &&
               orientation(p_[p[0]], p_[p[2]], q_[q[0]], q_[q[2]]).sign() >= 0;
    }

    // A common point of two triangles that touch.
    PointOnSegment common_point() const {
        if (const auto crossing = start_of_common_interval()) return *crossing;
        for (const ExactPoint<N>& corner : p_)
            if (ExactTrianglePair({corner, corner, corner}, q_).touch()) return {corner, corner, 0};
        for (const ExactPoint<N>& corner : q_)
            if (ExactTrianglePair({corner, corner, corner}, p_).touch()) return {corner, corner, 0};
        // No corner lies on the other triangle, so two edges cross in the interior of both, or an edge
        // pierces a face.
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j)
                if (const auto crossing = edge_crossing(p_[i], p_[(i + 1) % 3], q_[j], q_[(j + 1) % 3]))
                    return *crossing;
        const Normal q_normal = normal(q_);
        for (std::size_t i = 0; i < 3; ++i) {
            if (const auto piercing = edge_piercing(p_[i], p_[(i + 1) % 3], q_, q_normal)) return *piercing;
            if (const auto piercing = edge_piercing(q_[i], q_[(i + 1) % 3], p_, p_normal_)) return *piercing;
        }
        return {p_[0], p_[0], 0};  // unreachable for triangles that touch
    }

  private:
    using Normal = ExactPoint<2 * N>;
    struct Segment {
        ExactPoint<N> from, to;
    };

    static Normal normal(const ExactTriangle<N>& t) { return cross(t[1] - t[0], t[2] - t[0]); }

    static Signs signs(const ExactPoint<N>& origin, const Normal& normal, const ExactTriangle<N>& corners) {
        return {dot(normal, corners[0] - origin).sign(), dot(normal, corners[1] - origin).sign(),
                dot(normal, corners[2] - origin).sign()};
    }

    // The segment covered by three collinear points; its ends are equal if the points are.
    static Segment span(const ExactTriangle<N>& corners) {
        for (std::size_t k = 0; k < 3; ++k) {
            const auto before = [k](const ExactPoint<N>& a, const ExactPoint<N>& b) { return a[k] < b[k]; };
            const auto [low, high] = std::minmax_element(corners.begin(), corners.end(), before);
            if (before(*low, *high)) return {*low, *high};
        }
        return {corners[0], corners[0]};
    }

    static std::size_t nonzero_axis(const Normal& normal) {
        return normal[0].sign() != 0 ? 0 : normal[1].sign() != 0 ? 1 : 2;
    }

    // Orientation of a, b, c projected along an axis.
    static WideInt<2 * N> projected_orientation(std::size_t axis, const ExactPoint<N>& a,
                                                const ExactPoint<N>& b, const ExactPoint<N>& c) {
        const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
        return (b[u] - a[u]) * (c[v] - a[v]) - (b[v] - a[v]) * (c[u] - a[u]);
    }

    // True if all points, projected along an axis, lie strictly on the given side of the line ab.
    template <typename Points>
    static bool beyond(std::size_t axis, int side, const ExactPoint<N>& a, const ExactPoint<N>& b,
                       const Points& points) {
        for (const ExactPoint<N>& point : points)
            if (projected_orientation(axis, a, b, point).sign() != side) return false;
        return true;
    }

    // True if, projected along an axis, all points lie strictly outside the line of some edge of the
    // triangle. `side` is the sign of the orientation of an edge with a point outside.
    template <typename Points>
    static bool edge_separates(std::size_t axis, int side, const ExactTriangle<N>& t, const Points& points) {
        return beyond(axis, side, t[0], t[1], points) || beyond(axis, side, t[1], t[2], points) ||
               beyond(axis, side, t[2], t[0], points);
    }

    // Two coplanar convex polygons, at least one of them with area, are disjoint if and only if the line of
    // an edge separates them, because the edges of their Minkowski difference are parallel to their own
    // edges.
    bool coplanar_touch() const {
        const std::size_t axis = nonzero_axis(p_normal_);
        const int p_outside = -p_normal_[axis].sign(),
                  q_outside = -projected_orientation(axis, q_[0], q_[1], q_[2]).sign();
        if (q_outside == 0) return segment_touches(span(q_), p_, p_normal_);
        return !edge_separates(axis, p_outside, p_, q_) && !edge_separates(axis, q_outside, q_, p_);
    }

    static bool segment_touches(const Segment& s, const ExactTriangle<N>& t, const Normal& normal) {
        const int from = dot(normal, s.from - t[0]).sign(), to = dot(normal, s.to - t[0]).sign();
        if (from * to > 0) return false;
        if (from == 0 && to == 0) {
            const std::size_t axis = nonzero_axis(normal);
            const std::array ends{s.from, s.to};
            return !edge_separates(axis, -normal[axis].sign(), t, ends) &&
                   !beyond(axis, 1, s.from, s.to, t) && !beyond(axis, -1, s.from, s.to, t);
        }
        return pierces(s.from, s.to, t);
    }

    // True if the line through a and b, which does not lie in the triangle's plane, meets the triangle.
    static bool pierces(const ExactPoint<N>& a, const ExactPoint<N>& b, const ExactTriangle<N>& t) {
        const Signs s{orientation(a, b, t[0], t[1]).sign(), orientation(a, b, t[1], t[2]).sign(),
                      orientation(a, b, t[2], t[0]).sign()};
        return std::min({s[0], s[1], s[2]}) >= 0 || std::max({s[0], s[1], s[2]}) <= 0;
    }

    static bool segments_touch(const Segment& s, const Segment& t) {
        const ExactPoint<N> along_s = s.to - s.from, along_t = t.to - t.from, between = t.from - s.from;
        const Normal normal = cross(along_s, along_t);
        if (!is_zero(normal)) {
            if (dot(normal, between).sign() != 0) return false;
            const std::size_t axis = nonzero_axis(normal);
            const auto crosses = [axis](const Segment& line, const Segment& other) {
                return projected_orientation(axis, line.from, line.to, other.from).sign() *
                           projected_orientation(axis, line.from, line.to, other.to).sign() <=
                       0;
            };
            return crosses(s, t) && crosses(t, s);
        }
        if (is_zero(along_s) && is_zero(along_t)) return s.from == t.from;
        const ExactPoint<N>& along = is_zero(along_s) ? along_t : along_s;
        if (!is_zero(cross(between, along))) return false;
        const std::size_t axis = along[0].sign() != 0 ? 0 : along[1].sign() != 0 ? 1 : 2;
        const auto ends = [axis](const Segment& x) { return std::minmax(x.from[axis], x.to[axis]); };
        const auto [s_low, s_high] = ends(s);
        const auto [t_low, t_high] = ends(t);
        return !(s_high < t_low) && !(t_high < s_low);
    }

    // If the planes cross: the start of the interval of their common line that both triangles cover, as a
    // point on an edge. Empty if the planes do not cross.
    std::optional<PointOnSegment> start_of_common_interval() const {
        const Normal q_normal = normal(q_);
        if (is_zero(p_normal_) || is_zero(q_normal)) return std::nullopt;
        std::array<WideInt<3 * N>, 3> q_heights, p_heights;
        Signs q_about_p, p_about_q;
        for (std::size_t i = 0; i < 3; ++i) {
            q_about_p[i] = (q_heights[i] = dot(p_normal_, q_[i] - p_[0])).sign();
            p_about_q[i] = (p_heights[i] = dot(q_normal, p_[i] - q_[0])).sign();
        }
        if (all_zero(q_about_p)) return std::nullopt;
        const auto [p, q] = interval_order(p_about_q, q_about_p);
        const bool q_starts_later = orientation(p_[p[0]], p_[p[2]], q_[q[0]], q_[q[1]]).sign() > 0;
        const auto on_edge = [](const ExactTriangle<N>& t, const auto& heights, std::size_t from,
                                std::size_t to) {
            return PointOnSegment{t[from], t[to], quotient(heights[from], heights[from] - heights[to])};
        };
        return q_starts_later ? on_edge(q_, q_heights, q[0], q[1]) : on_edge(p_, p_heights, p[0], p[2]);
    }

    // The crossing of two coplanar segments, neither of which touches an end of the other.
    static std::optional<PointOnSegment> edge_crossing(const ExactPoint<N>& a, const ExactPoint<N>& b,
                                                       const ExactPoint<N>& c, const ExactPoint<N>& d) {
        const Normal normal = cross(b - a, d - c);
        if (is_zero(normal) || !segments_touch({a, b}, {c, d})) return std::nullopt;
        const std::size_t axis = nonzero_axis(normal);
        return PointOnSegment{
            a, b,
            quotient(projected_orientation(axis, c, d, a),
                     projected_orientation(axis, c, d, a) - projected_orientation(axis, c, d, b))};
    }

    static std::optional<PointOnSegment> edge_piercing(const ExactPoint<N>& a, const ExactPoint<N>& b,
                                                       const ExactTriangle<N>& t, const Normal& normal) {
        if (is_zero(normal)) return std::nullopt;
        const WideInt<3 *N> above = dot(normal, a - t[0]), below = dot(normal, b - t[0]);
        if (above.sign() * below.sign() >= 0 || !pierces(a, b, t)) return std::nullopt;
        return PointOnSegment{a, b, quotient(above, above - below)};
    }

    ExactTriangle<N> p_, q_;
    Normal p_normal_;
};

}  // namespace allide::kernel
