// Quickhull (Barber, Dobkin, Huhdanpaa 1996) with exact orientation tests.
#include "volume/hull/convex_hull.hpp"

#include "kernel/pose/vec.hpp"
#include "kernel/triangle/orientation.hpp"
#include "volume/hull/hull_facets.hpp"

#include <algorithm>
#include <numeric>

namespace allide::volume {
namespace {

using kernel::dot;
using kernel::orientation_seen_along;
using kernel::operator-;
using Index = std::uint32_t;

// Convex hull of coplanar points by Andrew's monotone chain, after projecting them along a coordinate axis.
std::vector<Index> flat_hull(std::span<const Vec3> points, std::size_t axis) {
    const auto key = [axis](const Vec3& p) {
        return axis == 0 ? std::pair(p.y, p.z) : axis == 1 ? std::pair(p.z, p.x) : std::pair(p.x, p.y);
    };
    std::vector<Index> order(points.size());
    std::iota(order.begin(), order.end(), Index{0});
    std::sort(order.begin(), order.end(), [&](Index i, Index j) {
        const auto a = key(points[i]), b = key(points[j]);
        return a != b ? a < b : i < j;
    });
    const auto same = [&](Index i, Index j) { return key(points[i]) == key(points[j]); };
    order.erase(std::unique(order.begin(), order.end(), same), order.end());
    std::vector<Index> chain;
    const auto extend = [&](Index next, std::size_t fixed) {
        while (chain.size() >= fixed + 2 && orientation_seen_along(axis, points[chain[chain.size() - 2]],
                                                                   points[chain.back()], points[next]) <= 0)
            chain.pop_back();
        chain.push_back(next);
    };
    for (const Index i : order) extend(i, 0);
    const std::size_t lower = chain.size() - 1;
    for (auto i = order.rbegin() + 1; i != order.rend(); ++i) extend(*i, lower);
    chain.pop_back();
    return chain;
}

class Quickhull {
  public:
    Quickhull(std::span<const Vec3> points, const std::array<Index, 4>& simplex) : points_(points) {
        facets_.set_points(points);
        facets_.start(simplex);
        next_.resize(points_.size());
        orphans_.resize(points_.size());
        std::iota(orphans_.begin(), orphans_.end(), Index{0});
        distribute(facets_.cone());
        while (!pending_.empty()) {
            const Index facet = pending_.back();
            if (!facets_[facet].alive || outside_[facet].first == none)
                pending_.pop_back();
            else
                add_point(facet);
        }
    }

    ConvexHull result() const {
        ConvexHull hull{.dimension = 3, .facets = {}, .corners = {}};
        std::vector<bool> is_corner(points_.size(), false);
        for (Index f = 0; f < facets_.size(); ++f) {
            const HullFacets::Facet& facet = facets_[f];
            if (!facet.alive) continue;
            hull.facets.push_back(facet.corner);
            for (const Index corner : facet.corner) is_corner[corner] = true;
        }
        for (Index i = 0; i < points_.size(); ++i)
            if (is_corner[i]) hull.corners.push_back(i);
        return hull;
    }

  private:
    static constexpr Index none = ~Index{0};
    struct List {
        Index first = none, last = none;
    };

    // Moves points whose facet was removed to the lists of the new facets that they are above.
    void distribute(const std::vector<Index>& facets) {
        outside_.resize(facets_.size());
        for (const Index point : orphans_) {
            for (const Index f : facets) {
                if (facets_.side(f, point) > 0) {
                    append(outside_[f], point);
                    break;
                }
            }
        }
        for (const Index f : facets)
            if (outside_[f].first != none) pending_.push_back(f);
    }

    void append(List& list, Index point) {
        next_[point] = none;
        (list.first == none ? list.first : next_[list.last]) = point;
        list.last = point;
    }

    Index farthest_above(Index f) const {
        const Vec3 &origin = points_[facets_[f].corner[0]], &normal = facets_.normal(f);
        Index farthest = outside_[f].first;
        double height = dot(normal, points_[farthest] - origin);
        for (Index i = next_[farthest]; i != none; i = next_[i]) {
            const double other = dot(normal, points_[i] - origin);
            if (!(height < other)) continue;
            farthest = i;
            height = other;
        }
        return farthest;
    }

    void add_point(Index above) {
        const Index point = farthest_above(above);
        facets_.add_point(above, point);
        orphans_.clear();
        for (const Index f : facets_.dead()) {
            for (Index i = outside_[f].first; i != none; i = next_[i])
                if (i != point) orphans_.push_back(i);
            outside_[f] = {};
        }
        distribute(facets_.cone());
    }

    std::span<const Vec3> points_;
    HullFacets facets_;
    // Per facet: points strictly above it, linked by next_. A point above several facets is listed for one of
    // them only.
    std::vector<List> outside_;
    std::vector<Index> next_, orphans_, pending_;
};

ConvexHull polygon(std::span<const Vec3> points, const std::array<Index, 3>& triangle) {
    std::size_t axis = 0;
    while (orientation_seen_along(axis, points[triangle[0]], points[triangle[1]], points[triangle[2]]) == 0)
        ++axis;
    ConvexHull hull{.dimension = 2, .facets = {}, .corners = flat_hull(points, axis)};
    for (std::size_t i = 2; i < hull.corners.size(); ++i)
        hull.facets.push_back({hull.corners[0], hull.corners[i - 1], hull.corners[i]});
    return hull;
}

}  // namespace

ConvexHull convex_hull(std::span<const Vec3> points) {
    if (points.empty()) return {};
    const SpanningPoints spanning = spanning_points(points);
    const auto& [i, j, k, l] = spanning.number;
    switch (spanning.count) {
        case 1:
            return {.dimension = 0, .facets = {}, .corners = {i}};
        case 2:
            return {.dimension = 1, .facets = {}, .corners = {i, j}};
        case 3:
            return polygon(points, {i, j, k});
        default:
            return Quickhull(points, {i, j, k, l}).result();
    }
}

}  // namespace allide::volume
