// Checks every property of a wide tree that queries rely on.
#pragma once

#include "tree/wide/tree.hpp"

#include <allide/mesh.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace allide::tree {

// Returns the first defect, or nothing if all of the following holds. Every triangle is at exactly one
// position of one leaf. Every node is reached exactly once and comes after its parent. Every box contains all
// triangles below it. The stored corners and their bounds agree with the mesh up to rounding. The check
// counts its own rounding errors against the tree, so a tree that passes contains its triangles exactly.
std::optional<std::string> validate(const WideTree& tree, const Mesh& mesh);

// Checks only the triangle order, the links and the frames. That guarantees that no query accesses memory
// outside the tree, and is quick enough for a reader of trees from disk.
std::optional<std::string> validate_links(const WideTree& tree, const Mesh& mesh);

// The same check in two parts. The first one reads only the nodes; before it reads those below some number,
// it calls `before_reading` with that number. If it finds no defect, the second part needs not read them
// again.
bool nodes_have_good_links(const WideTree& tree, std::size_t triangles,
                           const std::function<void(std::size_t)>& before_reading);
std::optional<std::string> validate_links(const WideTree& tree, const Mesh& mesh, bool nodes_are_good);

}  // namespace allide::tree
