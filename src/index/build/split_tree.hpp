// Builds SplitTrees, which state which of two children has surface in each cell of the overlap of their
// boxes.
//
// The paper (see mktree.hpp) assumes that every line along the axis of division meets the left objects before
// the right ones. A cell in which no plane separates them is divided again, up to a depth; remaining cells
// are labelled `both`. So nothing is lost where the assumption fails, as for objects that touch or interlock.
#pragma once

#include "index/build/obstacle.hpp"

#include <vector>

namespace allide::index {

inline constexpr unsigned deepest_split = 6;  // a tree this deep has at most 2⁷ − 1 = most_split_cells cells

// Every point of an obstacle in the closed overlap lies in a closed cell labelled with its side or `both`.
// Returns no cells if the overlap is empty.
SplitTree split_overlap(const Box& overlap, const std::vector<Obstacle>& obstacles);

// The depth of the deepest cell; 0 for a single cell.
unsigned depth_of(const SplitTree& tree);
// True if a cell is labelled `both`.
bool is_ambiguous(const SplitTree& tree);

}  // namespace allide::index
