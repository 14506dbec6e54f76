// Cylinders, cones and ellipsoids: answers between bounds.
#pragma once

#include "convex/body/body_pair.hpp"

#include <allide/convex.hpp>

namespace allide::convex {

BodyOverlap curved_overlap(const BodyPair& pair);
BodyDistance curved_distance(const BodyPair& pair);
// Called where they share a point, or may.
BodyPenetration curved_penetration(const BodyPair& pair);

}  // namespace allide::convex
