// A binary tree of bounding volumes over a mesh's triangles, generic in the kind of volume. Each leaf holds
// one triangle.
#pragma once

#include "kernel/triangle/triangle_pair.hpp"

#include <allide/mesh.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace allide::tree {

// Identifies a node: an inner node by its index in `inner`, a leaf by its triangle's position in `order` with
// the leaf bit set.
using NodeId = std::uint32_t;
inline constexpr NodeId leaf_bit = 0x80000000u;
inline constexpr bool is_leaf(NodeId node) {
    return (node & leaf_bit) != 0;
}
inline constexpr std::uint32_t place_of(NodeId leaf) {
    return leaf & ~leaf_bit;
}
inline constexpr std::size_t most_triangles = leaf_bit;

// A range of consecutive triangles in tree order.
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

    std::vector<Inner<V>> inner;       // inner nodes; a parent comes before its children
    std::vector<V> leaf_volumes;       // indexed by position in `order`; empty if leaves store no volume
    std::vector<std::uint32_t> order;  // triangle numbers of the mesh, in tree order
    std::vector<kernel::Triangle>
        triangles;         // corners of the triangles in the order of `order`, in which queries read them
    double norm = 0;       // upper bound of |x|₁ over all corners, plus the inflation
    double inflation = 0;  // length by which every volume was enlarged

    bool empty() const { return order.empty(); }
    NodeId root() const { return inner.empty() ? leaf_bit : 0; }
    const std::array<NodeId, 2>& children(NodeId node) const { return inner[node].children; }
    PlaceRange triangles_of(NodeId leaf) const { return {place_of(leaf), 1}; }
    bool has_volume(NodeId node) const { return !is_leaf(node) || !leaf_volumes.empty(); }
    const V& volume(NodeId node) const {
        return is_leaf(node) ? leaf_volumes[place_of(node)] : inner[node].volume;
    }
    // Numbers inner nodes and leaves together, to index per-node data stored outside the tree.
    std::uint32_t slot(NodeId node) const {
        return is_leaf(node) ? static_cast<std::uint32_t>(inner.size()) + place_of(node) : node;
    }
};

}  // namespace allide::tree
