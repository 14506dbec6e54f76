// Overlap and distance of cylinders, cones and ellipsoids, answered with lower and upper bounds. Requires
// BodyPair::depth_in_range().
#pragma once

#include "convex/gjk/gjk_answer.hpp"

#include <allide/convex.hpp>

namespace allide::convex {

BodyOverlap curved_overlap(const BodyPair& pair);
// Bounds of the distance between the bodies, and witness points on their cores (the bodies without their
// radii) in the pair's frame. `nearest` is the result of a GJK search whose own bounds were too far apart.
BodyDistance curved_distance(const BodyPair& pair, const GjkAnswer& nearest);

}  // namespace allide::convex
