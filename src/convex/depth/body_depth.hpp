// Penetration depth of two bodies, including their radii. Selects the search that suits the pair.
#pragma once

#include "convex/depth/expanding_polytope.hpp"

namespace allide::convex {

// Bounds on the signed penetration depth and witness points on both surfaces. A leaves B in direction
// −normal.
struct BodyDepth {
    double lower = 0, upper = 0;
    Vec3 normal{0, 0, 1};
    Vec3 a, b;  // in the pair's frame; a − b = upper · normal, up to rounding
};
// Requires pair.depth_in_range().
BodyDepth body_depth(const BodyPair& pair, DepthGoal goal);

}  // namespace allide::convex
