// The difference vectors of a query at both ends of the motion, in double, and the magnitudes on which every
// error bound of the floating-point stages rests (docs/guarantees.md, Deforming features).
#pragma once

#include "kernel/deform/moving_features.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace allide::kernel {

using Components = std::array<double, 3>;

inline Components minus(const Vec3& a, const Vec3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Components cross_product(const Components& a, const Components& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline double dot_product(const Components& a, const Components& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline double largest_component(const Components& a) {
    return std::max({std::abs(a[0]), std::abs(a[1]), std::abs(a[2])});
}

// Queries whose largest coordinate is in this range need no scaling.
inline constexpr double smallest_extent = 0x1p-100, largest_extent = 0x1p100;
// Absolute error terms that cover underflow, for the cubic and for products of two differences.
inline constexpr double cubic_floor = 0x1p-850, product_floor = 0x1p-950;

// Three difference vectors. For a vertex and a face: each corner minus the vertex. For edges a₀a₁ and b₀b₁:
// b₀ − a₀, a₁ − a₀, b₁ − b₀.
struct MotionDifferences {
    std::array<Components, 3> start, end;
    // m_i is the largest magnitude of a component of vector i at either end, s_i that of a component of its
    // change.
    double volume = 0;      // m₀ m₁ m₂
    double area = 0;        // m₀ m₁ + m₁ m₂ + m₂ m₀
    double area_speed = 0;  // Σ s_i m_j over i ≠ j

    MotionDifferences(FeatureKind kind, const EightPoints& x) {
        for (std::size_t end_of = 0; end_of < 2; ++end_of) {
            const Vec3* const p = &x[4 * end_of];
            auto& v = end_of == 0 ? start : end;
            if (kind == FeatureKind::vertex_face)
                v = {minus(p[1], p[0]), minus(p[2], p[0]), minus(p[3], p[0])};
            else
                v = {minus(p[2], p[0]), minus(p[1], p[0]), minus(p[3], p[2])};
        }
        Components m, s;
        for (std::size_t i = 0; i < 3; ++i) {
            m[i] = std::max(largest_component(start[i]), largest_component(end[i]));
            s[i] = std::max({std::abs(end[i][0] - start[i][0]), std::abs(end[i][1] - start[i][1]),
                             std::abs(end[i][2] - start[i][2])});
        }
        volume = m[0] * m[1] * m[2];
        area = m[0] * m[1] + m[1] * m[2] + m[2] * m[0];
        area_speed = s[0] * (m[1] + m[2]) + s[1] * (m[0] + m[2]) + s[2] * (m[0] + m[1]);
    }

    Components at(std::size_t i, double t) const {
        const double rest = 1 - t;
        return {rest * start[i][0] + t * end[i][0], rest * start[i][1] + t * end[i][1],
                rest * start[i][2] + t * end[i][2]};
    }
};

inline double largest_coordinate(const EightPoints& x) {
    double most = 0;
    for (const Vec3& p : x) most = std::max({most, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    return most;
}

// All coordinates times 2^−exponent; rounds only what becomes subnormal.
inline EightPoints rescaled(const EightPoints& x, int exponent) {
    EightPoints y;
    for (std::size_t i = 0; i < 8; ++i)
        y[i] = {std::ldexp(x[i].x, -exponent), std::ldexp(x[i].y, -exponent), std::ldexp(x[i].z, -exponent)};
    return y;
}

}  // namespace allide::kernel
