// A recursive split of a mesh's triangles without bounding volumes, from which a wide tree is made.
#pragma once

#include "tree/binary/tree.hpp"

#include <cstdint>
#include <vector>

namespace allide::tree {

struct BinaryNode {
    std::uint32_t begin = 0, end = 0;   // range of the node's triangles in Binary::order
    std::uint32_t left = 0, right = 0;  // indices of the children; 0 in a leaf

    bool leaf() const { return left == 0; }
    std::uint32_t count() const { return end - begin; }
};

// The root is node 0; children have larger indices than their parent.
struct Binary {
    std::vector<BinaryNode> nodes;
    std::vector<std::uint32_t> order;  // triangle numbers of the mesh; those of a node are contiguous
};

// The recursive split that a binary tree contains. Each of its leaves has one triangle; widen() joins leaves.
template <typename V>
Binary binary_of(const Tree<V>& tree) {
    Binary binary;
    binary.order = tree.order;
    const auto inner = static_cast<std::uint32_t>(tree.inner.size());
    binary.nodes.resize(inner + tree.order.size());
    const auto number = [&](NodeId node) { return is_leaf(node) ? inner + place_of(node) : node; };
    for (std::uint32_t i = 0; i < tree.order.size(); ++i)
        binary.nodes[inner + i] = {.begin = i, .end = i + 1};
    for (std::uint32_t i = inner; i-- > 0;) {  // children first: they have larger indices
        const auto [left, right] = tree.inner[i].children;
        binary.nodes[i] = {.begin = binary.nodes[number(left)].begin,
                           .end = binary.nodes[number(right)].end,
                           .left = number(left),
                           .right = number(right)};
    }
    return binary;
}

}  // namespace allide::tree
