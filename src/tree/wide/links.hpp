// The links of a wide tree, without boxes: made of a binary one, or of an older wide one with some parts
// divided anew.
#pragma once

#include "tree/binary/node_list.hpp"
#include "tree/wide/tree.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace allide::tree {

// Opens nodes, the largest first, until each has eight children; subtrees of at most eight triangles become
// leaves, and larger leaves are cut into pieces.
WideTree widened(Binary binary);

// A part of a tree that is replaced: all below a node, by a division of the same triangles.
struct Renewed {
    std::uint32_t node;
    Binary binary;
};
struct Grafted {
    WideTree tree;
    std::vector<std::uint32_t> origin;  // by node: the one that it was, or `none` for those that are new
    static constexpr std::uint32_t none = ~0u;
};
// The parts are in ascending order of their nodes, none below another.
Grafted grafted(const WideTree& tree, std::span<const Renewed> parts);

}  // namespace allide::tree
