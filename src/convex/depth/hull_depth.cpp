#include "convex/depth/hull_depth.hpp"

#include "base/infinity.hpp"
#include "kernel/number/number_vectors.hpp"
#include "kernel/pose/vec.hpp"
#include "volume/hull/hull_facets.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <vector>

namespace allide::convex {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator-;
using kernel::operator*;

Vec3 support_of_points(std::span<const Vec3> points, const Vec3& direction) {
    Vec3 best = points[0];
    double most = dot(direction, best);
    for (const Vec3& point : points)
        if (const double along = dot(direction, point); along > most) {
            most = along;
            best = point;
        }
    return best;
}

// Vertices of the polytope A − B found so far, and their hull, which grows by one vertex at a time.
class DepthSearch {
  public:
    DepthSearch(const SupportOfDifference& support_point, double tolerance)
        : support_(support_point), tolerance_(tolerance) {}

    HullDepth run() {
        sample_directions();
        if (!build_initial_hull()) return depth_;
        // The hull of the points found so far lies inside A − B, so the distance of its nearest facet is a
        // lower bound; the support height in any direction is an upper bound. When no point lies beyond the
        // nearest facet, both bounds are equal.
        constexpr int most_depth_steps = 4000;
        for (int step = 0; step < most_depth_steps && discard_removed_facets(); ++step) {
            const Plane facet = nearest_.top();
            depth_.lower = std::max(depth_.lower, std::min(facet.offset, depth_.upper));
            corners_.push_back(support(facet.normal));
            if (depth_.upper - depth_.lower <= std::max(1e-13 * depth_.upper, tolerance_)) break;
            if (!add_to_hull(static_cast<Index>(corners_.size() - 1), facet.number)) break;
        }
        return depth_;
    }

  private:
    using Index = volume::HullFacets::Index;
    struct Plane {
        double offset;
        Index number;  // index of the facet
        Vec3 normal;   // unit length, outward
        bool operator>(const Plane& other) const {
            return offset != other.offset ? offset > other.offset : number > other.number;
        }
    };

    // Support vertex in a unit direction; its height is an upper bound on the depth.
    Vec3 support(const Vec3& direction) {
        const Vec3 corner = support_(direction);
        if (const double far = dot(direction, corner); far < depth_.upper) {
            depth_.upper = far;
            depth_.direction = -1 * direction;
        }
        return corner;
    }

    void add_corner(const Vec3& corner) {
        if (std::find(corners_.begin(), corners_.end(), corner) == corners_.end()) corners_.push_back(corner);
    }

    void sample_directions() {
        for (int x = -1; x <= 1; ++x)
            for (int y = -1; y <= 1; ++y)
                for (int z = -1; z <= 1; ++z) {
                    if (x == 0 && y == 0 && z == 0) continue;
                    const double length = std::sqrt(x * x + y * y + z * z);
                    add_corner(support({x / length, y / length, z / length}));
                }
    }

    // Builds the hull of the points found so far. Returns false if A − B is flat.
    bool build_initial_hull() {
        volume::SpanningPoints spanning = volume::spanning_points(corners_);
        while (spanning.count < 4) {
            if (!search_perpendicular(spanning)) return false;
            spanning = volume::spanning_points(corners_);
        }
        facets_.set_points(corners_);
        facets_.start(spanning.number);
        for (Index corner = 0; corner < corners_.size(); ++corner) add_to_hull_if_far(corner);
        // Only facets that survived are recorded; most intermediate facets have been removed again.
        for (Index f = 0; f < facets_.size(); ++f)
            if (facets_[f].alive) record_facet(f);
        return true;
    }

    // The initial hull skips vertices that are barely outside of it.
    void add_to_hull_if_far(Index corner) {
        for (Index f = 0; f < facets_.size(); ++f) {
            if (!facets_[f].alive) continue;
            const Vec3 arm = corners_[corner] - corners_[facets_[f].corner[0]];
            const double far = 1e-6 * kernel::largest(facets_.normal(f)) * kernel::largest(arm);
            if (!(dot(facets_.normal(f), arm) > far) || !is_above(f, corner)) continue;
            facets_.add_point(f, corner);
            return;
        }
    }

