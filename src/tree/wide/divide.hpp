// Splits triangles for a wide tree by the surface area heuristic, so that leaves are full.
#pragma once

#include "base/scratch.hpp"
#include "tree/binary/node_list.hpp"
#include "tree/wide/local_unit.hpp"

#include <allide/mesh.hpp>

#include <span>

namespace allide::tree {

enum class Divide {
    surface_area,  // above 96 triangles binned, on a sample of large groups; below, all splits
                   // into whole leaves are compared
    median,        // at the middle triangle along the longest side: faster to build, slower to query
};

// Leaves have at most eight triangles. The result does not depend on the number of threads.
Binary divide(const Mesh& mesh, const LocalUnit& unit, Divide how);
// The same, using the caller's scratch memory.
Binary divide(const Mesh& mesh, const LocalUnit& unit, Divide how, base::Scratch& memory);
// The same for a subset of the triangles, given by number; positions in the result count from 0.
Binary divide(const Mesh& mesh, std::span<const std::uint32_t> numbers, const LocalUnit& unit, Divide how);

}  // namespace allide::tree
