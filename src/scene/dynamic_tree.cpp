#include "scene/dynamic_tree.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace allide::scene {
namespace {

// The centre of a box along an axis; 0 if the ends are opposite infinities. Both ends are halved before they
// are added, so that the sum cannot overflow.
double middle_along(const Bounds& bounds, std::size_t axis) {
    const double middle = 0.5 * bounds.at[axis] - 0.5 * bounds.at[axis + 3];
    return std::isnan(middle) ? 0 : middle;
}

// The axis along which the centres of the boxes have the largest extent.
std::size_t widest_axis(std::span<const DynamicTree::Entry> entries) {
    std::size_t widest = 0;
    double width = -1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        double lo = middle_along(entries.front().bounds, axis), hi = lo;
        for (const DynamicTree::Entry& entry : entries) {
            const double middle = middle_along(entry.bounds, axis);
            lo = std::min(lo, middle);
            hi = std::max(hi, middle);
        }
        if (hi - lo > width) width = hi - lo, widest = axis;
    }
    return widest;
}

}  // namespace

std::uint32_t DynamicTree::new_node() {
    if (free_.empty()) {
        nodes_.emplace_back();
        return static_cast<std::uint32_t>(nodes_.size() - 1);
    }
    const std::uint32_t node = free_.back();
    free_.pop_back();
    nodes_[node] = {};
    return node;
}

// Splits the entries at the median centre along the widest axis. Nodes are stored in depth-first order.
std::uint32_t DynamicTree::build(std::span<Entry> entries, std::uint32_t parent) {
    const std::uint32_t node = new_node();
    nodes_[node].parent = parent;
    if (entries.size() == 1) {
        nodes_[node].bounds = entries.front().bounds;
        nodes_[node].object = entries.front().object;
        leaves_[entries.front().object] = node;
        return node;
    }
    const std::size_t axis = widest_axis(entries), half = entries.size() / 2;
    // Ties are broken by object number, so that the same entries always give the same tree.
    std::nth_element(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(half), entries.end(),
                     [axis](const Entry& a, const Entry& b) {
                         const double ma = middle_along(a.bounds, axis), mb = middle_along(b.bounds, axis);
                         return ma != mb ? ma < mb : a.object < b.object;
                     });
    const std::uint32_t first = build(entries.first(half), node), second = build(entries.subspan(half), node);
    nodes_[node].children = {first, second};
    nodes_[node].bounds = joined(nodes_[first].bounds, nodes_[second].bounds);
    return node;
}

void DynamicTree::build(std::vector<Entry> entries) {
    nodes_.clear();
    free_.clear();
    leaves_.clear();
    size_ = entries.size();
    root_ = none;
    if (entries.empty()) return;
    std::uint32_t end = 0;
    for (const Entry& entry : entries) end = std::max(end, entry.object + 1);
    leaves_.assign(end, none);
    nodes_.reserve(2 * entries.size() - 1);
    root_ = build(entries, none);
}

std::uint32_t DynamicTree::sibling(std::uint32_t node) const {
    const auto& children = nodes_[nodes_[node].parent].children;
    return children[0] == node ? children[1] : children[0];
}

void DynamicTree::replace(std::uint32_t parent, std::uint32_t child, std::uint32_t by) {
    nodes_[by].parent = parent;
    if (parent == none) {
        root_ = by;
        return;
    }
    auto& children = nodes_[parent].children;
    children[children[0] == child ? 0 : 1] = by;
}

// Swaps a child of `node` with a grandchild below its sibling, if that makes the sibling's box smaller. Takes
// the best of the four possible swaps.
void DynamicTree::swap_for_less(std::uint32_t node) {
    double most = 0;
    std::uint32_t upper = none, lower = none;
    for (const std::size_t side : {0u, 1u}) {
        const std::uint32_t child = nodes_[node].children[side], other = nodes_[node].children[1 - side];
        if (nodes_[other].leaf()) continue;
        const double before = scene::girth(nodes_[other].bounds);
        for (const std::uint32_t grandchild : nodes_[other].children) {
            const double saved =
                before - scene::girth(joined(nodes_[child].bounds, nodes_[sibling(grandchild)].bounds));
            if (saved > most) most = saved, upper = child, lower = grandchild;
        }
    }
    if (upper == none) return;
    const std::uint32_t other = nodes_[lower].parent;
    replace(node, upper, lower);
    replace(other, lower, upper);
    nodes_[other].bounds =
        joined(nodes_[nodes_[other].children[0]].bounds, nodes_[nodes_[other].children[1]].bounds);
}

