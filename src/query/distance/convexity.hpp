// Tests whether a closed surface bounds a convex body.
#pragma once

#include <allide/geometry.hpp>

#include <array>
#include <cstdint>
#include <span>

namespace allide::query {

// True if all points are on one side of each triangle's plane, up to `tolerance`. The points must be the
// corners of the triangles, and the surface closed.
bool is_convex(std::span<const Vec3> points, std::span<const std::array<std::uint32_t, 3>> triangles,
               double tolerance);

}  // namespace allide::query
