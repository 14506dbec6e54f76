// Proves that two moving features never touch by a direction that separates them.
#pragma once

#include "kernel/deform/moving_features.hpp"

namespace allide::kernel {

// True if a fixed direction, or one for each half or quarter of the motion, certainly separates the two
// features. False proves nothing. Coordinates must be at most 2¹⁰⁰.
bool certainly_separated(FeatureKind kind, const EightPoints& x);

}  // namespace allide::kernel
