// Distances from points to the convex facets of a placed surface, in the coordinates of an OverlapFrame.
#pragma once

#include "query/clash/convex_facets.hpp"
#include "query/clash/overlap_frame.hpp"
#include "query/clash/surface_piece.hpp"

#include <allide/geometry.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace allide::query {

class FacetDistances {
  public:
    // Takes the facets that come within `reach` of `region`.
    FacetDistances(const SolidSurface& surface, const Placed& placed, const OverlapFrame& frame,
                   const Box& region, double reach);

    std::size_t size() const { return facets_.size(); }

    // The distance from a point to a facet; a point whose distance is certainly above `enough` may get any
    // number above it. The exact distance to the facet's triangles is within error(facet) of it.
    double distance(std::uint32_t facet, const Vec3& x,
                    double enough = std::numeric_limits<double>::infinity()) const;
    double error(std::uint32_t facet) const { return facets_[facet].error; }

    // A bound of the exact distance between a facet's triangles and a box, from below.
    double gap_to_box(std::uint32_t facet, const Box& box) const;
    // The plane { along · x = at } through a side of a facet, across its plane, that divides the points of a
    // piece most evenly; empty if none divides them.
    struct Plane {
        Vec3 along;  // of length 1
        double at;
    };
    std::optional<Plane> plane_through_side(std::uint32_t facet, const SurfacePiece& piece) const;
    // All facets within `reach` of a box, and possibly others.
    std::vector<std::uint32_t> within(const Box& box, double reach) const;

  private:
    struct Facet {
        Vec3 normal;  // of length 1, or zero for a needle
        Box box;
        double error = 0;
        std::uint32_t first = 0, corners = 0;
    };
    struct Edge {
        Vec3 from, way;      // to the next corner
        Vec3 inward;         // in the plane, across the edge; any length
        double inverse = 0;  // 1 / |way|²
    };
    struct Node {
        Box box;
        std::uint32_t first = 0, count = 0;  // facets of a leaf, in order_
        std::uint32_t second_child = 0;      // the first follows its parent; 0: a leaf
        double largest_error = 0;
    };

    void add(std::span<const Vec3> corners, double deviation, double rounding);
    std::uint32_t build(std::uint32_t begin, std::uint32_t end);

    std::vector<Facet> facets_;
    std::vector<Edge> edges_;
    std::vector<std::uint32_t> order_;
    std::vector<Node> nodes_;  // empty for few facets
};

}  // namespace allide::query
