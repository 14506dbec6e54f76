// The facets of a convex hull that grows by one point at a time, on exact orientations.
//
// A facet that the new point sees edge-on counts as visible. So every facet that stays is strictly below the
// new point, no new facet has zero area, and facets in one plane need no merging.
#pragma once

#include "kernel/triangle/orientation.hpp"

#include <allide/geometry.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace allide::volume {

// Four points that do not lie in one plane, or fewer: the numbers of those that span what there is.
struct SpanningPoints {
    std::array<std::uint32_t, 4> number{};
    std::size_t count = 0;
};
SpanningPoints spanning_points(std::span<const Vec3> points);

class HullFacets {
  public:
    using Index = std::uint32_t;
    struct Facet {
        std::array<Index, 3> corner{};     // counter-clockwise seen from outside
        std::array<Index, 3> neighbour{};  // across the edge from corner i to corner i + 1
        Index plane = 0;                   // the number of its plane; of a dead facet it may be another's
        bool alive = true;
        bool visible = false;
        std::uint32_t seen = 0;  // the last point that this facet was looked at for
    };

    // Points are named by their numbers; more may be given later, the first ones being the same.
    void set_points(std::span<const Vec3> points) { points_ = points; }
    // Four points that span space. The facets are the first four.
    void start(std::array<Index, 4> simplex);
    // Takes in a point that is strictly above a facet: what it sees dies, and `cone` takes its place.
    void add_point(Index above, Index point);

    // 1 above the facet, 0 in its plane, -1 below.
    int side(Index facet, Index point) const;
    const Facet& operator[](Index facet) const { return facets_[facet]; }
    // Rounded, of any length; not of a dead one.
    const Vec3& normal(Index facet) const { return planes_[facets_[facet].plane].normal(); }
    std::size_t size() const { return facets_.size(); }
    // What the last point brought and what it took away.
    const std::vector<Index>& cone() const { return cone_; }
    const std::vector<Index>& dead() const { return visible_; }

  private:
    struct HorizonEdge {
        Index from, to;  // as the visible facet runs
        Index beyond;    // the facet that stays
    };
    Index make_facet(Index a, Index b, Index c);
    bool runs_back(Index facet, Index from, Index to) const;
    void find_visible(Index start, Index point);
    void make_cone(Index point);

    std::span<const Vec3> points_;
    std::vector<Facet> facets_;
    std::vector<kernel::SideOfPlane> planes_;  // of those that live: most facets die
    std::vector<Index> free_planes_;
    std::vector<Index> visible_, cone_;
    std::vector<HorizonEdge> horizon_;
    std::vector<std::pair<Index, Index>> by_start_;
    std::uint32_t round_ = 0;
};

}  // namespace allide::volume
