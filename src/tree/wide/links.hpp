// Makes the links of a wide tree, without boxes: from a binary split, or from an older wide tree with some
// subtrees replaced.
#pragma once

#include "tree/binary/node_list.hpp"
#include "tree/wide/tree.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace allide::tree {

// Collapses the binary split into nodes with up to eight children by repeatedly opening the largest child.
// Subtrees of at most eight triangles become leaves, and larger leaves of the split are cut into pieces.
WideTree widened(Binary binary);

// Replaces everything below a node by a new split of the same triangles.
struct SubtreeReplacement {
    std::uint32_t node;
    Binary binary;
};
struct ReplacedSubtrees {
    WideTree tree;
    std::vector<std::uint32_t> origin;  // per node: its index in the old tree, or `none` if it is new
    static constexpr std::uint32_t none = ~0u;
};
// `parts` must be in ascending order of their nodes, and no node may be below another.
ReplacedSubtrees replace_subtrees(const WideTree& tree, std::span<const SubtreeReplacement> parts);

}  // namespace allide::tree
