// Bounding box of a placed convex body.
#pragma once

#include <allide/convex.hpp>

namespace allide::query {

// The bounding box of the body in the world, enlarged by the length `more` and by all rounding errors.
// Infinite for a half-space.
Box box_around(const PlacedBody& placed, double more);

}  // namespace allide::query
