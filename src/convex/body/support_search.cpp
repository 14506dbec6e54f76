#include "convex/body/support_search.hpp"

#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <cmath>

namespace allide::convex {
namespace {

using kernel::dot;
using kernel::operator-;

std::uint32_t support_vertex(std::span<const Vec3> corners, const Vec3& direction) {
    const auto lower = [&](const Vec3& p, const Vec3& q) { return dot(direction, p) < dot(direction, q); };
    return static_cast<std::uint32_t>(std::max_element(corners.begin(), corners.end(), lower) -
                                      corners.begin());
}

// Support vertices in the 26 directions of the coordinate axes and diagonals, each vertex once.
std::vector<std::uint32_t> seed_vertices(std::span<const Vec3> corners) {
    std::vector<std::uint32_t> seeds;
    for (int x = -1; x <= 1; ++x)
        for (int y = -1; y <= 1; ++y)
            for (int z = -1; z <= 1; ++z)
                seeds.push_back(support_vertex(
                    corners, {static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)}));
    std::sort(seeds.begin(), seeds.end());
    seeds.erase(std::unique(seeds.begin(), seeds.end()), seeds.end());
    return seeds;
}

void add_neighbours(VertexGraph& graph, std::size_t corners, std::span<const BodyEdge> edges) {
    graph.first.assign(corners + 1, 0);
    for (const BodyEdge& edge : edges)
        for (const std::uint32_t corner : edge.corners) ++graph.first[corner + 1];
    for (std::size_t i = 0; i < corners; ++i) graph.first[i + 1] += graph.first[i];
    graph.neighbours.resize(graph.first.back());
    std::vector<std::uint32_t> next(graph.first.begin(), graph.first.end() - 1);
    for (const BodyEdge& edge : edges) {
        graph.neighbours[next[edge.corners[0]]++] = edge.corners[1];
        graph.neighbours[next[edge.corners[1]]++] = edge.corners[0];
    }
}

std::span<const std::uint32_t> neighbours_of(const VertexGraph& graph, std::uint32_t corner) {
    return std::span(graph.neighbours)
        .subspan(graph.first[corner], graph.first[corner + 1] - graph.first[corner]);
}

// True if p is certainly higher than q along d, that is, d · (p − q) > 0. The error bound covers four
// successive roundings (one difference, one product, two sums); its last term, 2⁻⁹⁰⁰, covers underflow.
bool is_certainly_higher(const Vec3& p, const Vec3& q, const Vec3& d) {
    const Vec3 e = p - q;
    const double x = d.x * e.x, y = d.y * e.y, z = d.z * e.z;
    return x + y + z > 8 * 0x1p-53 * (std::abs(x) + std::abs(y) + std::abs(z)) + 0x1p-900;
}

}  // namespace

VertexGraph vertex_graph(std::span<const Vec3> corners, std::span<const BodyEdge> edges) {
    VertexGraph graph;
    if (corners.size() <= few_corners || edges.empty()) return graph;
    graph.seed_corners = seed_vertices(corners);
    std::vector<Vec3> seeds;
    for (const std::uint32_t seed : graph.seed_corners) seeds.push_back(corners[seed]);
    graph.seeds = in_simd_layout(seeds);
    graph.seed_corners.push_back(graph.seed_corners.front());
    add_neighbours(graph, corners.size(), edges);
    return graph;
}

// Each step increases the computed height strictly, so no vertex is visited twice and the search ends.
std::optional<std::uint32_t> climb(const VertexGraph& graph, std::span<const Vec3> corners,
                                   const Vec3& direction) {
    std::uint32_t top = graph.seed_corners[support_of_few(graph.seeds, direction).corner];
    double height = dot(direction, corners[top]);
    for (bool rising = true; rising;) {
        rising = false;
        for (const std::uint32_t corner : neighbours_of(graph, top)) {
            const double next = dot(direction, corners[corner]);
            if (!(next > height)) continue;
            height = next;
            top = corner;
            rising = true;
        }
    }
    for (const std::uint32_t corner : neighbours_of(graph, top))
        if (!is_certainly_higher(corners[top], corners[corner], direction)) return std::nullopt;
    return top;
}

}  // namespace allide::convex
