// The segment in which two triangles cross each other, in double: where rounding leaves no doubt about any
// sign, it is the same segment as that of exact arithmetic, at a tenth of the cost.
#pragma once

#include "kernel/triangle/intersection.hpp"

#include <allide/geometry.hpp>

#include <array>
#include <optional>

namespace allide::kernel {

// The intersection of two triangles in one frame, in the order and with the features of
// IntersectionFinder::intersection; each point is within 15 · 2⁻⁵³ · (largest coordinate) of the exact one.
// Empty if no crossing is proven, as where a corner might lie in the other triangle's plane or two edges
// might meet, and if a point would be less accurate, as between large triangles at the origin.
std::optional<TriangleIntersection> certain_crossing(const std::array<Vec3, 3>& a,
                                                     const std::array<Vec3, 3>& b);

}  // namespace allide::kernel
