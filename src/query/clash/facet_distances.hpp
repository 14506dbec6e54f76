// Distances from points to the convex facets of a placed surface, in the coordinates of an OverlapFrame.
#pragma once

#include "base/infinity.hpp"
#include "query/clash/convex_facets.hpp"
#include "query/clash/overlap_frame.hpp"
#include "query/clash/surface_piece.hpp"

#include <allide/geometry.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace allide::query {

class FacetDistances {
  public:
    // Uses only the facets that come within `reach` of `region`. Facets that deviate from a plane by more
    // than `flatness` are replaced by their triangles.
    FacetDistances(const SolidSurface& surface, const Placed& placed, const OverlapFrame& frame,
                   const Box& region, double reach, double flatness);

    std::size_t size() const { return facets_.size(); }

    // The distance from a point to a facet. It differs from the exact distance to the facet's triangles by at
    // most error(facet). If it certainly exceeds `enough`, the result may be any number above `enough`.
    double distance(std::uint32_t facet, const Vec3& x, double enough = base::infinity) const;
    double error(std::uint32_t facet) const { return facets_[facet].error; }
    // True if that error is a small multiple of the rounding error of one point. Otherwise the facet is not
    // flat.
    bool is_flat(std::uint32_t facet) const { return error(facet) <= 1024 * rounding_; }

    // True if a facet's plane, and so the facet's triangles, are certainly farther than `limit` from all
    // points of a piece.
    bool plane_is_beyond(std::uint32_t facet, const SurfacePiece& piece, double limit) const;
    // A lower bound of the exact distance between a facet's triangles and a box.
    double gap_to_box(std::uint32_t facet, const Box& box) const;
    // A plane { along · x = at } that is perpendicular to a facet and contains one of its sides.
    // plane_through_side() returns the one that divides a piece most evenly; empty if none of them divides
    // it.
    struct Plane {
        Vec3 along;  // of length 1
        double at;
    };
    std::optional<Plane> plane_through_side(std::uint32_t facet, const SurfacePiece& piece) const;
    // The facet nearest to a point, up to rounding. Requires that there are facets.
    std::uint32_t nearest(const Vec3& x) const;
    // All facets within `reach` of a box, and possibly more.
    std::vector<std::uint32_t> within(const Box& box, double reach) const;

  private:
    struct Facet {
        Vec3 normal;  // of length 1, or zero for a needle
        Box box;
        double error = 0;
        std::uint32_t first = 0, corners = 0;
    };
    struct Edge {
        Vec3 from, along;    // a corner, and the vector to the next one
        Vec3 inward;         // in the facet's plane, perpendicular to the edge; any length
        double inverse = 0;  // 1 / |along|²
    };
    struct Node {
        Box box;
        std::uint32_t first = 0, count = 0;  // range of order_ with a leaf's facets
        std::uint32_t second_child = 0;      // the first child is the next node; 0: a leaf
        double largest_error = 0;
    };

    void add(std::span<const Vec3> corners, double deviation, double rounding);
    std::uint32_t build(std::uint32_t begin, std::uint32_t end);

    double rounding_;
    std::vector<Facet> facets_;
    std::vector<Edge> edges_;
    std::vector<std::uint32_t> order_;
    std::vector<Node> nodes_;  // empty for few facets
};

}  // namespace allide::query
