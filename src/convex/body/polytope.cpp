#include "convex/body/polytope.hpp"

#include "base/infinity.hpp"
#include "convex/body/few_corners.hpp"
#include "kernel/pose/vec.hpp"
#include "kernel/triangle/orientation.hpp"
#include "volume/hull/convex_hull.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace allide::convex {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator-;
using kernel::operator*;
using Corner = std::uint32_t;
using HullFacets = std::vector<std::array<Corner, 3>>;

// Groups connected coplanar facets into flat faces and gives each facet the index of its flat face, from 0.
class FlatFaces {
  public:
    FlatFaces(std::span<const Vec3> points, const HullFacets& facets) : root_(facets.size()) {
        std::iota(root_.begin(), root_.end(), std::size_t{0});
        for (std::size_t f = 0; f < facets.size(); ++f)
            for (std::size_t k = 0; k < 3; ++k) across_[{facets[f][k], facets[f][(k + 1) % 3]}] = f;
        for (std::size_t f = 0; f < facets.size(); ++f)
            for (std::size_t k = 0; k < 3; ++k) merge_if_coplanar(points, facets, f, k);
        std::map<std::size_t, std::uint32_t> number;
        for (std::size_t f = 0; f < facets.size(); ++f)
            face_.push_back(
                number.try_emplace(find(f), static_cast<std::uint32_t>(number.size())).first->second);
        count_ = number.size();
    }

    std::uint32_t of(std::size_t facet) const { return face_[facet]; }
    std::size_t count() const { return count_; }
    std::size_t across(Corner from, Corner to) const { return across_.at({to, from}); }

  private:
    std::size_t find(std::size_t f) {
        while (root_[f] != f) f = root_[f] = root_[root_[f]];
        return f;
    }
    void merge_if_coplanar(std::span<const Vec3> points, const HullFacets& facets, std::size_t f,
                           std::size_t k) {
        const auto& facet = facets[f];
        const std::size_t g = across(facet[k], facet[(k + 1) % 3]);
        if (find(f) == find(g)) return;
        for (const Corner corner : facets[g])
            if (kernel::orientation(points[facet[0]], points[facet[1]], points[facet[2]], points[corner]) !=
                0)
                return;
        root_[std::max(find(f), find(g))] = std::min(find(f), find(g));
    }

    std::vector<std::size_t> root_;
    std::map<std::pair<Corner, Corner>, std::size_t>
        across_;  // maps a directed edge to the facet that contains it
    std::vector<std::uint32_t> face_;
    std::size_t count_ = 0;
};

// Boundaries of the flat faces, as closed loops of hull points.
std::vector<std::vector<Corner>> rims_of(const HullFacets& facets, const FlatFaces& flat) {
    std::vector<std::map<Corner, Corner>> next(flat.count());
    for (std::size_t f = 0; f < facets.size(); ++f)
        for (std::size_t k = 0; k < 3; ++k) {
            const Corner from = facets[f][k], to = facets[f][(k + 1) % 3];
            if (flat.of(flat.across(from, to)) != flat.of(f)) next[flat.of(f)][from] = to;
        }
    std::vector<std::vector<Corner>> rims;
    for (const auto& steps : next) {
        auto& rim = rims.emplace_back();
        const Corner start = steps.begin()->first;
        rim.push_back(start);
        for (Corner at = steps.at(start); at != start; at = steps.at(at)) rim.push_back(at);
    }
    return rims;
}

// Number of flat faces at each point. A point at which fewer than three faces meet lies in the interior of an
// edge and is not a vertex.
std::vector<std::uint32_t> faces_at(std::size_t points, const std::vector<std::vector<Corner>>& rims) {
    std::vector<std::uint32_t> count(points, 0);
    for (const auto& rim : rims)
        for (const Corner corner : rim) ++count[corner];
    return count;
}

void add_edges(detail::BodyData& body) {
    std::map<std::pair<Corner, Corner>, std::uint32_t> face_along;
    for (std::uint32_t f = 0; f < body.faces.size(); ++f) {
        const auto& corners = body.faces[f].corners;
        for (std::size_t k = 0; k < corners.size(); ++k)
            face_along[{corners[k], corners[(k + 1) % corners.size()]}] = f;
    }
    for (const auto& [edge, face] : face_along)
        if (edge.first < edge.second)
            body.edges.push_back(
                {{edge.first, edge.second}, {face, face_along.at({edge.second, edge.first})}});
}

// Unit normal of the face by Newell's method; the offset is the largest dot(normal, vertex).
HalfSpace plane_of(const detail::BodyData& body, const BodyFace& face) {
    const Vec3& origin = body.vertices[face.corners[0]];
    Vec3 normal;
    for (std::size_t k = 2; k < face.corners.size(); ++k) {
        const Vec3 part =
            cross(body.vertices[face.corners[k - 1]] - origin, body.vertices[face.corners[k]] - origin);
        normal = {normal.x + part.x, normal.y + part.y, normal.z + part.z};
    }
    const double size = kernel::largest(normal);
    if (size > 0) normal = (1 / size) * normal;
    const double length = std::sqrt(dot(normal, normal));
    if (length > 0) normal = (1 / length) * normal;
    double offset = -base::infinity;
    for (const Vec3& vertex : body.vertices) offset = std::max(offset, dot(normal, vertex));
    return {normal, offset};
}

