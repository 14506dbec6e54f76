// Assigns every vertex and every edge of a mesh to one of its triangles, so that a search over pairs of
// triangles examines each pair of features once.
#pragma once

#include <allide/mesh.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace allide::query {

// Per triangle: bit i for its corner i, bit 3 + i for its edge from corner i to corner (i + 1) % 3.
struct FeatureOwners {
    std::vector<std::uint8_t> of_triangle;

    bool owns_corner(std::uint32_t triangle, std::size_t i) const {
        return (of_triangle[triangle] >> i & 1) != 0;
    }
    bool owns_edge(std::uint32_t triangle, std::size_t i) const {
        return (of_triangle[triangle] >> (3 + i) & 1) != 0;
    }
};

// An edge whose ends are the same vertex is owned by no triangle.
FeatureOwners feature_owners(std::span<const TriangleIndices> triangles, std::size_t vertices);

}  // namespace allide::query
