// Builds the tables of a mesh for the kernels (tables.hpp), in the CPU's memory.
#pragma once

#include "gpu/tables.hpp"

#include <allide/model.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace allide::gpu {

struct MeshTables {
    std::vector<Node> nodes;
    std::vector<TriangleRecord> triangles;
    std::vector<std::uint32_t> numbers;
    std::vector<double> vertices;  // empty if they would need too much memory
    std::vector<Probe> probes;
    std::vector<std::uint32_t> grid_words;  // empty if there is no grid
    MeshView view;                          // its pointers are null
    std::uint32_t depth;                    // depth of the deepest leaf
    bool closed, connected;

    // The size of all tables except the grid.
    std::size_t bytes() const;
};

// Limits of the tables. The CPU answers queries about larger meshes.
inline constexpr std::size_t most_triangles = std::size_t{1} << 23;
inline constexpr std::size_t most_bytes_per_triangle = 160;

// The smallest integer k for which 2^k exceeds the distance of every corner from the centre of the bounding
// box. Empty if there are no triangles, too many, or only one position, or if the exponent is beyond what
// doubles can scale.
std::optional<int> size_exponent(const Model& model);

// Builds the tables with coordinates scaled by 2^-exponent. Requires exponent ≥ size_exponent(model).
MeshTables build_tables(const Model& model, int exponent);

// True if every box of the tree contains the triangles below it, and every triangle is in one leaf.
bool valid(const MeshTables& tables, const Model& model, int exponent);

}  // namespace allide::gpu
