#include "traverse/wide/frame.hpp"

#include "kernel/number/powers_of_two.hpp"
#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace allide::traverse {

using kernel::operator-;

namespace {

// Limit on the difference of the trees' exponents. Boxes are compared in units of each other's steps, which
// are 2⁻⁵⁵ to 2¹⁴ of the tree's unit. If the units differ by a factor of at most 2⁴⁴, and positions and
// margins are at most a few of the larger unit, no product reaches 2¹²⁷.
constexpr int largest_step = 44;

// Limit on the distance in units of the smaller tree: margins grow with it until boxes separate nothing.
constexpr double far_apart = 4096;

}  // namespace

WideFrame::WideFrame(const tree::WideTree& a, const tree::WideTree& b, const kernel::RelativePose& b_in_a,
                     Purpose purpose) {
    rotation = b_in_a.rotation;
    const int steps = b.exponent - a.exponent;
    if (std::abs(steps) > largest_step) {
        kind = Kind::beyond;
        return;
    }
    scale_b = kernel::PowerOfTwo(steps)(1);
    // Computed in model units first; if that overflows, the frame is unusable.
    const Vec3 between = b_in_a.map(b.center) - a.center;
    const double error = b_in_a.map_error(b.norm) + 0x1p-52 * kernel::largest(between);
    const kernel::PowerOfTwo in_unit(-a.exponent);
    offset = {in_unit(between.x), in_unit(between.y), in_unit(between.z)};
    const double far = std::abs(offset[0]) + std::abs(offset[1]) + std::abs(offset[2]);
    if (!std::isfinite(between.x) || !std::isfinite(between.y) || !std::isfinite(between.z) ||
        !std::isfinite(error)) {
        kind = Kind::beyond;
        return;
    }
    if (purpose == Purpose::distance) {
        if (far - 3 * (1 + scale_b) > far_apart * std::min(1.0, scale_b)) {
            kind = Kind::beyond;
            return;
        }
    } else if (  // no point is farther than √3 from its tree's centre
        far > std::sqrt(3.0) * (1.8 * (1 + scale_b) + 2 * in_unit(error))) {
        kind = Kind::apart;
        return;
    }
    // The second term covers the rounding errors of centres in double.
    const double fixed = 4 * in_unit(error) + 0x1p-48 * (1 + scale_b + far) + 0x1p-100;
    // A margin larger than both models would separate nothing and might overflow.
    if (!(fixed < 8 * (1 + scale_b))) {
        kind = Kind::beyond;
        return;
    }
    if (purpose == Purpose::contacts) {
        const double between_centers =
            std::sqrt(offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2]);
        gap = between_centers - (a.reach + scale_b * b.reach * (1 + 4 * b_in_a.deviation)) - fixed;
        if (gap > 0) {
            kind = Kind::apart;
            return;
        }
    }
    fixed_margin = std::nextafter(static_cast<float>(fixed), std::numeric_limits<float>::infinity());
    gap_factor = static_cast<float>(1 - 0x1p-18 - 20 * b_in_a.deviation);
    relative_margin = static_cast<float>(96 * 0x1p-24 + 17 * b_in_a.deviation);
}

}  // namespace allide::traverse
