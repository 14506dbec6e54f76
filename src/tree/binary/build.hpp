// Top-down construction of a tree of any bounding volume: fit a volume to a group of triangles, split the
// group in two, and continue with both halves.
#pragma once

#include "base/cancel.hpp"
#include "tree/binary/divide.hpp"
#include "tree/binary/node_points.hpp"
#include "tree/binary/split_axes.hpp"
#include "tree/binary/tree.hpp"

#include <bit>
#include <numeric>

namespace allide::tree {

// From this depth on, groups are split at the median instead of by the divider, so that no tree degenerates
// into a chain.
inline std::uint32_t deepest_by_choice(std::uint32_t triangles) {
    return 48 + 2 * static_cast<std::uint32_t>(std::bit_width(triangles));
}

// fit(points) returns a node's volume. observe(slot, volume, points) is called for nodes that store a volume.
template <typename V, typename Fit, typename Observe>
Tree<V> build_top_down(const Mesh& mesh, Divider& divider, LeafVolumes leaf_volumes, Fit&& fit,
                       Observe&& observe) {
    Tree<V> tree;
    const auto count = static_cast<std::uint32_t>(mesh.triangles().size());
    if (count == 0) return tree;
    NodePoints points(mesh);
    const std::vector<Vec3> centers = triangle_centers(mesh);
    const auto median = divide_at_median();
    tree.order.resize(count);
    std::iota(tree.order.begin(), tree.order.end(), 0u);
    tree.inner.reserve(count - 1);
    if (leaf_volumes == LeafVolumes::stored) tree.leaf_volumes.resize(count);

    struct Work {
        std::uint32_t begin, end, depth;
        NodeId parent;
        std::size_t side;
    };
    std::vector<Work> work{{0, count, 0, leaf_bit, 0}};
    const base::CancelCheck check_cancelled;
    while (!work.empty()) {
        check_cancelled();
        const auto [begin, end, depth, parent, side] = work.back();
        work.pop_back();
        const bool leaf = end - begin == 1;
        const NodeId node = leaf ? leaf_bit | begin : static_cast<NodeId>(tree.inner.size());
        if (parent != leaf_bit) tree.inner[parent].children[side] = node;
        const Group group{std::span(tree.order).subspan(begin, end - begin), centers};
        if (leaf && leaf_volumes == LeafVolumes::none) continue;
        const std::span<const Vec3> corners = points.of(group.triangles);
        const V volume = fit(corners);
        observe(leaf ? count - 1 + begin : node, volume, corners);
        if (leaf) {
            tree.leaf_volumes[begin] = volume;
            continue;
        }
        tree.inner.push_back({volume, {}});
        Divider& chosen = depth < deepest_by_choice(count) ? divider : *median;
        std::uint32_t left = chosen.divide(split_axes(volume, group), group);
        // Groups that the divider cannot split, such as triangles with equal centres, are cut in the middle.
        if (left == 0) left = (end - begin) / 2;
        work.push_back({begin + left, end, depth + 1, node, 1});
        work.push_back({begin, begin + left, depth + 1, node, 0});
    }
    tree.triangles.reserve(count);
    for (const std::uint32_t triangle : tree.order) tree.triangles.push_back(mesh.corners(triangle));
    tree.norm = points.norm();
    return tree;
}

}  // namespace allide::tree
