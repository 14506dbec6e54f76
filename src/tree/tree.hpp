// A binary tree of bounding volumes over a mesh's triangles, for any volume.
#pragma once

#include "kernel/triangle_pair.hpp"

#include <allide/mesh.hpp>

#include <cstdint>
#include <vector>

namespace allide::tree {

template <typename V>
struct Node {
    V volume;
    std::uint32_t first =
        0;  // leaf: first triangle in tree order; inner: left child, the right one follows it
    std::uint32_t count = 0;  // triangles of a leaf; 0 marks an inner node

    bool leaf() const { return count != 0; }
};

// The root is node 0; a tree without triangles has no nodes.
template <typename V>
struct Tree {
    std::vector<Node<V>> nodes;
    std::vector<std::uint32_t> order;         // the mesh's number of each triangle in tree order
    std::vector<kernel::Triangle> triangles;  // their corners, side by side as a query reads them
    double norm = 0;                          // bounds |x|₁ of every corner
};

}  // namespace allide::tree
