#include "tree/fit_plan.hpp"

#include "base/tasks.hpp"

#include <algorithm>

namespace allide::tree {
namespace {

struct LeafVertices {
    std::array<std::uint32_t, 3 * wide_arity> vertex;
    std::size_t count = 0;

    std::uint8_t place_of(std::uint32_t wanted) {
        const auto end = vertex.begin() + static_cast<std::ptrdiff_t>(count);
        const auto found = std::find(vertex.begin(), end, wanted);
        if (found == end) vertex[count++] = wanted;
        return static_cast<std::uint8_t>(found - vertex.begin());
    }
};

}  // namespace

FitPlan::FitPlan(const WideTree& tree, std::span<const TriangleIndices> triangles)
    : leaf_node(tree.corners.size()),
      first(tree.corners.size() + 1),
      place(tree.corners.size()),
      first_leaf(tree.nodes.size()),
      end_leaf(tree.nodes.size()) {
    for (auto i = static_cast<std::uint32_t>(tree.nodes.size()); i-- > 0;) {
        const WideNode& node = tree.nodes[i];
        if (node.leaf) leaf_node[node.corners] = i;
        if (!node.leaf) inner.push_back(i);
        first_leaf[i] = node.leaf ? node.corners : first_leaf[node.first];
        end_leaf[i] = node.leaf ? node.corners + 1 : end_leaf[node.first + node.count - 1];
    }
    std::reverse(inner.begin(), inner.end());

    std::vector<LeafVertices> vertices(leaf_node.size());
    base::do_pieces(leaf_node.size(), 1024, [&](std::size_t begin, std::size_t end) {
        for (std::size_t leaf = begin; leaf < end; ++leaf) {
            const WideNode& node = tree.nodes[leaf_node[leaf]];
            for (std::uint32_t i = 0; i < wide_arity; ++i) {
                // Places without a triangle repeat the last, whose numbers are harmless.
                const std::uint32_t at = node.first + std::min<std::uint32_t>(i, node.count - 1u);
                for (std::size_t c = 0; c < 3; ++c)
                    place[leaf][8 * c + i] = vertices[leaf].place_of(triangles[tree.order[at]][c]);
            }
        }
    });
    for (std::size_t leaf = 0; leaf < leaf_node.size(); ++leaf)
        first[leaf + 1] = first[leaf] + std::max(vertices[leaf].count, fewest_points);
    vertex.resize(first.back());
    base::do_pieces(leaf_node.size(), 1024, [&](std::size_t begin, std::size_t end) {
        for (std::size_t leaf = begin; leaf < end; ++leaf)
            for (std::uint64_t i = first[leaf]; i < first[leaf + 1]; ++i)
                vertex[i] = vertices[leaf].vertex[std::min(i - first[leaf], vertices[leaf].count - 1)];
    });
}

}  // namespace allide::tree
