// Cylinders, cones and ellipsoids: answers between bounds. The pair is in range.
#pragma once

#include "convex/gjk/gjk_answer.hpp"

#include <allide/convex.hpp>

namespace allide::convex {

BodyOverlap curved_overlap(const BodyPair& pair);
// Bounds of the distance, and points of both bodies without their radii, seen from the pair's origin.
// `nearest` is the result of GJK, whose bounds are too wide for the distance.
BodyDistance curved_distance(const BodyPair& pair, const GjkAnswer& nearest);

}  // namespace allide::convex
