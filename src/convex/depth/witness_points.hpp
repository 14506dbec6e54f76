// Witness points of a known penetration depth, found by Newton's method on the support features of both
// bodies along the direction of the depth: those that are the highest, or lower by no more than the
// direction's error explains.
#pragma once

#include "convex/depth/core_depth.hpp"

namespace allide::convex {

// Sets the points if some choice of features fits, and improves the direction and the bounds where it can.
// Otherwise the points remain unset.
void refine_witness_points(const BodyPair& pair, CoreDepth& depth);

}  // namespace allide::convex
