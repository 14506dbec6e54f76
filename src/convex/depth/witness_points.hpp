// Witness points of a known penetration depth, refined by Newton's method on the features that are equally
// high along its direction.
#pragma once

#include "convex/depth/core_depth.hpp"

namespace allide::convex {

// Sets the points if some choice of features fits, and improves the direction and the bounds where it can.
// Otherwise the points remain unset.
void refine_witness_points(const BodyPair& pair, CoreDepth& depth);

}  // namespace allide::convex
