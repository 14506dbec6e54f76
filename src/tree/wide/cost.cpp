#include "tree/wide/cost.hpp"

namespace allide::tree {

double expected_cost(const FitSpace& space) {
    if (space.moments.empty() || !(space.moments[0].weight > 0)) return 0;
    double sum = 0;
    for (const float area : space.area) sum += area;
    return sum / space.moments[0].weight;
}

std::vector<float> costs_by_node(const WideTree& tree, const FitSpace& space) {
    std::vector<float> costs(tree.nodes.size(), 0);
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const WideNode& node = tree.nodes[i];
        if (node.leaf || !(space.moments[i].weight > 0)) continue;
        double sum = 0;
        for (std::uint32_t child = node.first; child < node.first + node.count; ++child)
            sum += space.area[child];
        costs[i] = static_cast<float>(sum / space.moments[i].weight);
    }
    return costs;
}

std::vector<std::uint32_t> nodes_gone_bad(const WideTree& tree, std::span<const float> before,
                                          std::span<const float> now, double worse) {
    std::vector<std::uint32_t> bad;
    std::vector<bool> below_bad(tree.nodes.size(), false);
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {  // a parent comes before its children
        const WideNode& node = tree.nodes[i];
        if (node.leaf) continue;
        const bool is_bad = !below_bad[i] && now[i] > worse * before[i];
        if (is_bad) bad.push_back(i);
        if (!is_bad && !below_bad[i]) continue;
        for (std::uint32_t child = node.first; child < node.first + node.count; ++child)
            below_bad[child] = true;
    }
    return bad;
}

}  // namespace allide::tree
