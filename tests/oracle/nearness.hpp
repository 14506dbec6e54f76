// Is a rounded point as close to two mapped triangles as a witness point must be? Decided in integers:
// squared distances are fractions, which are compared by cross-multiplication.
#pragma once

#include "oracle/rational.hpp"

#include <limits>

namespace oracle {

using BigPoint = IntPoint<mpz_class>;
using BigTriangle = IntTriangle<mpz_class>;

// The tolerance is the length 1e-12 · parts.
struct Tolerance {
    mpz_class parts;

    // True if a distance is within the tolerance, where its square is numerator/denominator.
    bool admits(const mpz_class& numerator, const mpz_class& denominator) const {
        static const mpz_class ten_to_24("1000000000000000000000000");
        return ten_to_24 * numerator <= parts * parts * denominator;
    }
};

inline bool near_point(const BigPoint& x, const BigPoint& p, const Tolerance& tolerance) {
    return tolerance.admits(dot(minus(x, p), minus(x, p)), 1);
}

inline bool near_segment(const BigPoint& x, const IntSegment<mpz_class>& s, const Tolerance& tolerance) {
    if (near_point(x, s.p, tolerance) || near_point(x, s.q, tolerance)) return true;
    const BigPoint d = minus(s.q, s.p), w = minus(x, s.p);
    const mpz_class along = dot(w, d), length = dot(d, d);
    const bool projects_inside = along > 0 && along < length;
    return projects_inside && tolerance.admits(dot(w, w) * length - along * along, length);
}

inline bool near_triangle(const BigPoint& x, const BigTriangle& t, const Tolerance& tolerance) {
    for (const auto& e : edges(t))
        if (near_segment(x, e, tolerance)) return true;
    const BigPoint n = normal(t);
    if (is_zero(n)) return false;
    const mpz_class height = dot(n, minus(x, t[0]));
    // Only signs matter, and they are the same for the point and its projection to the plane.
    return coplanar_point_in_triangle(x, t, n) && tolerance.admits(height * height, dot(n, n));
}

// Two triangles mapped to the world and a point, all scaled to integers by the same factor.
struct NearnessCase {
    BigTriangle a, b;
    BigPoint point;
    mpz_class largest;  // largest world coordinate of the two triangles
    mpz_class step;     // the spacing of subnormals, or 0 for larger coordinates

    NearnessCase(const Point& x, const Triangle& ta, const Matrix& pose_a, const Triangle& tb,
                 const Matrix& pose_b) {
        std::vector<DyadicPoint> exact;
        for (const Point& p : ta) exact.push_back(to_world(p, pose_a));
        for (const Point& p : tb) exact.push_back(to_world(p, pose_b));
        exact.push_back(exactly(x));
        const double size = roughly_largest(exact);
        if (size < 0x1p-900) exact.push_back(exactly({0x1p-1074, 0, 0}));
        const auto p = in_integers(exact);
        a = {p[0], p[1], p[2]};
        b = {p[3], p[4], p[5]};
        point = p[6];
        if (p.size() > 7) step = p[7][0];
        for (std::size_t v = 0; v < 6; ++v)
            for (const mpz_class& c : p[v])
                if (abs(c) > largest) largest = abs(c);
    }

  private:
    static double roughly_largest(const std::vector<DyadicPoint>& points) {
        double most = 0;
        for (const DyadicPoint& p : points)
            for (const Dyadic& c : p) {
                long power = 0;
                const double part = std::abs(mpz_get_d_2exp(&power, c.mantissa.get_mpz_t()));
                const long total = std::clamp(power + c.exponent, -1070L, 1020L);
                most = std::max(most, std::ldexp(part, static_cast<int>(total)));
            }
        return most;
    }
};

// True if the point lies within 1e-12·(largest world coordinate of the two triangles) of both. The spacing
// of subnormals may exceed that; it is added to the tolerance for tiny coordinates.
inline bool near_both(const Point& x, const Triangle& a, const Matrix& pose_a, const Triangle& b,
                      const Matrix& pose_b) {
    if (!std::isfinite(x[0]) || !std::isfinite(x[1]) || !std::isfinite(x[2])) return false;
    const NearnessCase c(x, a, pose_a, b, pose_b);
    const mpz_class trillion("1000000000000");
    const Tolerance tolerance{c.largest + trillion * c.step};
    return near_triangle(c.point, c.a, tolerance) && near_triangle(c.point, c.b, tolerance);
}

// True if no world coordinate of the two triangles exceeds the largest double.
inline bool world_fits_doubles(const Triangle& a, const Matrix& pose_a, const Triangle& b,
                               const Matrix& pose_b) {
    const Dyadic limit(std::numeric_limits<double>::max());
    const auto fits = [&](const Triangle& t, const Matrix& pose) {
        for (const Point& p : t)
            for (const Dyadic& c : to_world(p, pose)) {
                const long e = std::min(c.exponent, limit.exponent);
                if (c.mantissa != 0 && abs(c.at(e)) > limit.at(e)) return false;
            }
        return true;
    };
    return fits(a, pose_a) && fits(b, pose_b);
}

}  // namespace oracle
