// Support point of a body with many vertices by hill climbing: the search starts at the highest of some seed
// vertices and follows edges of the hull upward. Because the body is convex, a vertex that is certainly
// higher than all its neighbours is the support point. If that is not certain, because several vertices are
// equally high up to rounding, the search returns no answer.
#pragma once

#include "convex/body/few_corners.hpp"

#include <allide/convex.hpp>

#include <optional>

namespace allide::convex {

// Edges of the hull as lists of neighbours, and seeds. Empty for bodies with few vertices or no volume.
struct VertexGraph {
    FewCorners seeds = {};
    std::vector<std::uint32_t> seed_corners = {};  // vertex index of each seed, padded like `seeds`
    std::vector<std::uint32_t> first = {};         // neighbours of vertex i: from first[i] up to first[i + 1]
    std::vector<std::uint32_t> neighbours = {};

    bool available() const { return seeds.available(); }
};

VertexGraph vertex_graph(std::span<const Vec3> corners, std::span<const BodyEdge> edges);

// Index of the support vertex; empty if rounding leaves it uncertain.
std::optional<std::uint32_t> climb(const VertexGraph& graph, std::span<const Vec3> corners,
                                   const Vec3& direction);

}  // namespace allide::convex
