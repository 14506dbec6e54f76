// Splits edges of a closed surface until it has the wanted number of triangles.
#pragma once

#include <allide/mesh.hpp>

#include <cstdint>

namespace allide::mesh {

// True if the count differs from `wanted` by at most 5 %.
bool is_near(std::uint64_t count, std::uint64_t wanted);

// Splits the longest edge at its midpoint repeatedly until there are `wanted` triangles or one less; each
// split adds two. The surface must be closed. It remains closed and, up to the rounding of midpoints, the
// same set of points. Does nothing if the count is within 5 % already.
void split_to(MeshData& surface, std::uint64_t wanted);

}  // namespace allide::mesh
