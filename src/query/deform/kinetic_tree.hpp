// Boxes that move with the vertices: each side of a box is a linear function of time, given by its values at
// t = 0 and t = 1. A point that is in the box at both ends, and moves on a straight line, is in it at all
// times.
#pragma once

#include "query/deform/leaf_features.hpp"
#include "tree/wide/tree.hpp"

#include <allide/mesh.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace allide::query {

// The sides of one box, rounded outward: lower x, y, z and negated upper x, y, z at the start of the motion,
// then the same at its end. Because upper sides are negated, the union of two boxes is the componentwise
// minimum.
using KineticBox = std::array<float, 12>;

// The boxes of up to eight children of a node, or of eight triangles, edges or vertices; one row per side.
struct alignas(32) KineticBoxes {
    std::array<std::array<float, tree::wide_arity>, 12> side;

    KineticBox box(std::size_t i) const {
        KineticBox one;
        for (std::size_t k = 0; k < 12; ++k) one[k] = side[k][i];
        return one;
    }
    void set(std::size_t i, const KineticBox& one) {
        for (std::size_t k = 0; k < 12; ++k) side[k][i] = one[k];
    }
};

struct KineticNode {
    std::uint32_t first = 0;  // child node, or place in `order` of the first triangle
    std::uint8_t count = 0;
    bool leaf = false;
};

struct KineticTree {
    std::vector<KineticNode> nodes;                      // the root is node 0; children follow their parents
    std::vector<KineticBoxes> below;                     // per node: the boxes of its children or triangles
    std::vector<KineticBox> whole;                       // per node: the box of the node itself
    std::vector<KineticBoxes> vertex_boxes, edge_boxes;  // one entry per block of slots in `features`
    std::shared_ptr<const LeafFeatures> features;
    std::span<const std::uint32_t> order;

    bool empty() const { return nodes.empty(); }
};

// Builds a tree of moving boxes with the structure of a wide tree: boxes of its nodes, triangles, edges and
// vertices.
KineticTree kinetic_tree(const tree::WideTree& links, std::shared_ptr<const LeafFeatures> features,
                         std::span<const TriangleIndices> triangles, std::span<const Vec3> start,
                         std::span<const Vec3> end);

// ---- When do boxes meet?

// Bit j of mask is set if a box may come within the margin of box j; it certainly does not do so before
// time[j].
struct KineticOverlaps {
    std::uint32_t mask = 0;
    alignas(32) std::array<float, tree::wide_arity> time{};
};

// Tests one box against the boxes of a node. Meetings that begin after `latest` do not count.
KineticOverlaps kinetic_overlaps(const KineticBox& a, const KineticBoxes& b, std::size_t count, float margin,
                                 float latest);

// Tests the chosen boxes of block a against those of up to three blocks b. Bit 8 i + j of mask[l] is set if
// box l of a and box j of b[i] may come within the margin.
struct BlockOverlaps {
    std::array<std::uint32_t, tree::wide_arity> mask{};
};
BlockOverlaps kinetic_block_overlaps(const KineticBoxes& a, std::uint32_t lanes_a,
                                     std::span<const KineticBoxes> b, std::uint32_t lanes_b, float margin,
                                     float latest);

}  // namespace allide::query
