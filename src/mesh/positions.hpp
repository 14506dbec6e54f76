// Position numbers: vertices with equal coordinates get the same number.
#pragma once

#include <allide/geometry.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace allide::mesh {

// For each vertex, its position number: the index of the first vertex with the same coordinates. −0 equals 0;
// NaN equals nothing, so a vertex with a NaN gets its own index. Expects fewer than 2³² vertices.
std::vector<std::uint32_t> number_positions(std::span<const Vec3> vertices);

}  // namespace allide::mesh
