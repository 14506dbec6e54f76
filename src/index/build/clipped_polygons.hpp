// What is left of an obstacle in a cell. Rounded: it helps to choose planes and decides nothing.
#pragma once

#include "index/build/obstacle.hpp"

namespace allide::index {

// An obstacle that has a part in a cell, and about how far this part reaches.
struct Held {
    const Obstacle* obstacle = nullptr;
    Box box = {};
};

// The box around the obstacle's part in the cell.
Box clipped_bounds(const Obstacle& obstacle, const Box& cell);

}  // namespace allide::index