void add_faces(detail::BodyData& body, std::span<const Vec3> points, const HullFacets& facets) {
    const FlatFaces flat(points, facets);
    const auto rims = rims_of(facets, flat);
    const auto meeting = faces_at(points.size(), rims);
    std::vector<Corner> number(points.size(), 0);
    for (std::size_t i = 0; i < points.size(); ++i)
        if (meeting[i] >= 3) {
            number[i] = static_cast<Corner>(body.vertices.size());
            body.vertices.push_back(points[i]);
        }
    for (const auto& rim : rims) {
        BodyFace& face = body.faces.emplace_back();
        for (const Corner corner : rim)
            if (meeting[corner] >= 3) face.corners.push_back(number[corner]);
    }
    add_edges(body);
    for (const BodyFace& face : body.faces) body.planes.push_back(plane_of(body, face));
}

bool is_inside(const detail::BodyData& body) {
    for (const BodyFace& face : body.faces)
        if (kernel::orientation(body.vertices[face.corners[0]], body.vertices[face.corners[1]],
                                body.vertices[face.corners[2]], body.middle) > 0)
            return false;
    return !body.faces.empty();
}

}  // namespace

namespace {

// Lower bound on the distance of the body's `middle` from a face's plane. Each triangle of the face's fan
// gives a bound with the error bounds of kernel::orientation; the best one is returned. Returns 0 for a
// needle-shaped face, for which no bound is certain.
double depth_below(const detail::BodyData& body, const BodyFace& face) {
    const Vec3& p = body.vertices[face.corners[0]];
    double best = 0;
    for (std::size_t k = 2; k < face.corners.size(); ++k) {
        const Vec3 u = body.vertices[face.corners[k - 1]] - p, v = body.vertices[face.corners[k]] - p,
                   w = p - body.middle;
        const Vec3 normal = cross(u, v);
        const double sizes = kernel::largest(u) * kernel::largest(v);
        const double height = dot(normal, w) - 56 * 0x1p-53 * sizes * kernel::largest(w);
        // Uses std::hypot because the squared length would underflow for bodies of size 1e-80. Still smaller
        // values may have lost their low bits; the comparisons below reject them.
        const double length = std::hypot(normal.x, normal.y, normal.z) * (1 + 0x1p-50) + 20 * 0x1p-53 * sizes;
        if (height > 0x1p-960 && length > 0x1p-900) best = std::max(best, height / length);
    }
    return best;
}

}  // namespace

// A pose changes lengths by at most a relative 1e-6. The relative margin 4e-6 covers that and all rounding
// errors of the radii; an absolute margin of 64u times the norm is added.
void add_balls(detail::BodyData& body) {
    double inner = body.faces.empty() ? 0 : base::infinity, outer = 0;
    for (const BodyFace& face : body.faces) inner = std::min(inner, depth_below(body, face));
    for (const Vec3& vertex : body.vertices) {
        const Vec3 off = vertex - body.middle;
        outer = std::max(outer, std::sqrt(dot(off, off)));
    }
    const double error = 64 * 0x1p-53 * body.norm;
    if (!std::isfinite(inner)) inner = 0;
    body.inner_ball = std::max(inner * (1 - 4e-6) - error, 0.0);
    body.outer_ball = std::max(outer, body.vertices.empty() ? body.norm : 0) * (1 + 4e-6) + error;
}

void arrange(detail::BodyData& body) {
    const double share = 1 / static_cast<double>(std::max<std::size_t>(body.vertices.size(), 1));
    for (const Vec3& v : body.vertices) {
        body.x.push_back(v.x);
        body.y.push_back(v.y);
        body.z.push_back(v.z);
        body.middle = {body.middle.x + share * v.x, body.middle.y + share * v.y, body.middle.z + share * v.z};
        body.norm = std::max(body.norm, kernel::norm_1(v));
    }
    while (body.x.size() % 2 != 0) {
        body.x.push_back(body.x[0]);
        body.y.push_back(body.y[0]);
        body.z.push_back(body.z[0]);
    }
    body.few = in_simd_layout(body.vertices);
}

detail::BodyData make_polytope(std::span<const Vec3> points) {
    const volume::ConvexHull hull = volume::convex_hull(points);
    detail::BodyData body;
    body.dimension = hull.dimension;
    if (hull.dimension == 3)
        add_faces(body, points, hull.facets);
    else
        for (const Corner corner : hull.corners) body.vertices.push_back(points[corner]);
    arrange(body);
    body.graph = vertex_graph(body.vertices, body.edges);
    body.mass = mass_of(body);
    // Rounding may put the mean of the vertices outside the body; `middle` must be a point of the body.
    if (!is_inside(body)) body.middle = body.vertices[0];
    add_balls(body);
    return body;
}

}  // namespace allide::convex
