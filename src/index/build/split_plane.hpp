// Where a cell of a SplitTree is best divided.
#pragma once

#include "index/build/clipped_polygons.hpp"

#include <optional>
#include <span>

namespace allide::index {

struct SplitPlane {
    std::uint8_t axis = 0;
    double at = 0;
};

// A plane that has the left obstacles on one side and the right ones on the other, if there is one; else one
// after which the most is told apart. None: nothing helps.
std::optional<SplitPlane> choose_plane(const Box& cell, std::span<const Held> held);

}  // namespace allide::index
