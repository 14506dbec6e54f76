#include "index/build/obstacle.hpp"

#include "index/file/axes.hpp"
#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <cmath>

namespace allide::index {
namespace {

using kernel::cross;
using kernel::operator-;

// Candidate separating axes of a triangle and a box, without the axes of the box, which are tested first.
std::array<Vec3, 10> separating_axes(const std::array<Vec3, 3>& corners) {
    const Vec3 ab = corners[1] - corners[0], bc = corners[2] - corners[1], ca = corners[0] - corners[2];
    return {{cross(ab, bc),
             {0, -ab.z, ab.y},
             {ab.z, 0, -ab.x},
             {-ab.y, ab.x, 0},
             {0, -bc.z, bc.y},
             {bc.z, 0, -bc.x},
             {-bc.y, bc.x, 0},
             {0, -ca.z, ca.y},
             {ca.z, 0, -ca.x},
             {-ca.y, ca.x, 0}}};
}

// True if the projections of the triangle and the cell on the axis are certainly disjoint. Every axis is a
// valid proof of separation, so the axis may be rounded. A sum of three products has an error below 2⁻⁵¹ of
// the sum of their magnitudes, plus 2⁻¹⁰⁷² among subnormals.
bool separated_along(const Vec3& axis, const std::array<Vec3, 3>& corners, const Box& cell) {
    double least = 0, most = 0, scale = 0;
    for (unsigned i = 0; i < 3; ++i) {
        const double a = along(axis, i), lo = a * along(cell.lo, i), hi = a * along(cell.hi, i);
        least += std::min(lo, hi);
        most += std::max(lo, hi);
        const double size = std::max({std::abs(along(cell.lo, i)), std::abs(along(cell.hi, i)),
                                      std::abs(along(corners[0], i)), std::abs(along(corners[1], i)),
                                      std::abs(along(corners[2], i))});
        scale += std::abs(a) * size;
    }
    const double error = 0x1p-48 * scale + 0x1p-1060;
    const double p = kernel::dot(axis, corners[0]), q = kernel::dot(axis, corners[1]),
                 r = kernel::dot(axis, corners[2]);
    return std::min({p, q, r}) - most > error || least - std::max({p, q, r}) > error;
}

}  // namespace

Obstacle obstacle_of(Side side, const std::array<Vec3, 3>& corners) {
    const auto& [a, b, c] = corners;
    return {.side = side,
            .is_triangle = true,
            .box = {lower_of(lower_of(a, b), c), upper_of(upper_of(a, b), c)},
            .corners = corners};
}

Obstacle obstacle_of(Side side, const Box& box) {
    return {.side = side, .box = box};
}

bool certainly_disjoint(const Obstacle& obstacle, const Box& cell) {
    if (!boxes_meet(obstacle.box, cell)) return true;
    if (!obstacle.is_triangle) return false;
    const std::array<Vec3, 10> axes = separating_axes(obstacle.corners);
    return std::ranges::any_of(
        axes, [&](const Vec3& axis) { return separated_along(axis, obstacle.corners, cell); });
}

}  // namespace allide::index
