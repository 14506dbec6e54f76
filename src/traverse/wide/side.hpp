// One side of a search of two wide trees: a tree and the triangles of its mesh.
#pragma once

#include "kernel/triangle/triangle_pair.hpp"
#include "tree/wide/tree.hpp"

#include <allide/mesh.hpp>

#include <array>
#include <cstdint>
#include <span>

#include <hwy/cache_control.h>

namespace allide::traverse {

struct WideSide {
    WideSide(const tree::WideTree& its_tree, const Mesh& mesh)
        : tree(its_tree), vertices(mesh.vertices()), triangles(mesh.triangles()) {}

    kernel::Triangle corners(std::uint32_t place) const {
        const auto& [a, b, c] = triangles[tree.order[place]];
        return {vertices[a], vertices[b], vertices[c]};
    }
    // Prefetch the data that corners() reads: fetch_triangle() first, and later fetch_corners().
    void fetch_triangle(std::uint32_t place) const { hwy::Prefetch(&triangles[tree.order[place]]); }
    void fetch_corners(std::uint32_t place) const {
        for (const std::uint32_t corner : triangles[tree.order[place]]) hwy::Prefetch(&vertices[corner]);
    }

    const tree::WideTree& tree;
    std::span<const Vec3> vertices;
    std::span<const std::array<std::uint32_t, 3>> triangles;
};

struct WideCounters {
    std::uint64_t volume_tests = 0;
    kernel::PairCounters pairs;
};

}  // namespace allide::traverse
