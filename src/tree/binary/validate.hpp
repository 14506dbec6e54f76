// Checks every property of a tree that queries rely on.
#pragma once

#include "tree/binary/build_tree.hpp"

#include <allide/mesh.hpp>

#include <optional>
#include <string>

namespace allide::tree {

// Returns the first defect, or nothing if every triangle is in exactly one leaf with the mesh's corners,
// every node is reached once, and every volume contains all triangles below it.
std::optional<std::string> validate(const Tree<volume::Obb>& tree, const Mesh& mesh);
std::optional<std::string> validate(const Tree<volume::Aabb>& tree, const Mesh& mesh);
std::optional<std::string> validate(const Tree<volume::Sphere>& tree, const Mesh& mesh);
template <int K>
std::optional<std::string> validate(const Tree<volume::Kdop<K>>& tree, const Mesh& mesh);

}  // namespace allide::tree
