// Splits triangles recursively for a wide tree by the surface area heuristic, such that most leaves are full.
#pragma once

#include "base/scratch.hpp"
#include "tree/binary/node_list.hpp"
#include "tree/wide/local_unit.hpp"

#include <allide/mesh.hpp>

#include <span>

namespace allide::tree {

enum class Divide {
    surface_area,  // up to 96 triangles: the best of all splits whose first half fills whole leaves; above:
                   // the best of some borders between bins, chosen by a sample of the triangles
    median,        // at the median triangle along the longest side: faster to build, slower to query
};

// Leaves have at most eight triangles. The order of the triangles does not depend on the number of threads.
Binary divide(const Mesh& mesh, const LocalUnit& unit, Divide how);
// The same, with scratch memory provided by the caller.
Binary divide(const Mesh& mesh, const LocalUnit& unit, Divide how, base::Scratch& memory);
// The same for the triangles with the given numbers only. The nodes' ranges refer to the result's own order.
Binary divide(const Mesh& mesh, std::span<const std::uint32_t> numbers, const LocalUnit& unit, Divide how);

}  // namespace allide::tree
