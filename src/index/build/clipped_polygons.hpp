// Approximate bounds of the part of an obstacle that lies in a cell, to guide the choice of planes.
#pragma once

#include "index/build/obstacle.hpp"

namespace allide::index {

// An obstacle, and the approximate bounding box of its part inside a cell.
struct ClippedObstacle {
    const Obstacle* obstacle = nullptr;
    Box box = {};
};

// The approximate bounding box of the obstacle's part inside the cell.
Box clipped_bounds(const Obstacle& obstacle, const Box& cell);

}  // namespace allide::index
