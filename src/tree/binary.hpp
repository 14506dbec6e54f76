// How a mesh's triangles are divided in two, again and again; no volumes. What a wide tree is made from.
#pragma once

#include "tree/tree.hpp"

#include <cstdint>
#include <vector>

namespace allide::tree {

struct BinaryNode {
    std::uint32_t begin = 0, end = 0;   // its triangles in the order
    std::uint32_t left = 0, right = 0;  // 0: a leaf
    float area = 0;                     // how large it is, to compare with others

    bool leaf() const { return left == 0; }
    std::uint32_t count() const { return end - begin; }
};

// The root is node 0; children come in any place behind their parent.
struct Binary {
    std::vector<BinaryNode> nodes;
    std::vector<std::uint32_t> order;  // the mesh's triangle numbers
};

// The division behind any tree.
template <typename V>
Binary binary_of(const Tree<V>& tree) {
    Binary binary;
    binary.order = tree.order;
    binary.nodes.resize(tree.nodes.size());
    for (std::size_t i = tree.nodes.size(); i-- > 0;) {
        const Node<V>& node = tree.nodes[i];
        BinaryNode& out = binary.nodes[i];
        out.area = static_cast<float>(node.volume.size());
        if (node.leaf()) {
            out.begin = node.first;
            out.end = node.first + node.count;
            continue;
        }
        out.left = node.first;
        out.right = node.first + 1;
        out.begin = binary.nodes[out.left].begin;
        out.end = binary.nodes[out.right].end;
    }
    return binary;
}

}  // namespace allide::tree
