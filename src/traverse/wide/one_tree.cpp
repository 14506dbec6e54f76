#include "traverse/wide/one_tree.hpp"

#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace allide::traverse {

WideRay::WideRay(const tree::WideTree& tree, const kernel::NumberRay<kernel::BoundedDouble>& ray) {
    constexpr double unit = 0x1p-53;
    // Beyond these exponents squares or quotients leave the range of doubles.
    if (std::abs(tree.exponent) > 500) return;
    const double scale = std::bit_cast<double>(static_cast<std::uint64_t>(1023 - tree.exponent) << 52);
    const double c[3] = {tree.center.x, tree.center.y, tree.center.z};
    double largest = 0, origin_error = 0, direction_error = 0, far = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        const double arm = ray.origin[k].value - c[k];
        start[k] = scale * arm;
        origin_error += scale * ray.origin[k].error;
        direction_error += ray.direction[k].error;
        far += std::abs(start[k]);
        largest = std::max(largest, std::abs(ray.direction[k].value));
    }
    // The ray's numbers are limited for the same reason. The comparisons reject NaN.
    if (!(far < 0x1p40) || !(largest > 0x1p-400 && largest < 0x1p400)) return;
    const auto d = [&](std::size_t k) { return ray.direction[k].value; };
    const double length = std::sqrt(d(0) * d(0) + d(1) * d(1) + d(2) * d(2));
    for (std::size_t k = 0; k < 3; ++k) direction[k] = d(k) / length;
    per_t_ = scale * length;
    relative_error_ = direction_error / length * (1 + 0x1p-40) + 16 * unit;
    const double nearest = -(start[0] * direction[0] + start[1] * direction[1] + start[2] * direction[2]);
    // The tree lies within √3 of its centre. A start near the tree keeps numbers small, so that
    // single precision suffices.
    skipped_ = far > 4 ? std::max(nearest - 2, 0.0) : 0;
    for (std::size_t k = 0; k < 3; ++k) start[k] += skipped_ * direction[k];
    error = origin_error + (skipped_ + 8) * relative_error_ + 16 * unit * (far + skipped_ + 1) + 0x1p-50;
    usable = error < 1;
}

}  // namespace allide::traverse
