#include "tree/binary/statistics.hpp"

#include "volume/measure.hpp"

namespace allide::tree {
namespace {

template <typename V>
Contents contents_of(const Tree<V>& tree) {
    Contents sums;
    for (const Inner<V>& node : tree.inner) {
        sums.total += volume::content(node.volume);
        const auto [left, right] = node.children;
        if (tree.has_volume(left) && tree.has_volume(right))
            sums.common += volume::common_content(tree.volume(left), tree.volume(right));
    }
    for (const V& leaf : tree.leaf_volumes) sums.total += volume::content(leaf);
    return sums;
}

}  // namespace

Contents contents(const Tree<volume::Obb>& tree) {
    return contents_of(tree);
}
Contents contents(const Tree<volume::Aabb>& tree) {
    return contents_of(tree);
}
Contents contents(const Tree<volume::Sphere>& tree) {
    return contents_of(tree);
}
template <int K>
Contents contents(const Tree<volume::Kdop<K>>& tree) {
    return contents_of(tree);
}

#define ALLIDE_INSTANTIATE(K) template Contents contents<K>(const Tree<volume::Kdop<K>>&);
ALLIDE_FOR_EACH_KDOP(ALLIDE_INSTANTIATE)
#undef ALLIDE_INSTANTIATE

}  // namespace allide::tree
