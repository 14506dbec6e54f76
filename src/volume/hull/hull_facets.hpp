// The facets of a convex hull to which points are added one at a time, on exact orientations.
//
// A facet whose plane contains the new point counts as visible. Therefore every remaining facet is strictly
// below the new point, no new facet has zero area, and coplanar facets need no merging.
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

// The indices of four points that are not coplanar; fewer if the points do not span space.
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
        std::array<Index, 3> neighbour{};  // the facet across the edge from corner i to corner i + 1
        Index plane = 0;                   // index of its plane; that of a dead facet may have been reused
        bool alive = true;
        bool visible = false;
        std::uint32_t seen = 0;  // number of the last addition that visited this facet
    };

    // Points are referred to by index. The span may be replaced by a longer one with the same beginning.
    void set_points(std::span<const Vec3> points) { points_ = points; }
    // Starts from four points that span space; they form facets 0 to 3.
    void start(std::array<Index, 4> simplex);
    // Adds a point that is strictly above a facet: visible facets die, and the facets of cone() replace them.
    void add_point(Index above, Index point);

    // 1: above the facet, 0: in its plane, -1: below.
    int side(Index facet, Index point) const;
    const Facet& operator[](Index facet) const { return facets_[facet]; }
    // Normal of a living facet, rounded and not normalised.
    const Vec3& normal(Index facet) const { return planes_[facets_[facet].plane].normal(); }
    std::size_t size() const { return facets_.size(); }
    // The facets created and the facets removed by the last addition.
    const std::vector<Index>& cone() const { return cone_; }
    const std::vector<Index>& dead() const { return visible_; }

  private:
    struct HorizonEdge {
        Index from, to;  // corners in the order of the visible facet
        Index beyond;    // the facet that remains
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
    std::vector<std::pair<Index, Index>> by_start_;
    std::uint32_t round_ = 0;
};

}  // namespace allide::volume
