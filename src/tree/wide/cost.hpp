// What searching a wide tree is expected to cost, and which parts of it have gone bad since it was divided.
#pragma once

#include "tree/wide/fit_job.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace allide::tree {

// A box is met by a stranger in proportion to its surface; the more surface the boxes have beside that of the
// triangles in them, the more of them are opened in vain. So a size or a unit has no say, and triangles that
// grow count for themselves.
double expected_cost(const FitSpace& space);

// By node: the same of its children's boxes alone, and 0 for leaves.
std::vector<float> costs_by_node(const WideTree& tree, const FitSpace& space);

// The topmost nodes whose children cost more than `worse` times what they did, in ascending order.
std::vector<std::uint32_t> nodes_gone_bad(const WideTree& tree, std::span<const float> before,
                                          std::span<const float> now, double worse);

}  // namespace allide::tree
