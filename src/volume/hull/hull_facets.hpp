// The facets of a convex hull to which points are added one at a time, with exact orientation tests.
//
// A facet whose plane contains the new point counts as visible and is removed. So the new point is strictly
// below each remaining facet, no new facet has zero area, and coplanar facets need no merging.
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

// The indices of four points that are not coplanar; fewer if all points are coplanar.
struct SpanningPoints {
    std::array<std::uint32_t, 4> number{};
    std::size_t count = 0;
};
SpanningPoints spanning_points(std::span<const Vec3> points);

class HullFacets {
  public:
    using Index = std::uint32_t;
    struct Facet {
        std::array<Index, 3> corner{};     // corner indices, counter-clockwise seen from outside
        std::array<Index, 3> neighbour{};  // neighbour i shares the edge from corner i to i + 1
        Index plane = 0;                   // index of its plane; after its removal the plane may be reused
        bool alive = true;
        bool visible = false;
        std::uint32_t seen = 0;  // number of the last added point that visited this facet
    };

    // Points are referred to by index. A longer span with the same beginning may replace the current one.
    void set_points(std::span<const Vec3> points) { points_ = points; }
    // Starts with four points that are not coplanar; they form facets 0 to 3.
    void start(std::array<Index, 4> simplex);
    // Adds a point strictly above the facet `above`. The facets of cone() replace those visible from it.
    void add_point(Index above, Index point);

    // 1: the point is above the facet, 0: in its plane, -1: below.
    int side(Index facet, Index point) const;
    const Facet& operator[](Index facet) const { return facets_[facet]; }
    // Normal of a living facet, rounded and not of unit length.
    const Vec3& normal(Index facet) const { return planes_[facets_[facet].plane].normal(); }
    std::size_t size() const { return facets_.size(); }
    // The facets that the last added point created, and those that it removed.
    const std::vector<Index>& cone() const { return cone_; }
    const std::vector<Index>& dead() const { return visible_; }

  private:
    struct HorizonEdge {
        Index from, to;  // corners in the order of the visible facet
        Index beyond;    // the facet on the other side, which remains
    };
    Index make_facet(Index a, Index b, Index c);
    bool runs_back(Index facet, Index from, Index to) const;
    void find_visible(Index start, Index point);
    void make_cone(Index point);

    std::span<const Vec3> points_;
    std::vector<Facet> facets_;
    std::vector<kernel::SideOfPlane> planes_;  // planes of living facets only, because most facets die
    std::vector<Index> free_planes_;
    std::vector<Index> visible_, cone_;
    std::vector<HorizonEdge> horizon_;
    std::vector<Index> starting_at_;  // per point: the last facet whose first edge began there
    std::uint32_t round_ = 0;         // number of points added so far
};

}  // namespace allide::volume
