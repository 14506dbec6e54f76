// Checks everything that a query relies on.
#pragma once

#include "tree/binary/build_tree.hpp"

#include <allide/mesh.hpp>

#include <optional>
#include <string>

namespace allide::tree {

// The first defect found, or nothing: every triangle in one leaf, with the mesh's corners; every node reached
// once; every volume around all triangles below it.
std::optional<std::string> validate(const Tree<volume::Obb>& tree, const Mesh& mesh);
std::optional<std::string> validate(const Tree<volume::Aabb>& tree, const Mesh& mesh);
std::optional<std::string> validate(const Tree<volume::Sphere>& tree, const Mesh& mesh);
template <int K>
std::optional<std::string> validate(const Tree<volume::Kdop<K>>& tree, const Mesh& mesh);

}  // namespace allide::tree
