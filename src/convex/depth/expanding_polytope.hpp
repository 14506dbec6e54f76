// Penetration depth of the origin in the Minkowski difference A − B by the expanding polytope algorithm
// (Cameron 1997, van den Bergen 2001), in double precision. The polytope is the hull of support points. Its
// facet nearest to the origin gives the lower bound; the support height along any direction is an upper
// bound.
#pragma once

#include "convex/depth/core_depth.hpp"
#include "convex/gjk/gjk_answer.hpp"

namespace allide::convex {

enum class DepthGoal {
    verdict,  // terminate as soon as the sign of the depth, including the radii, is certain
    depth,
};

// `nearest` is the GJK result for the pair; its bounds apply where the polytope yields no bounds.
CoreDepth expand_polytope(const BodyPair& pair, const GjkAnswer& nearest, DepthGoal goal);

}  // namespace allide::convex
