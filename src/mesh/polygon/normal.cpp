#include "mesh/polygon/normal.hpp"

#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <cmath>

namespace allide::mesh {
namespace {

using kernel::operator*;
using kernel::operator+;
using kernel::operator-;

// A power of two that scales the coordinates so that products of two neither overflow nor underflow.
double safe_scale(const Corners& corners) {
    double largest = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) largest = std::max(largest, kernel::largest(corners[i]));
    if (largest > 1e100) return 0x1p-700;
    return largest < 1e-100 ? 0x1p700 : 1;
}

}  // namespace

Normal normal_of(const Corners& corners) {
    Normal normal;
    normal.scale = safe_scale(corners);
    const Vec3 origin = normal.scale * corners[0];
    double sum_of_sizes = 0;
    Vec3 previous = normal.scale * corners[1] - origin;
    for (std::size_t i = 2; i < corners.size(); ++i) {
        const Vec3 next = normal.scale * corners[i] - origin;
        normal.direction = normal.direction + kernel::cross(previous, next);
        sum_of_sizes += 2 * kernel::largest(previous) * kernel::largest(next);
        previous = next;
    }
    // Each term of the sum has four rounding errors, and each later addition adds one more.
    normal.error = static_cast<double>(corners.size() + 4) * 0x1p-52 * sum_of_sizes;
    return normal;
}

}  // namespace allide::mesh
