// Convex facets of a surface: coplanar neighbouring triangles merged into convex polygons, so that a flat
// face has few facets, however it was triangulated. The distance to a convex facet is a convex function; over
// a convex polygon, it is therefore largest at a corner.
#pragma once

#include "query/clash/solid_surface.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace allide::query {

class ConvexFacets {
  public:
    // Merges the bounding triangles (see SolidSurface::bounding) into convex facets, in the mesh's
    // coordinates.
    explicit ConvexFacets(const SolidSurface& surface);

    struct Facet {
        std::uint32_t first_corner = 0, corners = 0;      // range of corners()
        std::uint32_t first_triangle = 0, triangles = 0;  // range of triangles()
        double deviation = 0;  // largest distance of a point of the polygon from its triangles
    };
    std::span<const Facet> facets() const { return facets_; }
    // The vertex numbers of a facet's corners, in order around it.
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
