// Checks every property of a wide tree that queries rely on.
#pragma once

#include "tree/wide/tree.hpp"

#include <allide/mesh.hpp>

#include <optional>
#include <string>

namespace allide::tree {

// Returns the first defect, or nothing if every triangle is in exactly one position of one leaf, every node
// is reached once and follows its parent, every box contains all triangles below it, and the corners and
// their bounds agree with the mesh within rounding. The check's own rounding counts against the tree, so that
// a tree that passes contains its triangles exactly.
std::optional<std::string> validate(const WideTree& tree, const Mesh& mesh);

// Checks only orders, links and frames: enough to guarantee that no query leaves the tree, and quick enough
// for a reader of trees from disk.
std::optional<std::string> validate_links(const WideTree& tree, const Mesh& mesh);

}  // namespace allide::tree
