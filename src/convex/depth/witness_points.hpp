// Witness points of a depth that is known, refined by Newton's method on the features that are level along
// its direction.
#pragma once

#include "convex/depth/core_depth.hpp"

namespace allide::convex {

// Sets the points, and improves the direction and the bounds where it can. Leaves the depth as it is if no
// choice of features fits.
void refine_witness_points(const BodyPair& pair, CoreDepth& depth);

}  // namespace allide::convex
