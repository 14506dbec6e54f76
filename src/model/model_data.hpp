// What a Model shares between its copies.
#pragma once

#include "tree/build_tree.hpp"

#include <allide/model.hpp>

#include <variant>

namespace allide::detail {

// One alternative a volume. Each has `order`, `triangles` and `norm`, and a walk of its own in
// query/search.cpp.
using AnyTree = std::variant<tree::Tree<volume::Obb>, tree::Tree<volume::Aabb>, tree::Tree<volume::Sphere>,
                             tree::KdopTree<6>, tree::KdopTree<8>, tree::KdopTree<12>, tree::KdopTree<14>,
                             tree::KdopTree<18>, tree::KdopTree<26>, tree::KdopTree<50>>;

struct ModelData {
    Mesh mesh;
    AnyTree tree;
};

}  // namespace allide::detail
