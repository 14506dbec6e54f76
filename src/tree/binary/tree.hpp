// A binary tree of bounding volumes over a mesh's triangles, for any volume. A leaf is one triangle.
#pragma once

#include "kernel/triangle/triangle_pair.hpp"

#include <allide/mesh.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace allide::tree {

// Names a node: inner ones by their place in `inner`, leaves by their triangle's place and the leaf bit.
using NodeId = std::uint32_t;
inline constexpr NodeId leaf_bit = 0x80000000u;
inline constexpr bool is_leaf(NodeId node) {
    return (node & leaf_bit) != 0;
}
inline constexpr std::uint32_t place_of(NodeId leaf) {
    return leaf & ~leaf_bit;
}
inline constexpr std::size_t most_triangles = leaf_bit;

// A run of triangles in tree order.
struct PlaceRange {
    std::uint32_t first, count;
};

template <typename V>
struct Inner {
    V volume;
    std::array<NodeId, 2> children;
};

template <typename V>
struct Tree {
    using Volume = V;

    std::vector<Inner<V>> inner;              // a parent stands before its children
    std::vector<V> leaf_volumes;              // by the triangle's place; empty if leaves have none
    std::vector<std::uint32_t> order;         // the mesh's number of each triangle in tree order
    std::vector<kernel::Triangle> triangles;  // their corners, side by side as a query reads them
    double norm = 0;                          // bounds |x|₁ of every corner, and the inflation
    double inflation = 0;                     // by which every volume was grown

    bool empty() const { return order.empty(); }
    NodeId root() const { return inner.empty() ? leaf_bit : 0; }
    const std::array<NodeId, 2>& children(NodeId node) const { return inner[node].children; }
    PlaceRange triangles_of(NodeId leaf) const { return {place_of(leaf), 1}; }
    bool has_volume(NodeId node) const { return !is_leaf(node) || !leaf_volumes.empty(); }
    const V& volume(NodeId node) const {
        return is_leaf(node) ? leaf_volumes[place_of(node)] : inner[node].volume;
    }
    // Inner nodes and leaves in one numbering, for what is kept beside the volumes.
    std::uint32_t slot(NodeId node) const {
        return is_leaf(node) ? static_cast<std::uint32_t>(inner.size()) + place_of(node) : node;
    }
};

}  // namespace allide::tree