    // If all vertices found so far lie in one plane or on one line, searches perpendicular to it. Returns
    // false if no vertex exists there.
    bool search_perpendicular(const volume::SpanningPoints& spanning) {
        const auto& [i, j, k, l] = spanning.number;
        if (spanning.count < 2) return false;
        if (spanning.count == 3) return search_both_directions(exact_unit_normal({i, j, k}));
        const Vec3 line = corners_[j] - corners_[i];
        const Vec3 across = cross(line, std::abs(line.x) < std::abs(line.y) ? Vec3{1, 0, 0} : Vec3{0, 1, 0});
        return search_both_directions(across) || search_both_directions(cross(line, across));
    }
    // Returns true if the search finds new vertices.
    bool search_both_directions(const Vec3& direction) {
        const double length = std::hypot(direction.x, direction.y, direction.z);
        if (!(length > 0) || !std::isfinite(length)) return false;
        const Vec3 unit = (1 / length) * direction;
        const std::size_t before = corners_.size();
        add_corner(support(unit));
        add_corner(support(-1 * unit));
        return corners_.size() > before;
    }

    // Adds a vertex to the hull. Returns false if the hull does not grow.
    bool add_to_hull(Index corner, Index likely) {
        facets_.set_points(corners_);
        Index above = likely;
        if (!is_above(above, corner)) {
            above = 0;
            while (above < facets_.size() && !is_above(above, corner)) ++above;
            if (above == facets_.size()) return false;
        }
        facets_.add_point(above, corner);
        for (const Index f : facets_.cone()) record_facet(f);
        return true;
    }
    bool is_above(Index facet, Index corner) const {
        return facets_[facet].alive && facets_.side(facet, corner) > 0;
    }

    void record_facet(Index f) {
        const Vec3& normal = facets_.normal(f);
        double length = std::sqrt(dot(normal, normal));
        if (!(length > 1e-140)) length = std::hypot(normal.x, normal.y, normal.z);
        const bool usable = length > 0 && std::isfinite(length);
        Plane plane{0, f, usable ? (1 / length) * normal : Vec3{}};
        // The rounded normal of a narrow facet may be very inaccurate.
        if (!usable || !record_offset(plane)) {
            plane.normal = exact_unit_normal(facets_[f].corner);
            record_offset(plane);
        }
        nearest_.push(plane);
    }

    // Sets the offset: every point of the facet is at least this high along the normal, even if the normal is
    // inaccurate. Returns false if the normal is inaccurate.
    bool record_offset(Plane& plane) const {
        const auto& [i, j, k] = facets_[plane.number].corner;
        const double x = dot(plane.normal, corners_[i]), y = dot(plane.normal, corners_[j]),
                     z = dot(plane.normal, corners_[k]);
        plane.offset = std::min({x, y, z});
        const double size = std::max(
            {kernel::largest(corners_[i]), kernel::largest(corners_[j]), kernel::largest(corners_[k])});
        return std::max({x, y, z}) - plane.offset <= 64 * 0x1p-53 * size;
    }

    Vec3 exact_unit_normal(const std::array<Index, 3>& corner) const {
        using kernel::Exact;
        const auto p = kernel::as_given<Exact>(corners_[corner[0]]),
                   q = kernel::as_given<Exact>(corners_[corner[1]]),
                   r = kernel::as_given<Exact>(corners_[corner[2]]);
        const auto normal = kernel::cross_of(kernel::minus(q, p), kernel::minus(r, p));
        const Exact square = kernel::dot_of(normal, normal);  // not 0: no facet has zero area
        const auto part = [&](std::size_t axis) {
            return normal[axis].sign() * kernel::root_of_quotient(normal[axis] * normal[axis], square);
        };
        return {part(0), part(1), part(2)};
    }

    // Removes dead facets from the top of the queue, which leaves the facet with the least offset there: the
    // nearest to the origin, or the farthest from it if the origin is outside.
    bool discard_removed_facets() {
        while (!nearest_.empty() && !facets_[nearest_.top().number].alive) nearest_.pop();
        return !nearest_.empty();
    }

    const SupportOfDifference& support_;
    const double tolerance_;
    std::vector<Vec3> corners_;
    volume::HullFacets facets_;
    std::priority_queue<Plane, std::vector<Plane>, std::greater<>> nearest_;
    HullDepth depth_{.lower = -base::infinity, .upper = base::infinity};
};

}  // namespace

HullDepth hull_depth(const SupportOfDifference& support_point, double tolerance) {
    return DepthSearch(support_point, tolerance).run();
}

HullDepth hull_depth(std::span<const Vec3> a, std::span<const Vec3> b) {
    const SupportOfDifference support_point = [&](const Vec3& direction) {
        return support_of_points(a, direction) - support_of_points(b, -1 * direction);
    };
    HullDepth depth = hull_depth(support_point, 0);
    depth.lower = std::max(depth.lower, 0.0);
    return depth;
}

}  // namespace allide::convex
