#include "mesh/surface.hpp"

#include "kernel/triangle/orientation.hpp"
#include "mesh/positions.hpp"

#include <algorithm>
#include <numeric>

namespace allide::mesh {
namespace {

// Disjoint sets of position numbers (union-find).
class DisjointSets {
  public:
    explicit DisjointSets(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), 0u); }

    std::uint32_t find(std::uint32_t x) {
        while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
        return x;
    }
    void join(std::uint32_t x, std::uint32_t y) { parent_[find(x)] = find(y); }

  private:
    std::vector<std::uint32_t> parent_;
};

struct Edge {
    std::uint64_t ends;  // position numbers (positions.hpp) of its ends, the smaller in the upper 32 bits
    bool backward;       // its triangle traverses it from the larger number to the smaller
};

// Sorts the edges and finds out whether the surface is closed and whether it is oriented.
void check_edges(std::vector<Edge>& edges, Surface& surface) {
    std::sort(edges.begin(), edges.end(), [](const Edge& x, const Edge& y) { return x.ends < y.ends; });
    surface.closed = surface.oriented = true;
    for (std::size_t first = 0, last = 0; first < edges.size(); first = last) {
        std::size_t backward = 0;
        for (; last < edges.size() && edges[last].ends == edges[first].ends; ++last)
            backward += edges[last].backward ? 1 : 0;
        surface.closed = surface.closed && (last - first) % 2 == 0;
        surface.oriented = surface.oriented && 2 * backward == last - first;
    }
}

}  // namespace

Surface survey(const Mesh& mesh) {
    Surface surface;
    const auto vertices = mesh.vertices();
    if (mesh.triangles().empty()) return surface;
    const std::vector<std::uint32_t> position_of = number_positions(vertices);
    DisjointSets sets(vertices.size());
    std::vector<Edge> edges;
    for (const TriangleIndices& triangle : mesh.triangles()) {
        const std::uint32_t p[3] = {position_of[triangle[0]], position_of[triangle[1]],
                                    position_of[triangle[2]]};
        sets.join(p[0], p[1]);
        sets.join(p[0], p[2]);
        if (kernel::collinear(vertices[p[0]], vertices[p[1]], vertices[p[2]])) continue;
        for (std::size_t i = 0; i < 3; ++i) {
            const auto [low, high] = std::minmax(p[i], p[(i + 1) % 3]);
            edges.push_back({std::uint64_t{low} << 32 | high, low != p[i]});
        }
    }
    check_edges(edges, surface);
    std::vector<bool> seen(vertices.size(), false);
    for (const TriangleIndices& triangle : mesh.triangles()) {
        const std::uint32_t set = sets.find(position_of[triangle[0]]);
        if (!seen[set]) surface.shells.push_back(triangle[0]);
        seen[set] = true;
    }
    return surface;
}

}  // namespace allide::mesh
