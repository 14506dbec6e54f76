#include "base/float_environment.hpp"
#include "convex/body/polytope.hpp"
#include "kernel/pose/vec.hpp"
#include "kernel/triangle/orientation.hpp"
#include "mesh/positions.hpp"
#include "mesh/surface.hpp"

#include <cmath>
#include <map>
#include <string>
#include <utility>

namespace allide {
namespace {

using kernel::operator-;

Error refused_surface(std::string why) {
    return {.code = ErrorCode::bad_argument, .message = std::move(why)};
}

// The triangles of a mesh that have area, with vertices at equal positions merged.
class ConvexSurface {
  public:
    explicit ConvexSurface(const Mesh& mesh) : vertices_(mesh.vertices()) {
        const auto place = mesh::number_positions(vertices_);
        const auto triangles = mesh.triangles();
        for (std::uint32_t t = 0; t < triangles.size(); ++t) {
            const auto [i, j, k] = triangles[t];
            if (kernel::collinear(vertices_[i], vertices_[j], vertices_[k])) continue;
            triangles_.push_back({{place[i], place[j], place[k]}, t});
        }
        for (const Numbered& triangle : triangles_)
            for (std::size_t k = 0; k < 3; ++k)
                opposite_[{triangle.corners[k], triangle.corners[(k + 1) % 3]}] = {
                    triangle.corners[(k + 2) % 3], triangle.number};
        for (const Numbered& triangle : triangles_) volume_ += cone_volume(triangle);
    }

    double volume() const { return std::abs(volume_); }

    // Reports the first edge at which the surface bends inward, that is, is concave.
    std::optional<Error> bends_inward() const {
        const int outward = volume_ < 0 ? -1 : 1;
        for (const Numbered& triangle : triangles_)
            for (std::size_t k = 0; k < 3; ++k) {
                const std::uint32_t from = triangle.corners[k], to = triangle.corners[(k + 1) % 3];
                const auto beyond = opposite_.find({to, from});
                if (beyond == opposite_.end()) continue;
                if (outward * side(triangle, beyond->second.first) > 0)
                    return at_edge(from, to, triangle.number,
                                   "bends inward to triangle " + std::to_string(beyond->second.second));
            }
        return std::nullopt;
    }

    // Reports a triangle whose plane has hull vertices on both sides: proof that the surface cuts itself.
    std::optional<Error> is_cut_by_a_plane(std::span<const Vec3> corners) const {
        for (const Numbered& triangle : triangles_) {
            const auto& c = triangle.corners;
            bool above = false, below = false;
            for (const Vec3& corner : corners) {
                const int at = kernel::orientation(vertices_[c[0]], vertices_[c[1]], vertices_[c[2]], corner);
                above = above || at > 0;
                below = below || at < 0;
            }
            if (above && below)
                return at_edge(c[0], c[1], triangle.number, "belongs to a face inside the hull");
        }
        return std::nullopt;
    }

  private:
    struct Numbered {
        std::array<std::uint32_t, 3> corners;
        std::uint32_t number;
    };

    int side(const Numbered& triangle, std::uint32_t vertex) const {
        const auto& c = triangle.corners;
        return kernel::orientation(vertices_[c[0]], vertices_[c[1]], vertices_[c[2]], vertices_[vertex]);
    }
    double cone_volume(const Numbered& triangle) const {
        const Vec3& origin = vertices_[triangles_[0].corners[0]];
        const auto& c = triangle.corners;
        return kernel::dot(vertices_[c[0]] - origin,
                           kernel::cross(vertices_[c[1]] - origin, vertices_[c[2]] - origin)) /
               6;
    }
    static Error at_edge(std::uint32_t from, std::uint32_t to, std::uint32_t triangle,
                         const std::string& what) {
        Error error = refused_surface("the surface is not convex: its edge from vertex " +
                                      std::to_string(from) + " to vertex " + std::to_string(to) + " " + what);
        error.vertex = from;
        error.triangle = triangle;
        return error;
    }

    std::span<const Vec3> vertices_;
    std::vector<Numbered> triangles_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<std::uint32_t, std::uint32_t>> opposite_;
    double volume_ = 0;
};

std::vector<Vec3> used_vertices(const Mesh& mesh) {
    std::vector<bool> used(mesh.vertices().size(), false);
    for (const auto& triangle : mesh.triangles())
        for (const std::uint32_t corner : triangle) used[corner] = true;
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < used.size(); ++i)
        if (used[i]) points.push_back(mesh.vertices()[i]);
    return points;
}

}  // namespace

Result<ConvexBody> ConvexBody::from_mesh(const Mesh& mesh) {
    const base::DefaultFloatEnvironment environment;
    const std::vector<Vec3> points = used_vertices(mesh);
    for (const Vec3& point : points)
        if (!kernel::finite(point))
            return Error{.code = ErrorCode::not_finite, .message = "a vertex is not finite"};
    const mesh::Surface surface = mesh::survey(mesh);
    if (!surface.closed) return refused_surface("the surface of a convex body must be closed");
    if (!surface.oriented) return refused_surface("the triangles of a convex body must all be turned alike");
    if (surface.shells.size() != 1)
        return refused_surface("the surface of a convex body must be of one piece");
    const ConvexSurface triangles(mesh);
    if (auto error = triangles.bends_inward()) return *error;
    detail::BodyData body = convex::make_polytope(points);
    if (auto error = triangles.is_cut_by_a_plane(body.vertices)) return *error;
    // A surface that covers the hull twice would pass all checks so far, but its volume is too large.
    if (triangles.volume() > 1.5 * body.mass.volume)
        return refused_surface("the surface goes round the body more than once");
    return ConvexBody(std::make_shared<detail::BodyData>(std::move(body)));
}

}  // namespace allide
