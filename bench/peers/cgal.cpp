// CGAL's AABB trees: of surface meshes, to decide whether two touch, and of soups, to list touching
// triangles.
#include "peers/builders.hpp"

#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Rigid_triangle_mesh_collision_detection.h>
#include <CGAL/Surface_mesh.h>

namespace allide::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Triangles = std::vector<Kernel::Triangle_3>;
using Soup = CGAL::AABB_tree<
    CGAL::AABB_traits<Kernel, CGAL::AABB_triangle_primitive<Kernel, Triangles::const_iterator>>>;
using Surface = CGAL::Surface_mesh<Kernel::Point_3>;

Kernel::Point_3 point(const Vec3& v) {
    return {v.x, v.y, v.z};
}

Triangles triangles_of(const Mesh& mesh) {
    Triangles all;
    for (std::uint32_t t = 0; t < mesh.triangles().size(); ++t) {
        const auto corners = mesh.corners(t);
        all.emplace_back(point(corners[0]), point(corners[1]), point(corners[2]));
    }
    return all;
}

Surface surface_of(const Mesh& mesh) {
    Surface surface;
    for (const Vec3& v : mesh.vertices()) surface.add_vertex(point(v));
    for (const auto& t : mesh.triangles())
        if (surface.add_face(Surface::Vertex_index(t[0]), Surface::Vertex_index(t[1]),
                             Surface::Vertex_index(t[2])) == Surface::null_face())
            throw Unsupported("the mesh is not manifold and oriented, as CGAL's surface meshes must be");
    return surface;
}

Kernel::Aff_transformation_3 placed(const Pose& pose) {
    const auto& m = pose.matrix();
    return {m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8], m[9], m[10], m[11]};
}

class ContactTest {
  public:
    ContactTest(const Mesh& a, const Mesh& b) : a_(surface_of(a)), b_(surface_of(b)) {
        detection_.add_mesh(a_);
        moved_ = detection_.add_mesh(b_);
    }

    bool at(const Pose& pose) {
        detection_.set_transformation(moved_, placed(pose));
        return !detection_.get_all_intersections(moved_).empty();
    }

  private:
    Surface a_, b_;  // must live as long as the trees, which refer to them
    CGAL::Rigid_triangle_mesh_collision_detection<Surface> detection_;
    std::size_t moved_ = 0;
};

class CgalTrees final : public EngineAdapter {
  public:
    CgalTrees(const Mesh& a, const Mesh& b)
        : mesh_a_(a),
          mesh_b_(b),
          a_(triangles_of(a)),
          b_(same_mesh(a, b) ? a_ : triangles_of(b)),
          soup_(a_.begin(), a_.end()) {
        soup_.build();
    }

    bool touches(const Pose& pose) override {
        if (!contact_test_) contact_test_ = std::make_unique<ContactTest>(mesh_a_, mesh_b_);
        return contact_test_->at(pose);
    }
    std::vector<Contact> contacts(const Pose& pose) override {
        const Kernel::Aff_transformation_3 transformation = placed(pose);
        std::vector<Contact> found;
        std::vector<Triangles::const_iterator> hit;
        for (std::size_t t = 0; t < b_.size(); ++t) {
            hit.clear();
            soup_.all_intersected_primitives(b_[t].transform(transformation), std::back_inserter(hit));
            for (const auto& triangle : hit)
                found.push_back(
                    {static_cast<std::uint32_t>(triangle - a_.begin()), static_cast<std::uint32_t>(t)});
        }
        return found;
    }

  private:
    Mesh mesh_a_, mesh_b_;
    Triangles a_, b_;
    Soup soup_;
    std::unique_ptr<ContactTest> contact_test_;  // built by the first query that needs it
};

}  // namespace

AdapterPointer cgal_trees(const Mesh& a, const Mesh& b) {
    return std::make_unique<CgalTrees>(a, b);
}

}  // namespace allide::bench
