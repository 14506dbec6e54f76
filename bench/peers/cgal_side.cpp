// Signed distances of points by CGAL: its AABB tree for the distance, Side_of_triangle_mesh for the sign.
#include "peers/simulators.hpp"

#include <cmath>

#include <CGAL/AABB_face_graph_triangle_primitive.h>
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Side_of_triangle_mesh.h>
#include <CGAL/Surface_mesh.h>

namespace allide::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Surface = CGAL::Surface_mesh<Kernel::Point_3>;
using Primitive = CGAL::AABB_face_graph_triangle_primitive<Surface>;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>>;

class CgalSide final : public SignedPeer {
  public:
    explicit CgalSide(const Mesh& mesh) : surface_(surface_of(mesh)), side_(surface_) {
        tree_.insert(faces(surface_).first, faces(surface_).second, surface_);
        tree_.build();
        tree_.accelerate_distance_queries();
    }

    double signed_distance(const Vec3& from) override {
        const Kernel::Point_3 point(from.x, from.y, from.z);
        const double distance = std::sqrt(tree_.squared_distance(point));
        return side_(point) == CGAL::ON_BOUNDED_SIDE ? -distance : distance;
    }

  private:
    static Surface surface_of(const Mesh& mesh) {
        Surface surface;
        std::vector<Surface::Vertex_index> vertices;
        for (const Vec3& v : mesh.vertices()) vertices.push_back(surface.add_vertex({v.x, v.y, v.z}));
        for (const TriangleIndices& t : mesh.triangles())
            surface.add_face(vertices[t[0]], vertices[t[1]], vertices[t[2]]);
        return surface;
    }

    Surface surface_;
    CGAL::Side_of_triangle_mesh<Surface, Kernel> side_;
    Tree tree_;
};

}  // namespace

std::unique_ptr<SignedPeer> cgal_side(const Mesh& mesh) {
    return std::make_unique<CgalSide>(mesh);
}

}  // namespace allide::bench
