// What fitting a wide tree needs to know of its links and triangles. It stays as it is while vertices move.
#pragma once

#include "base/scratch.hpp"
#include "tree/wide/tree.hpp"

#include <allide/mesh.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace allide::tree {

// Every leaf has the vertices of its triangles, each once: its points. Leaf after leaf in tree order they
// stand together, so that those of any node do too.
struct FitPlan {
    // A leaf has at least so many points, the last one repeated: vectors are filled whole.
    static constexpr std::size_t fewest_points = 8;
    // From here on a node's points are shared out among threads.
    static constexpr std::uint64_t many_points = 1u << 15;

    // The memory is for the way to it only.
    FitPlan(const WideTree& tree, std::span<const TriangleIndices> triangles, base::Scratch& memory);
    FitPlan(const WideTree& tree, std::span<const TriangleIndices> triangles);

    std::uint64_t first_point(std::uint32_t node) const { return first[first_leaf[node]]; }
    std::uint64_t end_point(std::uint32_t node) const { return first[end_leaf[node]]; }
    bool large(std::uint32_t node) const { return end_point(node) - first_point(node) > many_points; }

    std::vector<std::uint32_t> leaf_node;             // by leaf: its node
    std::vector<std::uint64_t> first;                 // by leaf: its first point; at the end their number
    std::vector<std::uint32_t> vertex;                // by point
    std::vector<std::array<std::uint8_t, 24>> place;  // by leaf: where corner c of triangle i is, at 8 c + i
    std::vector<std::uint32_t> first_leaf, end_leaf;  // by node
    std::vector<std::uint32_t> inner;                 // nodes with children, parents first
};

}  // namespace allide::tree
