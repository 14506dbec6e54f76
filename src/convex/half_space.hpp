// Queries with half-spaces, based on the height of the other body's lowest point above the plane.
#pragma once

#include <allide/convex.hpp>

namespace allide::convex {

bool has_half_space(const PlacedBody& a, const PlacedBody& b);
BodyOverlap overlap_with_half_space(const PlacedBody& a, const PlacedBody& b);
BodyDistance distance_to_half_space(const PlacedBody& a, const PlacedBody& b);
BodyPenetration penetration_of_half_space(const PlacedBody& a, const PlacedBody& b);

}  // namespace allide::convex
