// CGAL's predicates (exact for corners at rest), distances of triangles, and inside tests of closed meshes.
#include "torture/engine.hpp"

#include <algorithm>
#include <limits>

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/intersection.h>
#include <CGAL/Side_of_triangle_mesh.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/intersections.h>

namespace allide::bench::torture {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using SurfaceMesh = CGAL::Surface_mesh<Kernel::Point_3>;

// Transforms a corner in double precision, so only corners at rest stay exact.
Kernel::Point_3 moved(const Point& p, const Matrix& m) {
    const auto row = [&](std::size_t k) {
        return m[4 * k] * p[0] + m[4 * k + 1] * p[1] + m[4 * k + 2] * p[2] + m[4 * k + 3];
    };
    return {row(0), row(1), row(2)};
}

Kernel::Triangle_3 triangle(const Corners& t, const Matrix& pose) {
    return {moved(t[0], pose), moved(t[1], pose), moved(t[2], pose)};
}

SurfaceMesh surface(const RawMesh& mesh) {
    SurfaceMesh out;
    std::vector<SurfaceMesh::Vertex_index> vertices;
    for (const Point& p : mesh.vertices) vertices.push_back(out.add_vertex({p[0], p[1], p[2]}));
    for (const auto& t : mesh.triangles) out.add_face(vertices[t[0]], vertices[t[1]], vertices[t[2]]);
    return out;
}

class Cgal final : public Engine {
  public:
    const char* name() const override { return "CGAL"; }
    // Degenerate triangles violate a precondition of do_intersect, so CGAL is not asked about them.
    std::optional<bool> touch(const Corners& a, const Matrix& pose_a, const Corners& b,
                              const Matrix& pose_b) override {
        const Kernel::Triangle_3 p = triangle(a, pose_a), q = triangle(b, pose_b);
        if (p.is_degenerate() || q.is_degenerate()) return {};
        return CGAL::do_intersect(p, q);
    }
    std::optional<double> distance(const RawMesh& a, const Matrix& pose_a, const RawMesh& b,
                                   const Matrix& pose_b) override {
        double least = std::numeric_limits<double>::infinity();
        for (const auto& p : a.triangles)
            for (const auto& q : b.triangles)
                least = std::min(least, CGAL::squared_distance(triangle(corners(a, p), pose_a),
                                                               triangle(corners(b, q), pose_b)));
        return std::sqrt(least);
    }
    std::optional<std::string> location(const RawMesh& mesh, const Point& point,
                                        const std::string& rule) override {
        const SurfaceMesh closed = surface(mesh);
        if (rule != "odd" || !CGAL::is_closed(closed)) return {};
        const CGAL::Side_of_triangle_mesh<SurfaceMesh, Kernel> side(closed);
        const CGAL::Bounded_side found = side({point[0], point[1], point[2]});
        return found == CGAL::ON_BOUNDARY       ? "boundary"
               : found == CGAL::ON_BOUNDED_SIDE ? "inside"
                                                : "outside";
    }
    std::optional<std::string> overlap_solid(const RawMesh& a, const RawMesh& b) override {
        const SurfaceMesh p = surface(a), q = surface(b);
        const auto with_insides = CGAL::parameters::do_overlap_test_of_bounded_sides(true);
        return CGAL::Polygon_mesh_processing::do_intersect(p, q, with_insides, with_insides) ? "yes" : "no";
    }

  private:
    static Corners corners(const RawMesh& mesh, const std::array<unsigned, 3>& t) {
        return {mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]};
    }
};

}  // namespace

EnginePointer make_cgal() {
    return std::make_unique<Cgal>();
}

}  // namespace allide::bench::torture
