#include "model/describe.hpp"

#include "tree/binary/statistics.hpp"
#include "tree/wide/statistics.hpp"

namespace allide::detail {
namespace {

template <typename T>
TreeInfo describe(const T& tree) {
    TreeInfo info;
    info.leaves = tree.order.size();
    info.nodes = tree.inner.size() + tree.order.size();
    info.leaves_at_depth = tree::leaves_at_depth(tree);
    info.depth = info.leaves_at_depth.empty() ? 0 : info.leaves_at_depth.size() - 1;
    info.volume_bytes = tree::volume_bytes(tree);
    info.realign_bytes = tree::realign_bytes(tree);
    info.triangle_bytes = tree::triangle_bytes(tree);
    info.bytes = info.volume_bytes + info.realign_bytes + info.triangle_bytes;
    return info;
}

TreeInfo describe(const tree::WideTree& tree) {
    TreeInfo info;
    info.nodes = tree.nodes.size();
    info.leaves = tree.corners.size();
    info.leaves_at_depth = tree::leaves_at_depth(tree);
    info.depth = info.leaves_at_depth.empty() ? 0 : info.leaves_at_depth.size() - 1;
    info.volume_bytes = tree.nodes.size() * sizeof(tree::WideNode);
    info.triangle_bytes =
        tree.corners.size() * sizeof(tree::WideCorners) + tree.order.size() * sizeof(std::uint32_t);
    info.bytes = info.volume_bytes + info.triangle_bytes;
    return info;
}

}  // namespace

TreeInfo describe(const AnyTree& any_tree) {
    return std::visit([](const auto& tree) { return describe(tree); }, any_tree);
}

}  // namespace allide::detail
