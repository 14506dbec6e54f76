#include "scene/dynamic_tree.hpp"

#include <algorithm>

namespace allide::scene {

bool DynamicTree::is_valid() const {
    if (root_ == none) return size_ == 0;
    if (nodes_[root_].parent != none) return false;
    std::size_t leaves = 0;
    std::vector<std::uint32_t> stack{root_};
    while (!stack.empty()) {
        const std::uint32_t at = stack.back();
        const Node& node = nodes_[at];
        stack.pop_back();
        if (node.leaf()) {
            if (leaves_[node.object] != at) return false;
            ++leaves;
            continue;
        }
        for (const std::uint32_t child : node.children) {
            if (nodes_[child].parent != at || !holds(node.bounds, nodes_[child].bounds)) return false;
            stack.push_back(child);
        }
    }
    return leaves == size_ && nodes_.size() == free_.size() + 2 * size_ - 1;
}

std::size_t DynamicTree::depth() const {
    if (root_ == none) return 0;
    std::size_t deepest = 0;
    std::vector<std::pair<std::uint32_t, std::size_t>> stack{{root_, 0}};
    while (!stack.empty()) {
        const auto [at, level] = stack.back();
        stack.pop_back();
        deepest = std::max(deepest, level);
        if (nodes_[at].leaf()) continue;
        for (const std::uint32_t child : nodes_[at].children) stack.emplace_back(child, level + 1);
    }
    return deepest;
}

}  // namespace allide::scene
