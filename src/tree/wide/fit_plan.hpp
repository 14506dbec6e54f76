// The part of a fit that depends only on the tree's links and triangles: it stays valid while vertices move.
#pragma once

#include "base/scratch.hpp"
#include "tree/wide/tree.hpp"

#include <allide/mesh.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace allide::tree {

// The points of a leaf are the distinct vertices of its triangles. The points of all leaves are stored one
// leaf after the other in tree order, so that the points below any node are contiguous.
struct FitPlan {
    // Leaves with fewer points than this repeat their last one, so that vectors are always full.
    static constexpr std::size_t fewest_points = 8;
    // The points of a node with more than this many are divided among threads.
    static constexpr std::uint64_t many_points = 1u << 15;

    // `memory` is scratch that is used only during construction.
    FitPlan(const WideTree& tree, std::span<const TriangleIndices> triangles, base::Scratch& memory);
    FitPlan(const WideTree& tree, std::span<const TriangleIndices> triangles);

    std::uint64_t first_point(std::uint32_t node) const { return first[first_leaf[node]]; }
    std::uint64_t end_point(std::uint32_t node) const { return first[end_leaf[node]]; }
    bool large(std::uint32_t node) const { return end_point(node) - first_point(node) > many_points; }

    std::vector<std::uint32_t> leaf_node;  // per leaf: index of its node
    std::vector<std::uint64_t>
        first;  // per leaf: index of its first point; the last entry is the number of points
    std::vector<std::uint32_t> vertex;  // per point: index of its vertex
    std::vector<std::array<std::uint8_t, 24>>
        place;  // per leaf: which of its points is corner c of its triangle i, at index 8c + i
    std::vector<std::uint32_t> first_leaf, end_leaf;  // per node: range of the leaves below it
    std::vector<std::uint32_t> inner;                 // indices of the inner nodes, parents before children
};

}  // namespace allide::tree
