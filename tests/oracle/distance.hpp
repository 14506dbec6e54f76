// The squared distance of two triangles in rationals: the minimum over all pairs of edges, and over all
// corners whose projection lies in the other triangle. Zero if the triangles touch.
#pragma once

#include "oracle/rational.hpp"

#include <algorithm>
#include <cmath>

namespace oracle {

using RationalPoint = std::array<mpq_class, 3>;

inline RationalPoint difference(const RationalPoint& a, const RationalPoint& b) {
    return {mpq_class(a[0] - b[0]), mpq_class(a[1] - b[1]), mpq_class(a[2] - b[2])};
}
inline mpq_class product(const RationalPoint& a, const RationalPoint& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline RationalPoint along(const RationalPoint& a, const mpq_class& t, const RationalPoint& d) {
    return {mpq_class(a[0] + t * d[0]), mpq_class(a[1] + t * d[1]), mpq_class(a[2] + t * d[2])};
}
inline mpq_class clamped(const mpq_class& t) {
    return t < 0 ? mpq_class(0) : t > 1 ? mpq_class(1) : t;
}

inline mpq_class squared_point_segment(const RationalPoint& x, const RationalPoint& p,
                                       const RationalPoint& q) {
    const RationalPoint d = difference(q, p), w = difference(x, p);
    const mpq_class length = product(d, d);
    const RationalPoint foot = length == 0 ? p : along(p, clamped(mpq_class(product(w, d) / length)), d);
    const RationalPoint gap = difference(x, foot);
    return product(gap, gap);
}

// The closest points of two lines that are not parallel solve two equations. If both lie on the segments,
// they are the closest points of the segments; otherwise a closest point is an end of one segment.
inline mpq_class squared_segments(const RationalPoint& p, const RationalPoint& q, const RationalPoint& r,
                                  const RationalPoint& s) {
    mpq_class least = std::min({squared_point_segment(p, r, s), squared_point_segment(q, r, s),
                                squared_point_segment(r, p, q), squared_point_segment(s, p, q)});
    const RationalPoint u = difference(q, p), v = difference(s, r), w = difference(p, r);
    const mpq_class a = product(u, u), b = product(u, v), c = product(v, v), d = product(u, w),
                    e = product(v, w), determinant = a * c - b * b;
    if (determinant == 0) return least;
    const mpq_class at_u = (b * e - c * d) / determinant, at_v = (a * e - b * d) / determinant;
    if (at_u < 0 || at_u > 1 || at_v < 0 || at_v > 1) return least;
    const RationalPoint gap = difference(along(p, at_u, u), along(r, at_v, v));
    const mpq_class between = product(gap, gap);
    return std::min(least, between);
}

using RationalTriangle = std::array<RationalPoint, 3>;

inline void above_face(const RationalTriangle& corners, const RationalTriangle& t, mpq_class& least) {
    const RationalPoint u = difference(t[1], t[0]), v = difference(t[2], t[0]);
    const mpq_class a = product(u, u), b = product(u, v), c = product(v, v), determinant = a * c - b * b;
    if (determinant == 0) return;
    for (const RationalPoint& x : corners) {
        const RationalPoint w = difference(x, t[0]);
        const mpq_class d = product(u, w), e = product(v, w);
        const mpq_class at_u = (c * d - b * e) / determinant, at_v = (a * e - b * d) / determinant;
        if (at_u < 0 || at_v < 0 || at_u + at_v > 1) continue;
        const RationalPoint gap = difference(along(along(t[0], at_u, u), at_v, v), x);
        least = std::min(least, mpq_class(product(gap, gap)));
    }
}

inline RationalPoint rational(const DyadicPoint& p) {
    RationalPoint out;
    for (std::size_t i = 0; i < 3; ++i) {
        mpq_class value(p[i].mantissa);
        if (p[i].exponent >= 0)
            mpq_mul_2exp(value.get_mpq_t(), value.get_mpq_t(), static_cast<mp_bitcnt_t>(p[i].exponent));
        else
            mpq_div_2exp(value.get_mpq_t(), value.get_mpq_t(), static_cast<mp_bitcnt_t>(-p[i].exponent));
        out[i] = value;
    }
    return out;
}
inline RationalTriangle rational(const Triangle& t, const Matrix& pose) {
    return {rational(to_world(t[0], pose)), rational(to_world(t[1], pose)), rational(to_world(t[2], pose))};
}

// The squared distance of two triangles that do not touch.
inline mpq_class squared_distance_apart(const RationalTriangle& p, const RationalTriangle& q) {
    mpq_class least = squared_segments(p[0], p[1], q[0], q[1]);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            least = std::min(least, squared_segments(p[i], p[(i + 1) % 3], q[j], q[(j + 1) % 3]));
    above_face(p, q, least);
    above_face(q, p, least);
    return least;
}
inline mpq_class squared_distance(const Triangle& a, const Matrix& pose_a, const Triangle& b,
                                  const Matrix& pose_b) {
    if (touch(a, pose_a, b, pose_b)) return 0;
    return squared_distance_apart(rational(a, pose_a), rational(b, pose_b));
}

// at_most_root() tests x ≤ √squared, at_least_root() tests x ≥ √squared.
inline bool at_most_root(double x, const mpq_class& squared) {
    if (std::isinf(x)) return x < 0;
    const mpq_class exact(x);
    return x <= 0 || exact * exact <= squared;
}
inline bool at_least_root(double x, const mpq_class& squared) {
    if (std::isinf(x)) return x > 0;
    const mpq_class exact(x);
    return x >= 0 && exact * exact >= squared;
}

// True if the point is within 4·2⁻⁵³·(largest coordinate) + 2⁻¹⁰⁷³ of the triangle in the world. The second
// summand matters only for coordinates near the smallest doubles.
inline bool near_its_triangle(const Point& x, const Triangle& t, const Matrix& pose) {
    const RationalTriangle world = rational(t, pose);
    RationalPoint p;
    mpq_class largest = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        p[i] = mpq_class(x[i]);
        largest = std::max(largest, mpq_class(abs(p[i])));
        for (const RationalPoint& corner : world) largest = std::max(largest, mpq_class(abs(corner[i])));
    }
    mpq_class least =
        std::min({squared_point_segment(p, world[0], world[1]), squared_point_segment(p, world[1], world[2]),
                  squared_point_segment(p, world[2], world[0])});
    above_face({p, p, p}, world, least);
    const mpq_class allowed = mpq_class(0x1p-51) * largest + mpq_class(0x1p-1073);
    return least <= allowed * allowed;
}

}  // namespace oracle
