// Proves that two moving features never touch by a direction that separates them.
#pragma once

#include "kernel/deform/moving_features.hpp"

namespace allide::kernel {

// True if one direction for the whole motion, or one for each half or each quarter of it, certainly separates
// the features. False proves nothing. Coordinates must be at most 2¹⁰⁰.
bool certainly_separated(FeatureKind kind, const EightPoints& x);

}  // namespace allide::kernel
