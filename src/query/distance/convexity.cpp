#include "query/distance/convexity.hpp"

#include "kernel/pose/vec.hpp"
#include "volume/hull/convex_hull.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace allide::query {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator-;
using kernel::operator*;

// Finds support points of a convex hull by hill climbing along its edges: on a convex body every climb
// ends at a highest point.
class HillClimber {
  public:
    HillClimber(std::span<const Vec3> points, const volume::ConvexHull& hull)
        : points_(points), next_(points.size()) {
        for (const auto& facet : hull.facets)
            for (std::size_t k = 0; k < 3; ++k) {
                next_[facet[k]].push_back(facet[(k + 1) % 3]);
                next_[facet[k]].push_back(facet[(k + 2) % 3]);
            }
        at_ = hull.corners.front();
    }

    // The support height in a direction. The climb starts where the last one ended.
    double support_height(const Vec3& direction) {
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

// Largest height of a point above a triangle's plane and largest depth below it; 0 for one without area.
struct HeightRange {
    double above = 0, below = 0;
};
HeightRange heights_over(const std::array<std::uint32_t, 3>& triangle, std::span<const Vec3> points) {
    const auto& [i, j, k] = triangle;
    const Vec3 normal = cross(points[j] - points[i], points[k] - points[i]);
    const double length = std::sqrt(dot(normal, normal));
    if (!(length > 0)) return {};
    const Vec3 up = (1 / length) * normal;
    const double here = dot(up, points[i]);
    HeightRange range;
    for (const Vec3& point : points) {
        const double height = dot(up, point) - here;
        range.above = std::max(range.above, height);
        range.below = std::max(range.below, -height);
    }
    return range;
}

enum class Convexity { no, yes, unknown };

// Tests all points against the planes of all triangles if there are few; otherwise against a sample of
// planes, which usually suffices to find that a body is not convex.
Convexity convexity_by_planes(std::span<const Vec3> points,
                              std::span<const std::array<std::uint32_t, 3>> triangles, double tolerance) {
    constexpr std::size_t few = 100'000, most_tried = 8;
    const bool all = points.size() * triangles.size() <= few;
    const std::size_t step = all ? 1 : std::max<std::size_t>(1, triangles.size() / most_tried);
    bool has_volume = false;
    for (std::size_t t = 0; t < triangles.size(); t += step) {
        const auto [above, below] = heights_over(triangles[t], points);
        if (above > tolerance && below > tolerance) return Convexity::no;
        has_volume = has_volume || above > tolerance || below > tolerance;
    }
    return all && has_volume ? Convexity::yes : Convexity::unknown;
}

}  // namespace

bool is_convex(std::span<const Vec3> points, std::span<const std::array<std::uint32_t, 3>> triangles,
               double tolerance) {
    const Convexity known = convexity_by_planes(points, triangles, tolerance);
    if (known != Convexity::unknown) return known == Convexity::yes;
    const volume::ConvexHull hull = volume::convex_hull(points);
    if (hull.dimension < 3) return false;
    HillClimber climber(points, hull);
    for (const auto& [i, j, k] : triangles) {
        const Vec3 normal = cross(points[j] - points[i], points[k] - points[i]);
        const double length = std::sqrt(dot(normal, normal));
        if (!(length > 0)) continue;
        const Vec3 up = (1 / length) * normal, down = -1 * up;
        // Both sides are tested, since the triangles of a convex body may all face inward.
        if (climber.support_height(up) - dot(up, points[i]) > tolerance &&
            climber.support_height(down) - dot(down, points[i]) > tolerance)
            return false;
    }
    return true;
}

}  // namespace allide::query
