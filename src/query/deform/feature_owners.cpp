#include "query/deform/feature_owners.hpp"

#include <algorithm>

namespace allide::query {
namespace {

struct HalfEdge {
    std::uint64_t ends;   // the two vertices, the smaller one in the upper half
    std::uint32_t place;  // 3 · triangle + edge
    friend bool operator<(const HalfEdge& a, const HalfEdge& b) {
        return a.ends != b.ends ? a.ends < b.ends : a.place < b.place;
    }
};

}  // namespace

FeatureOwners feature_owners(std::span<const TriangleIndices> triangles, std::size_t vertices) {
    FeatureOwners owners{std::vector<std::uint8_t>(triangles.size())};
    std::vector<bool> seen(vertices, false);
    std::vector<HalfEdge> edges;
    edges.reserve(3 * triangles.size());
    for (std::uint32_t t = 0; t < triangles.size(); ++t)
        for (std::uint32_t i = 0; i < 3; ++i) {
            const std::uint32_t v = triangles[t][i], w = triangles[t][(i + 1) % 3];
            if (!seen[v]) owners.of_triangle[t] |= static_cast<std::uint8_t>(1u << i);
            seen[v] = true;
            if (v != w) edges.push_back({std::uint64_t{std::min(v, w)} << 32 | std::max(v, w), 3 * t + i});
        }
    std::sort(edges.begin(), edges.end());
    for (std::size_t i = 0; i < edges.size(); ++i)
        if (i == 0 || edges[i].ends != edges[i - 1].ends)
            owners.of_triangle[edges[i].place / 3] |= static_cast<std::uint8_t>(8u << edges[i].place % 3);
    return owners;
}

}  // namespace allide::query
