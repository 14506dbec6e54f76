// Estimates the cost of searching a wide tree, and finds subtrees whose cost has grown since they were built.
#pragma once

#include "tree/wide/fit_job.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace allide::tree {

// Expected cost of a search: the total surface of all boxes divided by the area of all triangles, up to a
// constant factor. The probability that a random box meets a node is proportional to the node's surface, so
// more surface means more nodes visited in vain. The ratio does not depend on the mesh's size or unit.
double expected_cost(const FitSpace& space);

// For each inner node, the same ratio for the boxes of its children and the triangles below it; 0 for leaves.
std::vector<float> costs_by_node(const WideTree& tree, const FitSpace& space);

// The topmost nodes whose cost `now` is more than `worse` times their cost `before`, in ascending order.
std::vector<std::uint32_t> nodes_gone_bad(const WideTree& tree, std::span<const float> before,
                                          std::span<const float> now, double worse);

}  // namespace allide::tree
