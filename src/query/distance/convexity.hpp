// Is a closed surface that of a convex body?
#pragma once

#include <allide/geometry.hpp>

#include <array>
#include <cstdint>
#include <span>

namespace allide::query {

// No point lies beyond the plane of a triangle by more than `tolerance`. The points are all corners of the
// triangles, and the surface is closed.
bool is_convex(std::span<const Vec3> points, std::span<const std::array<std::uint32_t, 3>> triangles,
               double tolerance);

}  // namespace allide::query
