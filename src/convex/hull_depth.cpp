#include "convex/hull_depth.hpp"

#include "kernel/vec.hpp"
#include "volume/convex_hull.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace allide::convex {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator-;
using kernel::operator*;

Vec3 farthest_of(std::span<const Vec3> points, const Vec3& direction) {
    Vec3 best = points[0];
    double most = dot(direction, best);
    for (const Vec3& point : points)
        if (const double along = dot(direction, point); along > most) {
            most = along;
            best = point;
        }
    return best;
}

// Corners of the polytope A − B that were found so far, and their hull.
class Differences {
  public:
    explicit Differences(const FarthestDifference& farthest) : farthest_(farthest) {}

    // The corner that is farthest in a unit direction; how far that is bounds the depth.
    Vec3 support(const Vec3& direction) {
        const Vec3 corner = farthest_(direction);
        if (const double far = dot(direction, corner); far < depth_.upper) {
            depth_.upper = far;
            depth_.direction = -1 * direction;
        }
        return corner;
    }
    // False if it was there already.
    bool add(const Vec3& corner) {
        if (std::find(corners_.begin(), corners_.end(), corner) != corners_.end()) return false;
        corners_.push_back(corner);
        return true;
    }

    struct Facet {
        Vec3 normal;  // of length 1, outward
        double offset;
    };
    // The facet of the corners' hull nearest to the origin, or farthest from it if it lies outside.
    bool nearest_facet(Facet& nearest) const {
        const volume::ConvexHull hull = volume::convex_hull(corners_);
        if (hull.dimension < 3) return false;
        nearest.offset = std::numeric_limits<double>::infinity();
        for (const auto& [i, j, k] : hull.facets) {
            const Vec3 normal = cross(corners_[j] - corners_[i], corners_[k] - corners_[i]);
            const double length = std::sqrt(dot(normal, normal));
            if (!(length > 0) || !std::isfinite(length)) continue;
            const Vec3 unit = (1 / length) * normal;
            const double offset =
                std::max({dot(unit, corners_[i]), dot(unit, corners_[j]), dot(unit, corners_[k])});
            if (offset < nearest.offset) nearest = {unit, offset};
        }
        return std::isfinite(nearest.offset);
    }

    // Where all corners found so far lie in one plane: looks across it. False if nothing is there.
    bool look_across() {
        const volume::ConvexHull hull = volume::convex_hull(corners_);
        if (hull.dimension == 3) return false;
        Vec3 normal{1, 0, 0};
        if (hull.dimension == 2) {
            const auto& [i, j, k] = hull.facets.front();
            normal = cross(corners_[j] - corners_[i], corners_[k] - corners_[i]);
        } else if (hull.dimension == 1) {
            const Vec3 line = corners_[hull.corners[1]] - corners_[hull.corners[0]];
            normal = cross(line, std::abs(line.x) < std::abs(line.y) ? Vec3{1, 0, 0} : Vec3{0, 1, 0});
        }
        const double length = std::sqrt(dot(normal, normal));
        if (!(length > 0) || !std::isfinite(length)) return false;
        normal = (1 / length) * normal;
        const bool above = add(support(normal)), below = add(support(-1 * normal));
        return above || below;
    }

    HullDepth& depth() { return depth_; }

  private:
    const FarthestDifference& farthest_;
    std::vector<Vec3> corners_;
    HullDepth depth_{.lower = -std::numeric_limits<double>::infinity(),
                     .upper = std::numeric_limits<double>::infinity()};
};

}  // namespace

// A facet of the differences found so far is no farther out than those of all, so that the nearest one's
// distance is a lower bound; the support in any direction is an upper one. When the support beyond the
// nearest facet is one of its own corners, both are equal.
HullDepth hull_depth(const FarthestDifference& farthest, double tolerance) {
    Differences differences(farthest);
    for (int x = -1; x <= 1; ++x)
        for (int y = -1; y <= 1; ++y)
            for (int z = -1; z <= 1; ++z) {
                if (x == 0 && y == 0 && z == 0) continue;
                const double length = std::sqrt(x * x + y * y + z * z);
                differences.add(differences.support({x / length, y / length, z / length}));
            }
    constexpr int most_steps = 500;
    for (int step = 0; step < most_steps; ++step) {
        Differences::Facet facet;
        if (!differences.nearest_facet(facet)) {
            if (!differences.look_across()) break;
            continue;
        }
        HullDepth& depth = differences.depth();
        depth.lower = std::max(depth.lower, std::min(facet.offset, depth.upper));
        const Vec3 corner = differences.support(facet.normal);
        if (depth.upper - depth.lower <= std::max(1e-13 * depth.upper, tolerance)) break;
        if (!differences.add(corner)) {
            depth.lower = std::max(depth.lower, std::min(facet.offset, depth.upper));
            break;
        }
    }
    return differences.depth();
}

HullDepth hull_depth(std::span<const Vec3> a, std::span<const Vec3> b) {
    const FarthestDifference farthest = [&](const Vec3& direction) {
        return farthest_of(a, direction) - farthest_of(b, -1 * direction);
    };
    HullDepth depth = hull_depth(farthest, 0);
    depth.lower = std::max(depth.lower, 0.0);
    return depth;
}

}  // namespace allide::convex
