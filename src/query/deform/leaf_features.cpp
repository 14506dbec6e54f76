#include "query/deform/leaf_features.hpp"

#include "query/deform/feature_owners.hpp"

namespace allide::query {
namespace {

// Fills the rest of the range's last block by repeating its last slot.
template <typename Slot>
LeafFeatures::Range closed_range(std::vector<Slot>& slots, std::size_t first) {
    const LeafFeatures::Range range{static_cast<std::uint32_t>(first / tree::wide_arity),
                                    static_cast<std::uint32_t>(slots.size() - first)};
    while (slots.size() % tree::wide_arity != 0) slots.push_back(Slot(slots.back()));
    return range;
}

}  // namespace

LeafFeatures leaf_features(const tree::WideTree& tree, std::span<const TriangleIndices> triangles,
                           std::size_t vertices) {
    const FeatureOwners owners = feature_owners(triangles, vertices);
    LeafFeatures features;
    features.vertices_of.resize(tree.nodes.size());
    features.edges_of.resize(tree.nodes.size());
    for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
        const tree::WideNode& node = tree.nodes[n];
        if (!node.leaf) continue;
        const std::size_t first_vertex = features.vertices.size(), first_edge = features.edges.size();
        for (std::uint32_t c = 0; c < node.count; ++c) {
            const std::uint32_t t = tree.order[node.first + c];
            for (std::size_t i = 0; i < 3; ++i) {
                if (owners.owns_corner(t, i)) features.vertices.push_back({triangles[t][i], t});
                if (owners.owns_edge(t, i))
                    features.edges.push_back({triangles[t][i], triangles[t][(i + 1) % 3], t});
            }
        }
        features.vertices_of[n] = closed_range(features.vertices, first_vertex);
        features.edges_of[n] = closed_range(features.edges, first_edge);
    }
    return features;
}

}  // namespace allide::query
