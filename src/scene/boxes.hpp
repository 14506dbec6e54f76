// Tests on axis-aligned boxes in world coordinates.
#pragma once

#include <allide/geometry.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace allide::scene {

// The gap between two intervals, correctly rounded; 0 if they overlap.
inline double interval_gap(double lo_a, double hi_a, double lo_b, double hi_b) {
    return std::max({0.0, lo_b - hi_a, lo_a - hi_b});
}

// False only if the distance of the boxes certainly exceeds the clearance. Neither box may be empty.
inline bool within(const Box& a, const Box& b, double clearance) {
    if (clearance == 0) return a.overlaps(b);
    const double x = interval_gap(a.lo.x, a.hi.x, b.lo.x, b.hi.x),
                 y = interval_gap(a.lo.y, a.hi.y, b.lo.y, b.hi.y),
                 z = interval_gap(a.lo.z, a.hi.z, b.lo.z, b.hi.z);
    // Error bound: half a unit in the last place for each gap and one for hypot, which neither overflows nor
    // underflows.
    constexpr double slack = 1 + 8 * 0x1p-52;
    const double limit = clearance * slack;
    if (x > limit || y > limit || z > limit) return false;
    return std::hypot(x, y, z) <= limit + std::numeric_limits<double>::denorm_min();
}

}  // namespace allide::scene
