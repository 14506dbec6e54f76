// A dynamic bounding volume tree: inserting, removing and moving an object cost O(depth). A leaf is inserted
// where the boxes above it grow least; on the way up, subtrees are swapped if that makes a box smaller.
#pragma once

#include "scene/bounds.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace allide::scene {

class DynamicTree {
  public:
    static constexpr std::uint32_t none = 0xffffffff;
    struct Entry {
        std::uint32_t object = 0;
        Bounds bounds;
    };

    // Builds the whole tree top-down: better and faster than inserting the entries one by one.
    void build(std::vector<Entry> entries);
    void insert(std::uint32_t object, const Bounds& bounds);
    void move(std::uint32_t object, const Bounds& bounds);
    void remove(std::uint32_t object);

    bool has(std::uint32_t object) const { return object < leaves_.size() && leaves_[object] != none; }
    // Requires that the object is in the tree.
    const Bounds& bounds(std::uint32_t object) const { return nodes_[leaves_[object]].bounds; }
    std::size_t size() const { return size_; }
    // The sum of the side lengths of the box around all objects.
    double girth() const { return size_ == 0 ? 0 : scene::girth(nodes_[root_].bounds); }
    // The index of an object's leaf. After build(), objects close in space are close in memory.
    std::uint32_t place(std::uint32_t object) const { return has(object) ? leaves_[object] : none; }

    // Calls found(object) for every object whose box overlaps `bounds`. `stack` is a scratch buffer, which
    // may be reused from query to query.
    template <typename Found>
    void find(const Bounds& bounds, std::vector<std::uint32_t>& stack, const Found& found) const;

    // Calls found(a, b) once for each two objects whose boxes are at most limit() apart. The limit may
    // decrease from call to call.
    template <typename Limit, typename Found>
    void find_near_pairs(const Limit& limit, const Found& found) const;
    // Calls found(a, b) for each two objects whose leaves have the same parent: they are close to each other.
    template <typename Found>
    void find_siblings(const Found& found) const;

    // True if links, boxes and counts are consistent. For tests.
    bool is_valid() const;
    std::size_t depth() const;

  private:
    struct alignas(64) Node {
        Bounds bounds;
        std::uint32_t parent = none;
        std::array<std::uint32_t, 2> children{none, none};
        std::uint32_t object = none;  // object of a leaf; `none` in an inner node

        bool leaf() const { return object != none; }
    };

    enum class Refit { boxes_only, with_swaps };  // with_swaps: subtrees may be swapped on the way up

    std::uint32_t new_node();
    std::uint32_t build(std::span<Entry> entries, std::uint32_t parent);
    std::uint32_t unhook(std::uint32_t leaf);
    void hook(std::uint32_t leaf, std::uint32_t from, std::uint32_t inner);
    std::uint32_t best_sibling(const Bounds& bounds, std::uint32_t from) const;
    void replace(std::uint32_t parent, std::uint32_t child, std::uint32_t by);
    void refit(std::uint32_t node, Refit how);
    void swap_for_less(std::uint32_t node);
    std::uint32_t sibling(std::uint32_t node) const;

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> free_;
    std::vector<std::uint32_t> leaves_;  // leaf of each object, or `none` if it is not in the tree
    std::uint32_t root_ = none;
    std::size_t size_ = 0;
};

template <typename Found>
void DynamicTree::find(const Bounds& bounds, std::vector<std::uint32_t>& stack, const Found& found) const {
    if (root_ == none) return;
    const Bounds wanted = mirrored(bounds);
    if (!meets(nodes_[root_].bounds, wanted)) return;
    stack.assign(1, root_);
    while (!stack.empty()) {
        const Node& node = nodes_[stack.back()];
        stack.pop_back();
        if (node.leaf()) {
            found(node.object);
            continue;
        }
        for (const std::uint32_t child : node.children)
            if (meets(nodes_[child].bounds, wanted)) stack.push_back(child);
    }
}

template <typename Limit, typename Found>
void DynamicTree::find_near_pairs(const Limit& limit, const Found& found) const {
    if (root_ == none) return;
    std::vector<std::array<std::uint32_t, 2>> stack{{root_, root_}};
    while (!stack.empty()) {
        const auto [u, v] = stack.back();
        stack.pop_back();
        const Node &a = nodes_[u], &b = nodes_[v];
        if (u == v) {
            if (a.leaf()) continue;
            stack.push_back({a.children[0], a.children[0]});
            stack.push_back({a.children[1], a.children[1]});
            stack.push_back({a.children[0], a.children[1]});
            continue;
        }
        if (!within(a.bounds, b.bounds, limit())) continue;
        if (a.leaf() && b.leaf()) {
            found(a.object, b.object);
            continue;
        }
        const bool first = b.leaf() || (!a.leaf() && scene::girth(a.bounds) > scene::girth(b.bounds));
        const std::uint32_t other = first ? v : u;
        for (const std::uint32_t child : (first ? a : b).children) stack.push_back({child, other});
    }
}

template <typename Found>
void DynamicTree::find_siblings(const Found& found) const {
    for (const std::uint32_t leaf : leaves_) {
        if (leaf == none || nodes_[leaf].parent == none) continue;
        const auto& children = nodes_[nodes_[leaf].parent].children;
        if (children[0] == leaf && nodes_[children[1]].leaf())
            found(nodes_[leaf].object, nodes_[children[1]].object);
    }
}

}  // namespace allide::scene
