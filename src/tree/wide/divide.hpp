// Divides triangles for a wide tree: by the surface-area heuristic, so that leaves are full.
#pragma once

#include "base/scratch.hpp"
#include "tree/binary/node_list.hpp"
#include "tree/wide/local_unit.hpp"

#include <allide/mesh.hpp>

#include <span>

namespace allide::tree {

enum class Divide {
    surface_area,  // binned above 96 triangles, by a sample of many; below, every division into whole leaves
                   // is compared
    median,        // at the middle triangle along the longest side: faster to build, slower to query
};

// Leaves of at most eight triangles. The same for any number of threads.
Binary divide(const Mesh& mesh, const LocalUnit& unit, Divide how);
// The same with memory that the caller has use for afterwards.
Binary divide(const Mesh& mesh, const LocalUnit& unit, Divide how, base::Scratch& memory);
// The same of some of the triangles, by their numbers; places count from 0.
Binary divide(const Mesh& mesh, std::span<const std::uint32_t> numbers, const LocalUnit& unit, Divide how);

}  // namespace allide::tree
