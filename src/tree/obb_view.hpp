// A view of any tree as a tree of oriented boxes. It lets two trees with different kinds of volumes be
// traversed together, without a separate traversal for each pair of kinds.
#pragma once

#include "tree/binary/tree.hpp"
#include "tree/wide/statistics.hpp"
#include "volume/as_obb.hpp"

namespace allide::tree {

// Up to eight children, as many as a node of a wide tree can have.
struct Children {
    std::array<NodeId, 8> nodes;
    std::size_t count = 0;

    const NodeId* begin() const { return nodes.data(); }
    const NodeId* end() const { return nodes.data() + count; }
};

class ObbView {
  public:
    // The tree must outlive the view.
    template <typename V>
    explicit ObbView(const Tree<V>& tree)
        : tree_(&tree),
          empty_(tree.empty()),
          root_(tree.root()),
          norm_(tree.norm),
          children_(&children_in<V>),
          triangles_of_(&triangles_in<V>),
          volume_(&volume_in<V>) {}

    explicit ObbView(const WideTree& tree)
        : tree_(&tree),
          empty_(tree.empty()),
          root_(tree.empty() ? leaf_bit : wide_id(tree, 0)),
          norm_(tree.norm),
          children_(&wide_children),
          triangles_of_(&wide_triangles),
          volume_(&wide_volume) {}

    bool empty() const { return empty_; }
    NodeId root() const { return root_; }
    double norm() const { return norm_; }
    Children children(NodeId node) const { return children_(tree_, node); }
    PlaceRange triangles_of(NodeId leaf) const { return triangles_of_(tree_, leaf); }
    // The box of a node. If a leaf stores no volume, its box is computed from its triangle.
    volume::Obb volume(NodeId node) const { return volume_(tree_, node); }
    static bool has_volume(NodeId /*node*/) { return true; }
    static std::uint32_t slot(NodeId node) { return node; }

  private:
    template <typename V>
    static Children children_in(const void* tree, NodeId node) {
        const auto& two = static_cast<const Tree<V>*>(tree)->children(node);
        return {{two[0], two[1]}, 2};
    }
    template <typename V>
    static PlaceRange triangles_in(const void* tree, NodeId leaf) {
        return static_cast<const Tree<V>*>(tree)->triangles_of(leaf);
    }
    template <typename V>
    static volume::Obb volume_in(const void* tree, NodeId node) {
        const auto& typed = *static_cast<const Tree<V>*>(tree);
        if (typed.has_volume(node)) return volume::as_obb(typed.volume(node));
        return volume::as_obb(volume::fit_aabb(typed.triangles[place_of(node)]));
    }

    static NodeId wide_id(const WideTree& tree, std::uint32_t node) {
        return tree.nodes[node].leaf ? node | leaf_bit : node;
    }
    static Children wide_children(const void* any, NodeId id) {
        const auto& tree = *static_cast<const WideTree*>(any);
        const WideNode& node = tree.nodes[id];
        Children out;
        for (out.count = 0; out.count < node.count; ++out.count)
            out.nodes[out.count] = wide_id(tree, node.first + static_cast<std::uint32_t>(out.count));
        return out;
    }
    static PlaceRange wide_triangles(const void* tree, NodeId leaf) {
        const WideNode& node = static_cast<const WideTree*>(tree)->nodes[place_of(leaf)];
        return {node.first, node.count};
    }
    static volume::Obb wide_volume(const void* tree, NodeId node) {
        return box_of(*static_cast<const WideTree*>(tree), place_of(node));
    }

    const void* tree_;
    bool empty_;
    NodeId root_;
    double norm_;
    Children (*children_)(const void*, NodeId);
    PlaceRange (*triangles_of_)(const void*, NodeId);
    volume::Obb (*volume_)(const void*, NodeId);
};

}  // namespace allide::tree
