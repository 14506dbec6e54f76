// Convex facets of a surface: coplanar neighbouring triangles merged into convex polygons, so that a flat
// face is few facets however it was divided into triangles. The distance to a convex facet is a convex
// function, which bounds the distances from all points of a polygon by those from its corners.
#pragma once

#include "query/clash/solid_surface.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace allide::query {

class ConvexFacets {
  public:
    // Joins the bounding triangles of the surface to convex facets, in the coordinates of its mesh.
    explicit ConvexFacets(const SolidSurface& surface);

    struct Facet {
        std::uint32_t first_corner = 0, corners = 0;      // in corners()
        std::uint32_t first_triangle = 0, triangles = 0;  // in triangles()
        double deviation = 0;  // no point of the polygon is farther from its triangles, up to rounding
    };
    std::span<const Facet> facets() const { return facets_; }
    // Vertices of the mesh, in the order around each facet.
    std::span<const std::uint32_t> corners(const Facet& facet) const {
        return std::span(corners_).subspan(facet.first_corner, facet.corners);
    }
    std::span<const std::uint32_t> triangles(const Facet& facet) const {
        return std::span(triangles_).subspan(facet.first_triangle, facet.triangles);
    }

  private:
    friend class FacetMerger;
    std::vector<Facet> facets_;
    std::vector<std::uint32_t> corners_, triangles_;
};

}  // namespace allide::query
