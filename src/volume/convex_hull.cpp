// Quickhull (Barber, Dobkin, Huhdanpaa 1996) on exact orientations.
//
// A facet that the new point sees edge-on counts as visible. So every facet that stays is strictly below the
// new point, no new facet has zero area, and facets in one plane need no merging.
#include "volume/convex_hull.hpp"

#include "base/precondition.hpp"
#include "kernel/orientation.hpp"
#include "kernel/vec.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

namespace allide::volume {
namespace {

using kernel::collinear;
using kernel::cross;
using kernel::dot;
using kernel::orientation;
using kernel::orientation_seen_along;
using kernel::operator-;
using Index = std::uint32_t;
constexpr Index none = std::numeric_limits<Index>::max();

// The index with the largest finite score for which `accept` holds; the best-scored one is tried first.
template <typename Score, typename Accept>
std::optional<Index> best_accepted(std::size_t count, Score&& score, Accept&& accept) {
    Index best = none;
    double best_score = 0;
    for (Index i = 0; i < count; ++i) {
        const double value = score(i);
        if (value > best_score) {
            best_score = value;
            best = i;
        }
    }
    if (best != none && accept(best)) return best;
    // Rounding may have hidden a point that is barely off, or overflow all of them.
    for (Index i = 0; i < count; ++i)
        if (accept(i)) return i;
    return std::nullopt;
}

// The two points farthest apart along one of the axes.
std::array<Index, 2> widest_pair(std::span<const Vec3> points) {
    std::array<Index, 2> widest{0, 0};
    double width = -1;
    const auto consider = [&](auto component) {
        Index low = 0, high = 0;
        for (Index i = 1; i < points.size(); ++i) {
            if (component(points[i]) < component(points[low])) low = i;
            if (component(points[i]) > component(points[high])) high = i;
        }
        // Halves do not overflow.
        const double extent = component(points[high]) / 2 - component(points[low]) / 2;
        const bool differ = component(points[high]) != component(points[low]);
        if (extent > width || (differ && points[widest[0]] == points[widest[1]])) {
            width = extent;
            widest = {low, high};
        }
    };
    consider([](const Vec3& p) { return p.x; });
    consider([](const Vec3& p) { return p.y; });
    consider([](const Vec3& p) { return p.z; });
    return widest;
}

// Andrew's monotone chain in the plane seen along an axis.
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
        start(simplex);
        while (!pending_.empty()) {
            const Index facet = pending_.back();
            if (!facets_[facet].alive || facets_[facet].outside.empty())
                pending_.pop_back();
            else
                add_point(facet);
        }
    }

    ConvexHull result() const {
        ConvexHull hull{.dimension = 3, .facets = {}, .corners = {}};
        for (const Facet& facet : facets_) {
            if (!facet.alive) continue;
            hull.facets.push_back(facet.corner);
            hull.corners.insert(hull.corners.end(), facet.corner.begin(), facet.corner.end());
        }
        std::sort(hull.corners.begin(), hull.corners.end());
        hull.corners.erase(std::unique(hull.corners.begin(), hull.corners.end()), hull.corners.end());
        return hull;
    }

  private:
    struct Facet {
        std::array<Index, 3> corner{};
        std::array<Index, 3> neighbour{};  // across the edge from corner i to corner i + 1
        std::vector<Index> outside;        // points strictly above, each kept by one facet only
        Vec3 normal;                       // rounded, to find the farthest point
        bool alive = true;
        std::uint32_t seen = 0;  // the last point that this facet was looked at for
        bool visible = false;
    };
    struct HorizonEdge {
        Index from, to;  // as the visible facet runs
        Index beyond;    // the facet that stays
    };

    int side(const Facet& facet, Index point) const {
        return orientation(points_[facet.corner[0]], points_[facet.corner[1]], points_[facet.corner[2]],
                           points_[point]);
    }

    Index make_facet(Index a, Index b, Index c) {
        Facet facet;
        facet.corner = {a, b, c};
        facet.normal = cross(points_[b] - points_[a], points_[c] - points_[a]);
        facets_.push_back(std::move(facet));
        return static_cast<Index>(facets_.size() - 1);
    }

    void start(std::array<Index, 4> s) {
        if (orientation(points_[s[0]], points_[s[1]], points_[s[2]], points_[s[3]]) > 0)
            std::swap(s[1], s[2]);
        const std::array<Index, 4> made{make_facet(s[0], s[1], s[2]), make_facet(s[0], s[3], s[1]),
                                        make_facet(s[1], s[3], s[2]), make_facet(s[2], s[3], s[0])};
        for (const Index f : made)
            for (std::size_t edge = 0; edge < 3; ++edge)
                for (const Index g : made)
                    if (g != f &&
                        runs_back(facets_[g], facets_[f].corner[edge], facets_[f].corner[(edge + 1) % 3]))
                        facets_[f].neighbour[edge] = g;
        std::vector<Index> all(points_.size());
        std::iota(all.begin(), all.end(), Index{0});
        distribute(all, made);
    }

