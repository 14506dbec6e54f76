// Inspection of trees: their nodes with depth and triangles, and a simple traversal of two trees that reports
// each visited pair.
#pragma once

#include "tree/binary/tree.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace allide::bench {

struct NodePlace {
    tree::NodeId node;
    std::uint32_t depth;
    tree::PlaceRange triangles;  // range of places in the tree's order of triangles
};

// All nodes, parents first.
template <typename V>
std::vector<NodePlace> nodes_of(const tree::Tree<V>& tree) {
    std::vector<tree::PlaceRange> ranges(tree.inner.size());
    const auto range_of = [&](tree::NodeId node) {
        return tree::is_leaf(node) ? tree.triangles_of(node) : ranges[node];
    };
    // Children are stored after their parents, hence the reverse order; a node's triangles are contiguous.
    for (std::size_t i = tree.inner.size(); i-- > 0;) {
        const auto [left, right] = tree.inner[i].children;
        ranges[i] = {range_of(left).first, range_of(left).count + range_of(right).count};
    }
    std::vector<NodePlace> nodes{{tree.root(), 0, range_of(tree.root())}};
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        const NodePlace here = nodes[n];
        if (tree::is_leaf(here.node)) continue;
        for (const tree::NodeId child : tree.children(here.node))
            nodes.push_back({child, here.depth + 1, range_of(child)});
    }
    return nodes;
}

// Visits pairs of nodes like a query, descending into the larger volume first. volume_pair(a, b) must return
// true if the two volumes overlap; leaf_pair(a, b) is called for overlapping leaves.
template <typename V, typename VolumePair, typename LeafPair>
void walk_two(const tree::Tree<V>& a, const tree::Tree<V>& b, VolumePair&& volume_pair,
              LeafPair&& leaf_pair) {
    std::vector<std::pair<tree::NodeId, tree::NodeId>> open{{a.root(), b.root()}};
    while (!open.empty()) {
        const auto [node_a, node_b] = open.back();
        open.pop_back();
        if (!volume_pair(node_a, node_b)) continue;
        const bool leaf_a = tree::is_leaf(node_a), leaf_b = tree::is_leaf(node_b);
        if (leaf_a && leaf_b) {
            leaf_pair(node_a, node_b);
        } else if (leaf_b || (!leaf_a && a.volume(node_a).size() >= b.volume(node_b).size())) {
            for (const tree::NodeId child : a.children(node_a)) open.emplace_back(child, node_b);
        } else {
            for (const tree::NodeId child : b.children(node_b)) open.emplace_back(node_a, child);
        }
    }
}

}  // namespace allide::bench
