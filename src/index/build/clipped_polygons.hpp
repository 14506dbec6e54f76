// Bounds of the part of an obstacle in a cell. Not exact: they only guide the choice of planes.
#pragma once

#include "index/build/obstacle.hpp"

namespace allide::index {

// An obstacle with the approximate bounding box of its part in a cell.
struct ClippedObstacle {
    const Obstacle* obstacle = nullptr;
    Box box = {};
};

// The bounding box of the obstacle's part in the cell.
Box clipped_bounds(const Obstacle& obstacle, const Box& cell);

}  // namespace allide::index
