// Depth of two cores that are points or segments. Their difference is a parallelogram, a segment or a point,
// which has no interior: the depth is minus its distance from the origin.
#pragma once

#include "convex/depth/core_depth.hpp"

#include <optional>

namespace allide::convex {

// Empty if a core has more than two vertices, or none.
std::optional<CoreDepth> segment_depth(const BodyPair& pair);

}  // namespace allide::convex
