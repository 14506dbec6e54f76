#include "mesh/estimate_sag.hpp"

#include "kernel/pose/vec.hpp"
#include "mesh/positions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

namespace allide::mesh {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator-;

struct HalfEdge {
    std::uint64_t ends;  // the numbers of both positions, the smaller one in the upper half
    std::uint32_t triangle;
    std::uint32_t corner;  // where the edge starts
    bool backward;
};

std::vector<HalfEdge> sorted_edges(const Mesh& mesh, const std::vector<std::uint32_t>& position_of) {
    std::vector<HalfEdge> edges;
    edges.reserve(3 * mesh.triangles().size());
    for (std::uint32_t t = 0; t < mesh.triangles().size(); ++t)
        for (std::uint32_t k = 0; k < 3; ++k) {
            const std::uint32_t p = position_of[mesh.triangles()[t][k]],
                                q = position_of[mesh.triangles()[t][(k + 1) % 3]];
            edges.push_back({std::uint64_t{std::min(p, q)} << 32 | std::max(p, q), t, k, p > q});
        }
    std::sort(edges.begin(), edges.end(), [](const HalfEdge& x, const HalfEdge& y) {
        return std::pair(x.ends, x.triangle) < std::pair(y.ends, y.triangle);
    });
    return edges;
}

struct Facing {
    Vec3 normal;               // of length 1, or zero
    double size = 0;           // the longer of two sides
    double relative_area = 0;  // twice the area, divided by the square of the size
};

Facing facing_of(const std::array<Vec3, 3>& t) {
    const Vec3 u = t[1] - t[0], v = t[2] - t[0];
    const double size = std::max(length(u), length(v));
    if (!(size > 0) || !std::isfinite(size)) return {};
    const Vec3 n = cross({u.x / size, u.y / size, u.z / size}, {v.x / size, v.y / size, v.z / size});
    const double area = length(n);
    return {area > 0 ? normalized(n) : Vec3{0, 0, 0}, size, area};
}

// The height of a triangle above one of its edges.
double height_over(const Mesh& mesh, const Facing& facing, const HalfEdge& edge) {
    const TriangleIndices& t = mesh.triangles()[edge.triangle];
    const double base = length(mesh.vertices()[t[(edge.corner + 1) % 3]] - mesh.vertices()[t[edge.corner]]);
    return base > 0 && std::isfinite(base) ? facing.relative_area * (facing.size / base) * facing.size : 0;
}

// Estimates of how far one triangle is from the curved surface, one per edge.
using Deviations = std::array<double, 3>;

void add_edge(const Mesh& mesh, const std::vector<Facing>& facings, const HalfEdge& one,
              const HalfEdge& other, std::vector<Deviations>& out) {
    constexpr double sharpest = 40 * std::numbers::pi / 180;
    const Vec3& n = facings[one.triangle].normal;
    Vec3 m = facings[other.triangle].normal;
    if (one.backward == other.backward) m = {-m.x, -m.y, -m.z};  // oriented differently
    const Vec3 across = cross(n, m);
    const double cosine = dot(n, m);
    if (cosine < 0 || across == Vec3{0, 0, 0}) return;
    const double angle = std::atan2(std::sqrt(dot(across, across)), cosine);
    if (!(angle <= sharpest)) return;
    const double h = height_over(mesh, facings[one.triangle], one),
                 g = height_over(mesh, facings[other.triangle], other);
    if (!(h + g > 0)) return;
    const double curvature = 2 * angle / (h + g);
    out[one.triangle][one.corner] = curvature * h * h / 8;
    out[other.triangle][other.corner] = curvature * g * g / 8;
}

}  // namespace

double estimate_sag(const Mesh& mesh) {
    const std::vector<HalfEdge> edges = sorted_edges(mesh, number_positions(mesh.vertices()));
    std::vector<Facing> facings;
    facings.reserve(mesh.triangles().size());
    for (std::uint32_t t = 0; t < mesh.triangles().size(); ++t) facings.push_back(facing_of(mesh.corners(t)));
    std::vector<Deviations> deviations(mesh.triangles().size(), Deviations{});
    for (std::size_t first = 0, last = 0; first < edges.size(); first = last) {
        while (last < edges.size() && edges[last].ends == edges[first].ends) ++last;
        if (last - first == 2) add_edge(mesh, facings, edges[first], edges[first + 1], deviations);
    }
    // Each triangle has three estimates, one per edge. The two largest, d[1] and d[2], come from the two
    // principal curvatures, whose deviations add up. The smallest repeats a part of them and is not counted.
    double largest = 0;
    for (Deviations& d : deviations) {
        std::sort(d.begin(), d.end());
        largest = std::max(largest, d[1] + d[2]);
    }
    // In practice the sum is at least three quarters of the true deviation, so twice the sum exceeds it.
    return std::isfinite(largest) ? 2 * largest : 0;
}

}  // namespace allide::mesh
