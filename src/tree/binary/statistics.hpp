// Statistics of a binary tree: depths, bytes, volumes.
#pragma once

#include "tree/binary/build_tree.hpp"

#include <cstdint>
#include <vector>

namespace allide::tree {

template <typename V>
std::vector<std::uint64_t> leaves_at_depth(const Tree<V>& tree) {
    std::vector<std::uint64_t> counts;
    const auto count = [&](std::uint64_t depth) {
        if (counts.size() <= depth) counts.resize(depth + 1, 0);
        ++counts[depth];
    };
    if (tree.order.size() == 1) count(0);
    std::vector<std::uint64_t> depth(tree.inner.size(), 0);
    for (std::size_t i = 0; i < tree.inner.size(); ++i) {  // a parent comes before its children
        for (const NodeId child : tree.inner[i].children) {
            if (is_leaf(child))
                count(depth[i] + 1);
            else
                depth[child] = depth[i] + 1;
        }
    }
    return counts;
}

template <typename V>
std::uint64_t volume_bytes(const Tree<V>& tree) {
    return tree.inner.size() * sizeof(Inner<V>) + tree.leaf_volumes.size() * sizeof(V);
}
template <typename V>
std::uint64_t triangle_bytes(const Tree<V>& tree) {
    return tree.order.size() * (sizeof(std::uint32_t) + sizeof(kernel::Triangle));
}
template <typename V>
std::uint64_t realign_bytes(const Tree<V>& /*tree*/) {
    return 0;
}
template <int K>
std::uint64_t realign_bytes(const KdopTree<K>& tree) {
    const auto bytes = [](const auto& data) -> std::uint64_t {
        if constexpr (std::is_same_v<std::decay_t<decltype(data)>, std::monostate>)
            return 0;
        else
            return data.bytes();
    };
    return std::visit(bytes, tree.realign_data);
}

// `total` is the sum of the volumes of all nodes, `common` that of the intersections of siblings. Leaves
// without a stored volume are not counted.
struct Contents {
    double total = 0, common = 0;
};
Contents contents(const Tree<volume::Obb>& tree);
Contents contents(const Tree<volume::Aabb>& tree);
Contents contents(const Tree<volume::Sphere>& tree);
template <int K>
Contents contents(const Tree<volume::Kdop<K>>& tree);

}  // namespace allide::tree
