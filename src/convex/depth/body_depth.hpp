// Depth of two bodies, their radii included: picks the search that fits the pair.
#pragma once

#include "convex/depth/expanding_polytope.hpp"

namespace allide::convex {

// Bounds on the signed depth, points of both surfaces and the direction in which A leaves B: −normal.
struct BodyDepth {
    double lower = 0, upper = 0;
    Vec3 normal{0, 0, 1};
    Vec3 a, b;  // seen from the pair's origin; a − b = upper · normal, rounded
};
// The pair is in range.
BodyDepth body_depth(const BodyPair& pair, DepthGoal goal);

}  // namespace allide::convex
