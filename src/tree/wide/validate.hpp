// Checks everything that a query relies on in a wide tree.
#pragma once

#include "tree/wide/tree.hpp"

#include <allide/mesh.hpp>

#include <optional>
#include <string>

namespace allide::tree {

// The first defect found, or nothing: every triangle in one place of one leaf, every node reached once and
// behind its parent, every box around all triangles below it, corners and their bounds within rounding of the
// mesh. The check's own roundings count against the tree, so that what passes contains its triangles exactly.
std::optional<std::string> validate(const WideTree& tree, const Mesh& mesh);

// Only that no query can go astray in the tree, whatever its boxes hold: orders, links, frames. In a time
// that a reader of trees can afford.
std::optional<std::string> validate_links(const WideTree& tree, const Mesh& mesh);

}  // namespace allide::tree
