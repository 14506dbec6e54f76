// libccd's GJK on the convex hull of the vertices.
#include "peers/builders.hpp"

#include <set>

#include <ccd/ccd.h>

namespace allide::bench {
namespace {

// A convex body: its vertices and, for each vertex, the vertices that share an edge with it.
struct ConvexVertices {
    explicit ConvexVertices(const Mesh& mesh)
        : points(mesh.vertices().begin(), mesh.vertices().end()), neighbours(points.size()) {
        std::vector<std::set<std::uint32_t>> of(points.size());
        for (const auto& t : mesh.triangles())
            for (std::size_t k = 0; k < 3; ++k) {
                of[t[k]].insert(t[(k + 1) % 3]);
                of[t[(k + 1) % 3]].insert(t[k]);
            }
        for (std::size_t v = 0; v < of.size(); ++v) neighbours[v].assign(of[v].begin(), of[v].end());
    }

    std::vector<Vec3> points;
    std::vector<std::vector<std::uint32_t>> neighbours;
};

struct PlacedBody {
    const ConvexVertices* body = nullptr;
    std::array<double, 12> pose = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    mutable std::uint32_t last = 0;  // vertex where the last search ended and the next one starts

    // Hill climbing along edges: on a convex body, a vertex without a higher neighbour is the support point.
    std::uint32_t farthest(const Vec3& direction) const {
        double best = dot(body->points[last], direction);
        for (bool climbing = true; climbing;) {
            climbing = false;
            for (const std::uint32_t next : body->neighbours[last])
                if (const double height = dot(body->points[next], direction); height > best) {
                    best = height;
                    last = next;
                    climbing = true;
                    break;
                }
        }
        return last;
    }
};

void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* result) {
    const PlacedBody& placed = *static_cast<const PlacedBody*>(object);
    const auto& m = placed.pose;
    const double* d = direction->v;
    const Vec3 in_body{m[0] * d[0] + m[4] * d[1] + m[8] * d[2], m[1] * d[0] + m[5] * d[1] + m[9] * d[2],
                       m[2] * d[0] + m[6] * d[1] + m[10] * d[2]};
    const Vec3& p = placed.body->points[placed.farthest(in_body)];
    ccdVec3Set(result, m[0] * p.x + m[1] * p.y + m[2] * p.z + m[3],
               m[4] * p.x + m[5] * p.y + m[6] * p.z + m[7], m[8] * p.x + m[9] * p.y + m[10] * p.z + m[11]);
}

class LibccdGjk final : public EngineAdapter {
  public:
    LibccdGjk(const Mesh& a, const Mesh& b) : a_(a), b_(b) {
        CCD_INIT(&ccd_);
        ccd_.support1 = support;
        ccd_.support2 = support;
        ccd_.max_iterations = 1000;
    }

    bool touches(const Pose& pose) override {
        const PlacedBody a{.body = &a_}, b{.body = &b_, .pose = pose.matrix()};
        return ccdGJKIntersect(&a, &b, &ccd_) != 0;
    }
    std::vector<Contact> contacts(const Pose&) override {
        throw Unsupported("libccd supports convex solids, not triangles");
    }

  private:
    ConvexVertices a_, b_;
    ccd_t ccd_;
};

}  // namespace

AdapterPointer libccd_gjk(const Mesh& a, const Mesh& b) {
    return std::make_unique<LibccdGjk>(a, b);
}

}  // namespace allide::bench
