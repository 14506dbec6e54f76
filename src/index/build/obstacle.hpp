// Obstacles, from which SplitTrees are built: triangles, or boxes of objects with too many triangles.
#pragma once

#include "index/file/mktree.hpp"

#include <array>

namespace allide::index {

// A triangle of an object, or the object's box.
struct Obstacle {
    Side side = Side::left;  // the child to which it belongs: left or right, never both
    bool is_triangle = false;
    Box box = {};
    std::array<Vec3, 3> corners = {};  // corners of a triangle; not used for a box
};

Obstacle obstacle_of(Side side, const std::array<Vec3, 3>& corners);
Obstacle obstacle_of(Side side, const Box& box);

}  // namespace allide::index
