// Computes the point in which an edge meets an axis-aligned plane.
#pragma once

#include "index/file/axes.hpp"
#include "kernel/pose/vec.hpp"

namespace allide::index {

// The point of the edge from a to b whose coordinate on `axis` is `at`, which lies between those of a and b.
// Error, with L the largest coordinate of both ends: the share of the edge is at most 1 and has three
// roundings; the difference of the ends is at most 2L and has one, like its product with the share and the
// sum. That makes 6 + 2 + 2 + 1 = 11 units of 2⁻⁵³·L per coordinate, and less than 12 with the products of
// errors, plus a few units of 2⁻¹⁰⁷⁴ among subnormals.
inline Vec3 edge_point(const Vec3& a, const Vec3& b, unsigned axis, double at) {
    using kernel::operator+;
    using kernel::operator-;
    using kernel::operator*;
    const double share = (at - along(a, axis)) / (along(b, axis) - along(a, axis));
    Vec3 point = a + share * (b - a);
    along(point, axis) = at;
    return point;
}

// An upper bound on the error of edge_point() for edges with coordinates up to `size`.
inline double edge_point_error(double size) {
    return 12 * 0x1p-53 * size + 0x1p-1070;
}

}  // namespace allide::index
