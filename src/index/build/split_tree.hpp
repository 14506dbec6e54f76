// Builds SplitTrees. A SplitTree divides the overlap of two children's boxes into cells and states for each
// cell which of the children have surface in it.
//
// The paper (see mktree.hpp) assumes that every line along the axis of division meets the left objects before
// the right ones. Here, a cell in which no plane separates them is divided again, up to a depth; remaining
// cells are labelled `both`. So no surface is lost where the assumption fails, as for interlocking objects.
#pragma once

#include "index/build/obstacle.hpp"

#include <vector>

namespace allide::index {

inline constexpr unsigned deepest_split = 6;  // such a tree has at most 2⁷ − 1 = most_split_cells cells

// Every point of an obstacle in the closed overlap lies in a closed cell that is labelled with the obstacle's
// side or `both`. Returns no cells if the overlap is empty.
SplitTree split_overlap(const Box& overlap, const std::vector<Obstacle>& obstacles);

// The depth of the deepest cell; 0 for a single cell.
unsigned depth_of(const SplitTree& tree);
// True if some cell is labelled `both`.
bool is_ambiguous(const SplitTree& tree);

}  // namespace allide::index
