// Do two closed triangles share a point? Decided in integers, without any rounding.
//
// If they do, their intersection is convex and compact, and its extreme points lie on an edge of one of them.
// So the triangles touch if and only if some edge of one triangle meets the other triangle. A triangle
// without area is the union of its edges. Every expression has degree at most 4 in the coordinates, so
// machine integers suffice for small coordinates.
#pragma once

#include "oracle/dyadic.hpp"

namespace oracle {

__extension__ typedef __int128 Int128;

template <typename Int>
int sign(const Int& value) {
    return value > 0 ? 1 : (value < 0 ? -1 : 0);
}

template <typename Int>
IntPoint<Int> minus(const IntPoint<Int>& a, const IntPoint<Int>& b) {
    return {Int(a[0] - b[0]), Int(a[1] - b[1]), Int(a[2] - b[2])};
}

template <typename Int>
IntPoint<Int> cross(const IntPoint<Int>& a, const IntPoint<Int>& b) {
    return {Int(a[1] * b[2] - a[2] * b[1]), Int(a[2] * b[0] - a[0] * b[2]), Int(a[0] * b[1] - a[1] * b[0])};
}

template <typename Int>
Int dot(const IntPoint<Int>& a, const IntPoint<Int>& b) {
    return Int(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
}

template <typename Int>
bool is_zero(const IntPoint<Int>& a) {
    return a[0] == 0 && a[1] == 0 && a[2] == 0;
}

template <typename Int>
IntPoint<Int> normal(const IntTriangle<Int>& t) {
    return cross(minus(t[1], t[0]), minus(t[2], t[0]));
}

template <typename Int>
struct IntSegment {
    IntPoint<Int> p, q;
};

template <typename Int>
std::array<IntSegment<Int>, 3> edges(const IntTriangle<Int>& t) {
    return {{{t[0], t[1]}, {t[1], t[2]}, {t[2], t[0]}}};
}

template <typename Int>
bool point_on_segment(const IntPoint<Int>& x, const IntSegment<Int>& s) {
    const bool collinear = is_zero(cross(minus(s.q, s.p), minus(x, s.p)));
    return collinear && dot(minus(x, s.p), minus(x, s.q)) <= 0;
}

// True unless both ends of `s` lie strictly on the same side of the line through `line`. Both segments must
// lie in a plane with normal m.
template <typename Int>
bool straddles(const IntSegment<Int>& s, const IntSegment<Int>& line, const IntPoint<Int>& m) {
    const IntPoint<Int> d = minus(line.q, line.p);
    return sign(dot(m, cross(d, minus(s.p, line.p)))) * sign(dot(m, cross(d, minus(s.q, line.p)))) <= 0;
}

template <typename Int>
bool segments_meet(const IntSegment<Int>& a, const IntSegment<Int>& b) {
    const IntPoint<Int> m = cross(minus(a.q, a.p), minus(b.q, b.p));
    if (is_zero(m))  // the segments are parallel, or one is a point
        return point_on_segment(a.p, b) || point_on_segment(a.q, b) || point_on_segment(b.p, a) ||
               point_on_segment(b.q, a);
    const bool coplanar = dot(m, minus(b.p, a.p)) == 0;
    return coplanar && straddles(a, b, m) && straddles(b, a, m);
}

// True if x, a point of t's plane, lies in t; the normal n of t must not be zero.
template <typename Int>
bool coplanar_point_in_triangle(const IntPoint<Int>& x, const IntTriangle<Int>& t, const IntPoint<Int>& n) {
    for (const IntSegment<Int>& e : edges(t))
        if (dot(n, cross(minus(e.q, e.p), minus(x, e.p))) < 0) return false;
    return true;
}

// For a segment s whose line crosses the plane of t in one point: true if this point lies in t, which holds
// unless edges of t pass the line on both sides.
template <typename Int>
bool crossing_line_hits(const IntSegment<Int>& s, const IntTriangle<Int>& t) {
    bool left = false, right = false;
    for (const IntSegment<Int>& e : edges(t)) {
        const int side = sign(dot(minus(s.q, s.p), cross(minus(e.p, s.p), minus(e.q, s.p))));
        left = left || side > 0;
        right = right || side < 0;
    }
    return !(left && right);
}

template <typename Int>
bool segment_meets_an_edge(const IntSegment<Int>& s, const IntTriangle<Int>& t) {
    for (const IntSegment<Int>& e : edges(t))
        if (segments_meet(s, e)) return true;
    return false;
}

template <typename Int>
bool segment_meets_triangle(const IntSegment<Int>& s, const IntTriangle<Int>& t) {
    const IntPoint<Int> n = normal(t);
    if (is_zero(n)) return segment_meets_an_edge(s, t);
    const int at_p = sign(dot(n, minus(s.p, t[0])));
    const int at_q = sign(dot(n, minus(s.q, t[0])));
    if (at_p * at_q > 0) return false;
    if (at_p * at_q < 0) return crossing_line_hits(s, t);
    if (at_p == 0 && coplanar_point_in_triangle(s.p, t, n)) return true;
    if (at_q == 0 && coplanar_point_in_triangle(s.q, t, n)) return true;
    return at_p == 0 && at_q == 0 && segment_meets_an_edge(s, t);
}

template <typename Int>
bool integer_triangles_touch(const IntTriangle<Int>& a, const IntTriangle<Int>& b) {
    for (const IntSegment<Int>& e : edges(a))
        if (segment_meets_triangle(e, b)) return true;
    for (const IntSegment<Int>& e : edges(b))
        if (segment_meets_triangle(e, a)) return true;
    return false;
}

// decide_in_world() converts two triangles in the world to the smallest integer type in which expressions of
// degree 4 cannot overflow: differences below d give values below 3 · 2 · 2 · d⁴ (the dot product of two
// cross products), so coordinates up to 2¹² fit 64 bits and those up to 2²⁹ fit 128 bits. It calls `decide`
// with two IntTriangle<Int>.
inline bool small_integer(double value) {
    return std::abs(value) <= 0x1p26 && value == std::trunc(value);
}

inline bool small_integers(const Triangle& t, const Matrix& pose) {
    for (const Point& p : t)
        if (!small_integer(p[0]) || !small_integer(p[1]) || !small_integer(p[2])) return false;
    for (std::size_t i = 0; i < 12; ++i)
        if (!small_integer(pose[i]) || (i % 4 != 3 && std::abs(pose[i]) > 1)) return false;
    return true;
}

inline IntTriangle<std::int64_t> small_world(const Triangle& t, const Matrix& pose) {
    const auto integer = [](double value) { return static_cast<std::int64_t>(value); };
    IntTriangle<std::int64_t> world{};
    for (std::size_t v = 0; v < 3; ++v)
        for (std::size_t i = 0; i < 3; ++i) {
            world[v][i] = integer(pose[4 * i + 3]);
            for (std::size_t j = 0; j < 3; ++j) world[v][i] += integer(pose[4 * i + j]) * integer(t[v][j]);
        }
    return world;
}

template <typename Int, typename From>
IntTriangle<Int> converted(const IntTriangle<From>& t) {
    IntTriangle<Int> to{};
    for (std::size_t v = 0; v < 3; ++v)
        for (std::size_t i = 0; i < 3; ++i) to[v][i] = t[v][i];
    return to;
}

inline std::int64_t largest(const IntTriangle<std::int64_t>& t) {
    std::int64_t most = 0;
    for (const auto& p : t)
        for (const std::int64_t c : p) most = std::max(most, std::abs(c));
    return most;
}

template <typename Decide>
bool decide_in_world(const Triangle& a, const Matrix& pose_a, const Triangle& b, const Matrix& pose_b,
                     const Decide& decide) {
    if (small_integers(a, pose_a) && small_integers(b, pose_b)) {
        const auto wa = small_world(a, pose_a), wb = small_world(b, pose_b);
        if (std::max(largest(wa), largest(wb)) <= 0x1000) return decide(wa, wb);
        return decide(converted<Int128>(wa), converted<Int128>(wb));
    }
    std::array<DyadicPoint, 6> world;
    for (std::size_t v = 0; v < 3; ++v) {
        world[v] = to_world(a[v], pose_a);
        world[3 + v] = to_world(b[v], pose_b);
    }
    const auto p = in_integers(world);
    return decide(IntTriangle<mpz_class>{p[0], p[1], p[2]}, IntTriangle<mpz_class>{p[3], p[4], p[5]});
}

// True if the triangles, each mapped to the world by the exact affine map of its pose, share a point.
inline bool touch(const Triangle& a, const Matrix& pose_a, const Triangle& b, const Matrix& pose_b) {
    return decide_in_world(a, pose_a, b, pose_b,
                           [](const auto& wa, const auto& wb) { return integer_triangles_touch(wa, wb); });
}
inline bool touch(const Triangle& a, const Triangle& b) {
    return touch(a, identity, b, identity);
}

// True if the triangle has no area. Its pose does not matter, since a pose is a bijective affine map.
inline bool is_degenerate(const Triangle& t) {
    const std::array<DyadicPoint, 3> exact{exactly(t[0]), exactly(t[1]), exactly(t[2])};
    const auto p = in_integers(exact);
    return is_zero(normal(IntTriangle<mpz_class>{p[0], p[1], p[2]}));
}

}  // namespace oracle
