#include "volume/hull/hull_facets.hpp"

#include "base/precondition.hpp"
#include "kernel/pose/vec.hpp"
#include "kernel/triangle/orientation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace allide::volume {

namespace {

using kernel::collinear;
using kernel::cross;
using kernel::dot;
using kernel::orientation;
using kernel::operator-;
using Index = std::uint32_t;
constexpr Index no_point = std::numeric_limits<Index>::max();

// The index with the largest score, if `accept` accepts it; else the first index that is accepted. Empty if
// none is.
template <typename Score, typename Accept>
std::optional<Index> best_accepted(std::size_t count, Score&& score, Accept&& accept) {
    Index best = no_point;
    double best_score = 0;
    for (Index i = 0; i < count; ++i) {
        const double value = score(i);
        if (value > best_score) {
            best_score = value;
            best = i;
        }
    }
    if (best != no_point && accept(best)) return best;
    // Rounding may have hidden a point slightly off the line or plane; overflow may have hidden all points.
    for (Index i = 0; i < count; ++i)
        if (accept(i)) return i;
    return std::nullopt;
}

// The two points farthest apart along one of the coordinate axes.
std::array<Index, 2> widest_pair(std::span<const Vec3> points) {
    std::array<Index, 2> widest{0, 0};
    double width = -1;
    const auto consider = [&](auto component) {
        Index low = 0, high = 0;
        for (Index i = 1; i < points.size(); ++i) {
            if (component(points[i]) < component(points[low])) low = i;
            if (component(points[i]) > component(points[high])) high = i;
        }
        // Halved coordinates cannot overflow when subtracted.
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

}  // namespace

SpanningPoints spanning_points(std::span<const Vec3> points) {
    if (points.empty()) return {};
    const auto [i, j] = widest_pair(points);
    const Vec3 &a = points[i], &b = points[j];
    if (a == b) return {{i}, 1};
    const Vec3 along = b - a;
    const auto third = best_accepted(
        points.size(),
        [&](Index k) {
            const Vec3 off = cross(along, points[k] - a);
            return dot(off, off);
        },
        [&](Index k) { return !collinear(a, b, points[k]); });
    if (!third) return {{i, j}, 2};
    const Vec3 normal = cross(along, points[*third] - a);
    const auto fourth = best_accepted(
        points.size(), [&](Index k) { return std::abs(dot(normal, points[k] - a)); },
        [&](Index k) { return orientation(a, b, points[*third], points[k]) != 0; });
    if (!fourth) return {{i, j, *third}, 3};
    return {{i, j, *third, *fourth}, 4};
}

int HullFacets::side(Index facet, Index point) const {
    return planes_[facets_[facet].plane].of(points_[point]);
}

HullFacets::Index HullFacets::make_facet(Index a, Index b, Index c) {
    Facet facet;
    facet.corner = {a, b, c};
    const kernel::SideOfPlane plane({points_[a], points_[b], points_[c]});
    if (free_planes_.empty()) {
        facet.plane = static_cast<Index>(planes_.size());
        planes_.push_back(plane);
    } else {
        facet.plane = free_planes_.back();
        free_planes_.pop_back();
        planes_[facet.plane] = plane;
    }
    facets_.push_back(facet);
    return static_cast<Index>(facets_.size() - 1);
}

void HullFacets::start(std::array<Index, 4> s) {
    facets_.clear();
    planes_.clear();
    free_planes_.clear();
    if (orientation(points_[s[0]], points_[s[1]], points_[s[2]], points_[s[3]]) > 0) std::swap(s[1], s[2]);
    cone_ = {make_facet(s[0], s[1], s[2]), make_facet(s[0], s[3], s[1]), make_facet(s[1], s[3], s[2]),
             make_facet(s[2], s[3], s[0])};
    for (const Index f : cone_)
        for (std::size_t edge = 0; edge < 3; ++edge)
            for (const Index g : cone_)
                if (g != f && runs_back(g, facets_[f].corner[edge], facets_[f].corner[(edge + 1) % 3]))
                    facets_[f].neighbour[edge] = g;
}

bool HullFacets::runs_back(Index facet, Index from, Index to) const {
    const auto& corner = facets_[facet].corner;
    for (std::size_t edge = 0; edge < 3; ++edge)
        if (corner[edge] == to && corner[(edge + 1) % 3] == from) return true;
    return false;
}

void HullFacets::add_point(Index above, Index point) {
    find_visible(above, point);
    make_cone(point);
    for (const Index f : visible_) {
        facets_[f].alive = false;
        free_planes_.push_back(facets_[f].plane);
    }
}

// Flood fill from a facet that the point is above: finds the visible facets and their border, the horizon.
void HullFacets::find_visible(Index start, Index point) {
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
                other.visible = side(g, point) >= 0;
                if (other.visible) visible_.push_back(g);
            }
            if (!other.visible)
                horizon_.push_back({facets_[f].corner[edge], facets_[f].corner[(edge + 1) % 3], g});
        }
    }
}

// Creates a facet from each horizon edge to the point.
void HullFacets::make_cone(Index point) {
    cone_.clear();
    starting_at_.resize(points_.size());
    const auto first_new = static_cast<Index>(facets_.size());
    for (const HorizonEdge& edge : horizon_) {
        const Index f = make_facet(edge.from, edge.to, point);
        cone_.push_back(f);
        starting_at_[edge.from] = f;
        facets_[f].neighbour[0] = edge.beyond;
        Facet& beyond = facets_[edge.beyond];
        for (std::size_t e = 0; e < 3; ++e)
            if (beyond.corner[e] == edge.to && beyond.corner[(e + 1) % 3] == edge.from)
                beyond.neighbour[e] = f;
    }
    for (const Index f : cone_) {
        const Index end = facets_[f].corner[1], next = starting_at_[end];
        base::expect(next >= first_new && next < facets_.size() && facets_[next].corner[0] == end,
                     "convex hull: the rim is not closed");
        facets_[f].neighbour[1] = next;
        facets_[next].neighbour[2] = f;
    }
}

}  // namespace allide::volume
