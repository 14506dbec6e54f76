// What a Model shares between its copies.
#pragma once

#include "tree/build_tree.hpp"
#include "tree/wide_tree.hpp"

#include <allide/model.hpp>

#include <variant>

namespace allide::detail {

// One alternative a volume, and first the default engine's tree. The others have `triangles` and a walk of
// their own in query/walk.hpp.
using AnyTree =
    std::variant<tree::WideTree, tree::Tree<volume::Obb>, tree::Tree<volume::Aabb>,
                 tree::Tree<volume::Sphere>, tree::KdopTree<6>, tree::KdopTree<8>, tree::KdopTree<12>,
                 tree::KdopTree<14>, tree::KdopTree<18>, tree::KdopTree<26>, tree::KdopTree<50>>;

struct ModelData {
    Mesh mesh;
    AnyTree tree;
};

}  // namespace allide::detail
