// Bringing a closed surface to a wanted number of triangles.
#pragma once

#include <allide/mesh.hpp>

#include <cstdint>

namespace allide::mesh {

// Within 5 %.
bool is_near(std::uint64_t count, std::uint64_t wanted);

// Halves the longest edges, one after the other, until the count is `wanted` or one less; each halving adds
// two triangles. The surface must be closed; it stays closed, and the same point set up to the rounding of
// midpoints. Nothing is done if the count is near enough already.
void split_to(MeshData& surface, std::uint64_t wanted);

}  // namespace allide::mesh
