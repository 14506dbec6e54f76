// Chooses the plane that divides a cell of a SplitTree.
#pragma once

#include "index/build/clipped_obstacles.hpp"

#include <optional>
#include <span>

namespace allide::index {

// A plane that separates the left obstacles from the right ones, if there is one; otherwise the plane with
// the least estimated remaining work among some candidates. Empty if no candidate divides the cell.
std::optional<SplitPlane> choose_plane(const Box& cell, std::span<const ClippedObstacle> obstacles);

}  // namespace allide::index
