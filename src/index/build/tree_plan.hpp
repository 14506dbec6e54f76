// Divides the objects of a scene top-down, in parallel.
#pragma once

#include "index/build/division.hpp"

#include <allide/geometry.hpp>

#include <functional>
#include <span>
#include <vector>

namespace allide::index {

// Sorts `objects` such that every subtree's objects are next to each other, and returns the divisions of all
// nodes in preorder: a node, its left subtree, its right subtree. A leaf has `left` = 0. A list of several
// objects becomes a leaf if `fits` returns true.
std::vector<Division> plan_tree(std::span<std::uint32_t> objects, std::span<const Box> boxes,
                                const std::function<bool(std::span<const std::uint32_t>)>& fits);

}  // namespace allide::index
