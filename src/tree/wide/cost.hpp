// Estimates the cost of searching a wide tree, and finds subtrees that became bad since they were built.
#pragma once

#include "tree/wide/fit_job.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace allide::tree {

// Expected cost of a search: the surface of all boxes relative to that of the triangles. The probability that
// a random box meets a node is proportional to the node's surface, so excess surface means nodes opened in
// vain. The ratio does not depend on size or unit.
double expected_cost(const FitSpace& space);

// Per node: the same ratio for its children's boxes only; 0 for leaves.
std::vector<float> costs_by_node(const WideTree& tree, const FitSpace& space);

// The topmost nodes whose children cost more than `worse` times what they did before, in ascending order.
std::vector<std::uint32_t> nodes_gone_bad(const WideTree& tree, std::span<const float> before,
                                          std::span<const float> now, double worse);

}  // namespace allide::tree
