// Any tree, seen as a tree of oriented boxes: so trees of different volumes are walked together without one
// traversal for each pair of kinds.
#pragma once

#include "tree/tree.hpp"
#include "volume/as_obb.hpp"

namespace allide::tree {

// Up to eight children, for trees that are wider than two.
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

    bool empty() const { return empty_; }
    NodeId root() const { return root_; }
    double norm() const { return norm_; }
    Children children(NodeId node) const { return children_(tree_, node); }
    PlaceRange triangles_of(NodeId leaf) const { return triangles_of_(tree_, leaf); }
    // A leaf without a volume gets the box of its triangle.
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

    const void* tree_;
    bool empty_;
    NodeId root_;
    double norm_;
    Children (*children_)(const void*, NodeId);
    PlaceRange (*triangles_of_)(const void*, NodeId);
    volume::Obb (*volume_)(const void*, NodeId);
};

}  // namespace allide::tree
