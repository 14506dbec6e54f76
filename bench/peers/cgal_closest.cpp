// Nearest points by CGAL's AABB tree, in plain doubles and with its auxiliary tree of points for speed.
#include "peers/probes.hpp"

#include <cmath>

#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Simple_cartesian.h>

namespace allide::bench {
namespace {

using Kernel = CGAL::Simple_cartesian<double>;
using Triangles = std::vector<Kernel::Triangle_3>;
using Tree = CGAL::AABB_tree<
    CGAL::AABB_traits<Kernel, CGAL::AABB_triangle_primitive<Kernel, Triangles::const_iterator>>>;

class CgalClosest final : public Prober {
  public:
    explicit CgalClosest(const Mesh& mesh) {
        const auto point = [](const Vec3& v) { return Kernel::Point_3(v.x, v.y, v.z); };
        for (std::uint32_t t = 0; t < mesh.triangles().size(); ++t) {
            const auto corners = mesh.corners(t);
            triangles_.emplace_back(point(corners[0]), point(corners[1]), point(corners[2]));
        }
        tree_.insert(triangles_.begin(), triangles_.end());
        tree_.build();
        tree_.accelerate_distance_queries();
    }

    std::optional<Probed> nearest(const Vec3& from) override {
        const Kernel::Point_3 point(from.x, from.y, from.z);
        const auto [near, triangle] = tree_.closest_point_and_primitive(point);
        return Probed{static_cast<std::uint32_t>(triangle - triangles_.cbegin()),
                      std::sqrt(CGAL::squared_distance(near, point))};
    }

  private:
    Triangles triangles_;
    Tree tree_;
};

}  // namespace

std::unique_ptr<Prober> cgal_closest(const Mesh& mesh) {
    return std::make_unique<CgalClosest>(mesh);
}

}  // namespace allide::bench
