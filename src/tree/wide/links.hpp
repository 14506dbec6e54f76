// The links of a wide tree, without boxes: built from a binary split, or from an older wide tree with some
// subtrees replaced.
#pragma once

#include "tree/binary/node_list.hpp"
#include "tree/wide/tree.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace allide::tree {

// Opens nodes, largest first, until each has eight children. Subtrees of at most eight triangles become
// leaves, and larger leaves are cut into pieces.
WideTree widened(Binary binary);

// A subtree to replace: everything below a node, by a new split of the same triangles.
struct SubtreeReplacement {
    std::uint32_t node;
    Binary binary;
};
struct ReplacedSubtrees {
    WideTree tree;
    std::vector<std::uint32_t> origin;  // per node: its index in the old tree, or `none` if it is new
    static constexpr std::uint32_t none = ~0u;
};
// `parts` are in ascending order of their nodes; none of them is below another.
ReplacedSubtrees replace_subtrees(const WideTree& tree, std::span<const SubtreeReplacement> parts);

}  // namespace allide::tree
