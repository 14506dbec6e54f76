// Builds SplitTrees: which of two children has surface where their boxes overlap.
//
// The paper asks that every line along the axis of division meets the left objects before the right ones. A
// cell in which they can be told apart by no plane is divided again, up to a depth; what is left is labelled
// `both`. So nothing is lost where the hypothesis fails, as it does for objects that meet or interlock.
#pragma once

#include "index/build/obstacle.hpp"

#include <vector>

namespace allide::index {

inline constexpr unsigned deepest_split = 6;  // 2⁷ − 1 = most_split_cells

// Every point of an obstacle in the closed overlap lies in a closed cell that is labelled with its side or
// `both`. No cells if the overlap is empty.
SplitTree split_overlap(const Box& overlap, const std::vector<Obstacle>& obstacles);

// Of the deepest cell; 0 for a single one.
unsigned depth_of(const SplitTree& tree);
// Does it have a cell of both?
bool is_blurred(const SplitTree& tree);

}  // namespace allide::index