// Refits boxes from a changed node upwards until one remains the same. Subtrees are swapped only after an
// insertion, because a removal makes no box larger.
void DynamicTree::refit(std::uint32_t node, Refit how) {
    for (; node != none; node = nodes_[node].parent) {
        const auto& children = nodes_[node].children;
        const Bounds bounds = joined(nodes_[children[0]].bounds, nodes_[children[1]].bounds);
        const bool same = bounds == nodes_[node].bounds;
        nodes_[node].bounds = bounds;
        if (how == Refit::with_swaps) swap_for_less(node);
        if (same) return;
    }
}

// Descends from a node as long as a child is a cheaper sibling for the new leaf. The cost of a sibling is the
// girth of their new parent plus the growth of all boxes above it (Omohundro 1989).
std::uint32_t DynamicTree::best_sibling(const Bounds& bounds, std::uint32_t from) const {
    std::uint32_t node = from;
    double inherited = 0;
    while (!nodes_[node].leaf()) {
        const double together = scene::girth(joined(nodes_[node].bounds, bounds));
        const double here = together + inherited;
        inherited += together - scene::girth(nodes_[node].bounds);
        std::array<double, 2> cost{};
        for (const std::size_t side : {0u, 1u}) {
            const Node& child = nodes_[nodes_[node].children[side]];
            cost[side] = scene::girth(joined(child.bounds, bounds)) + inherited;
            if (!child.leaf()) cost[side] -= scene::girth(child.bounds);
        }
        if (!(std::min(cost[0], cost[1]) < here)) return node;
        node = nodes_[node].children[cost[1] < cost[0] ? 1 : 0];
    }
    return node;
}

// Removes a leaf and its parent from the tree. Returns the node at which refitting has to start.
std::uint32_t DynamicTree::unhook(std::uint32_t leaf) {
    const std::uint32_t parent = nodes_[leaf].parent;
    const std::uint32_t above = nodes_[parent].parent;
    replace(above, parent, sibling(leaf));
    return above;
}

// Inserts a leaf below `from` as the sibling of the cheapest node there; `inner` becomes their parent.
void DynamicTree::hook(std::uint32_t leaf, std::uint32_t from, std::uint32_t inner) {
    const std::uint32_t neighbour = best_sibling(nodes_[leaf].bounds, from);
    replace(nodes_[neighbour].parent, neighbour, inner);
    nodes_[inner].children = {neighbour, leaf};
    nodes_[neighbour].parent = nodes_[leaf].parent = inner;
    nodes_[inner].bounds = joined(nodes_[neighbour].bounds, nodes_[leaf].bounds);
    refit(nodes_[inner].parent, Refit::with_swaps);
}

void DynamicTree::insert(std::uint32_t object, const Bounds& bounds) {
    const std::uint32_t leaf = new_node();
    nodes_[leaf].bounds = bounds;
    nodes_[leaf].object = object;
    if (object >= leaves_.size()) leaves_.resize(object + 1, none);
    leaves_[object] = leaf;
    if (size_++ == 0)
        root_ = leaf;
    else
        hook(leaf, root_, new_node());
}

// Reinserts the leaf below the lowest ancestor that contains its new box, since most objects move only a
// little.
void DynamicTree::move(std::uint32_t object, const Bounds& bounds) {
    const std::uint32_t leaf = leaves_[object];
    nodes_[leaf].bounds = bounds;
    if (leaf == root_) return;
    const std::uint32_t inner = nodes_[leaf].parent;
    const std::uint32_t neighbour = sibling(leaf);
    const std::uint32_t above = unhook(leaf);
    refit(above, Refit::boxes_only);
    std::uint32_t from = above == none ? neighbour : above;
    while (nodes_[from].parent != none && !holds(nodes_[from].bounds, bounds)) from = nodes_[from].parent;
    hook(leaf, from, inner);
}

void DynamicTree::remove(std::uint32_t object) {
    const std::uint32_t leaf = std::exchange(leaves_[object], none);
    free_.push_back(leaf);
    if (--size_ == 0) {
        root_ = none;
        return;
    }
    free_.push_back(nodes_[leaf].parent);
    refit(unhook(leaf), Refit::boxes_only);
}

}  // namespace allide::scene
