// What a SplitTree tells apart: triangles, or the boxes of objects with too many of them.
#pragma once

#include "index/file/mktree.hpp"

#include <array>

namespace allide::index {

// A triangle of an object, or, where there are too many, the object's box.
struct Obstacle {
    Side side = Side::left;  // left or right
    bool is_triangle = false;
    Box box = {};
    std::array<Vec3, 3> corners = {};  // of a triangle
};

Obstacle obstacle_of(Side side, const std::array<Vec3, 3>& corners);
Obstacle obstacle_of(Side side, const Box& box);

// Certainly without a common point: a triangle or box and a closed cell.
bool certainly_apart(const Obstacle& obstacle, const Box& cell);

}  // namespace allide::index
