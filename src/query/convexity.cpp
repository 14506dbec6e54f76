#include "query/convexity.hpp"

#include "kernel/vec.hpp"
#include "volume/convex_hull.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace allide::query {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator-;
using kernel::operator*;

// The corners of the hull along its edges: on a convex body every climb ends at the top.
class Climber {
  public:
    Climber(std::span<const Vec3> points, const volume::ConvexHull& hull)
        : points_(points), next_(points.size()) {
        for (const auto& facet : hull.facets)
            for (std::size_t k = 0; k < 3; ++k) {
                next_[facet[k]].push_back(facet[(k + 1) % 3]);
                next_[facet[k]].push_back(facet[(k + 2) % 3]);
            }
        at_ = hull.corners.front();
    }

    // From where the last climb ended.
    double top(const Vec3& direction) {
        double height = dot(direction, points_[at_]);
        for (bool climbing = true; climbing;) {
            climbing = false;
            for (const std::uint32_t next : next_[at_])
                if (const double above = dot(direction, points_[next]); above > height) {
                    height = above;
                    at_ = next;
                    climbing = true;
                    break;
                }
        }
        return height;
    }

  private:
    std::span<const Vec3> points_;
    std::vector<std::vector<std::uint32_t>> next_;
    std::uint32_t at_;
};

// Are points on both sides of one of a few triangles, by far more than roundings? Most bodies that are not
// convex show it at once.
bool is_plainly_not_convex(std::span<const Vec3> points,
                           std::span<const std::array<std::uint32_t, 3>> triangles, double tolerance) {
    constexpr std::size_t most_tried = 8;
    const std::size_t step = std::max<std::size_t>(1, triangles.size() / most_tried);
    for (std::size_t t = 0; t < triangles.size(); t += step) {
        const auto& [i, j, k] = triangles[t];
        const Vec3 normal = cross(points[j] - points[i], points[k] - points[i]);
        const double enough = 2 * tolerance * std::sqrt(dot(normal, normal)), here = dot(normal, points[i]);
        bool above = false, below = false;
        for (const Vec3& point : points) {
            const double height = dot(normal, point) - here;
            above = above || height > enough;
            below = below || height < -enough;
            if (above && below) return true;
        }
    }
    return false;
}

}  // namespace

bool is_convex(std::span<const Vec3> points, std::span<const std::array<std::uint32_t, 3>> triangles,
               double tolerance) {
    if (is_plainly_not_convex(points, triangles, tolerance)) return false;
    const volume::ConvexHull hull = volume::convex_hull(points);
    if (hull.dimension < 3) return false;
    Climber climber(points, hull);
    for (const auto& [i, j, k] : triangles) {
        const Vec3 normal = cross(points[j] - points[i], points[k] - points[i]);
        const double length = std::sqrt(dot(normal, normal));
        if (!(length > 0)) continue;
        const Vec3 up = (1 / length) * normal, down = -1 * up;
        // The triangles of a body may all face inward.
        if (climber.top(up) - dot(up, points[i]) > tolerance &&
            climber.top(down) - dot(down, points[i]) > tolerance)
            return false;
    }
    return true;
}

}  // namespace allide::query
