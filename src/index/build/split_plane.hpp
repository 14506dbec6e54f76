// Chooses the plane that divides a cell of a SplitTree.
#pragma once

#include "index/build/clipped_polygons.hpp"

#include <optional>
#include <span>

namespace allide::index {

struct SplitPlane {
    std::uint8_t axis = 0;
    double at = 0;
};

// A plane that separates the left obstacles from the right ones, if there is one; otherwise the plane with
// the least estimated remaining work. Empty if no plane reduces the work.
std::optional<SplitPlane> choose_plane(const Box& cell, std::span<const ClippedObstacle> obstacles);

}  // namespace allide::index