    static bool runs_back(const Facet& facet, Index from, Index to) {
        for (std::size_t edge = 0; edge < 3; ++edge)
            if (facet.corner[edge] == to && facet.corner[(edge + 1) % 3] == from) return true;
        return false;
    }

    template <typename Facets>
    void distribute(const std::vector<Index>& points, const Facets& facets) {
        for (const Index point : points) {
            for (const Index f : facets) {
                if (side(facets_[f], point) > 0) {
                    facets_[f].outside.push_back(point);
                    break;
                }
            }
        }
        for (const Index f : facets)
            if (!facets_[f].outside.empty()) pending_.push_back(f);
    }

    Index farthest_above(const Facet& facet) const {
        const Vec3& origin = points_[facet.corner[0]];
        return *std::max_element(facet.outside.begin(), facet.outside.end(), [&](Index i, Index j) {
            return dot(facet.normal, points_[i] - origin) < dot(facet.normal, points_[j] - origin);
        });
    }

    void add_point(Index above) {
        const Index point = farthest_above(facets_[above]);
        find_visible(above, point);
        make_cone(point);
        std::vector<Index> orphans;
        for (const Index f : visible_) {
            Facet& facet = facets_[f];
            facet.alive = false;
            orphans.insert(orphans.end(), facet.outside.begin(), facet.outside.end());
            std::vector<Index>().swap(facet.outside);
        }
        std::erase(orphans, point);
        distribute(orphans, cone_);
    }

    // Floods from a facet that the point is strictly above; collects the visible facets and their rim.
    void find_visible(Index start, Index point) {
        ++round_;
        visible_.assign(1, start);
        horizon_.clear();
        facets_[start].seen = round_;
        facets_[start].visible = true;
        for (std::size_t k = 0; k < visible_.size(); ++k) {
            const Index f = visible_[k];
            for (std::size_t edge = 0; edge < 3; ++edge) {
                const Index g = facets_[f].neighbour[edge];
                Facet& other = facets_[g];
                if (other.seen != round_) {
                    other.seen = round_;
                    other.visible = side(other, point) >= 0;
                    if (other.visible) visible_.push_back(g);
                }
                if (!other.visible)
                    horizon_.push_back({facets_[f].corner[edge], facets_[f].corner[(edge + 1) % 3], g});
            }
        }
    }

    // A new facet from each edge of the rim to the point.
    void make_cone(Index point) {
        cone_.clear();
        by_start_.clear();
        for (const HorizonEdge& edge : horizon_) {
            const Index f = make_facet(edge.from, edge.to, point);
            cone_.push_back(f);
            by_start_.emplace_back(edge.from, f);
            facets_[f].neighbour[0] = edge.beyond;
            Facet& beyond = facets_[edge.beyond];
            for (std::size_t e = 0; e < 3; ++e)
                if (beyond.corner[e] == edge.to && beyond.corner[(e + 1) % 3] == edge.from)
                    beyond.neighbour[e] = f;
        }
        std::sort(by_start_.begin(), by_start_.end());
        for (const Index f : cone_) {
            const Index end = facets_[f].corner[1];
            const auto next = std::lower_bound(by_start_.begin(), by_start_.end(), std::pair(end, Index{0}));
            base::expect(next != by_start_.end() && next->first == end, "convex hull: the rim is not closed");
            facets_[f].neighbour[1] = next->second;
            facets_[next->second].neighbour[2] = f;
        }
    }

    std::span<const Vec3> points_;
    std::vector<Facet> facets_;
    std::vector<Index> pending_, visible_, cone_;
    std::vector<HorizonEdge> horizon_;
    std::vector<std::pair<Index, Index>> by_start_;
    std::uint32_t round_ = 0;
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
    const auto [i, j] = widest_pair(points);
    const Vec3 &a = points[i], &b = points[j];
    if (a == b) return {.dimension = 0, .facets = {}, .corners = {i}};
    const Vec3 along = b - a;
    const auto third = best_accepted(
        points.size(),
        [&](Index k) {
            const Vec3 off = cross(along, points[k] - a);
            return dot(off, off);
        },
        [&](Index k) { return !collinear(a, b, points[k]); });
    if (!third) return {.dimension = 1, .facets = {}, .corners = {i, j}};
    const Vec3 normal = cross(along, points[*third] - a);
    const auto fourth = best_accepted(
        points.size(), [&](Index k) { return std::abs(dot(normal, points[k] - a)); },
        [&](Index k) { return orientation(a, b, points[*third], points[k]) != 0; });
    if (!fourth) return polygon(points, {i, j, *third});
    return Quickhull(points, {i, j, *third, *fourth}).result();
}

}  // namespace allide::volume
