// The vertices and edges of a mesh, grouped by the leaves of a tree over its triangles. Each belongs to one
// leaf.
#pragma once

#include "tree/wide/tree.hpp"

#include <allide/mesh.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace allide::query {

struct VertexSlot {
    std::uint32_t vertex = 0;
    std::uint32_t triangle = 0;  // a triangle that has the feature
};
struct EdgeSlot {
    std::uint32_t from = 0, to = 0;
    std::uint32_t triangle = 0;
};

// Slots form blocks of eight; all slots of a block belong to one leaf. Unused slots of a block repeat the
// last used one.
struct LeafFeatures {
    struct Range {
        std::uint32_t first_block = 0, count = 0;
        std::uint32_t blocks() const { return (count + tree::wide_arity - 1) / tree::wide_arity; }
        // The number of slots in use in block i of the range.
        std::uint32_t in_block(std::uint32_t i) const {
            const std::uint32_t rest = count - i * tree::wide_arity;
            return rest < tree::wide_arity ? rest : tree::wide_arity;
        }
    };
    std::vector<Range> vertices_of, edges_of;  // per node of the tree; empty for inner nodes
    std::vector<VertexSlot> vertices;
    std::vector<EdgeSlot> edges;
};

// An edge whose ends are the same vertex is left out.
LeafFeatures leaf_features(const tree::WideTree& tree, std::span<const TriangleIndices> triangles,
                           std::size_t vertices);

}  // namespace allide::query
