// Depth of the origin in the difference A − B by an expanding polytope (Cameron 1997, van den Bergen 2001),
// in double. The polytope is the hull of support points; its facet nearest to the origin gives the lower
// bound, the height of the difference along any direction an upper one.
#pragma once

#include "convex/depth/core_depth.hpp"
#include "convex/gjk/gjk_answer.hpp"

namespace allide::convex {

enum class DepthGoal {
    verdict,  // end as soon as the sign of the depth, the radii included, is certain
    depth,
};

// `nearest` is what GJK found about the pair; its bounds hold where the polytope gives none.
CoreDepth expand_polytope(const BodyPair& pair, const GjkAnswer& nearest, DepthGoal goal);

}  // namespace allide::convex
