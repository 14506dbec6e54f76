// The largest coordinates for which volume tests are reliable. Larger ones could make intermediate sums
// overflow; margins are then infinite, so that every pair counts as overlapping.
#pragma once

#include "kernel/pose/relative_pose.hpp"

namespace allide::volume {

inline constexpr double largest_safe = 0x1p1000;

inline bool may_overflow(const kernel::RelativePose& b_in_a, double norm_a, double norm_b) {
    return !(norm_a + norm_b + b_in_a.offset_norm < largest_safe);
}

}  // namespace allide::volume
