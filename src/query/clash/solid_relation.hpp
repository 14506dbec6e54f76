// The relation of two closed solids, decided exactly from the contacts of their surfaces: which of the
// regions "inside both", "only in A" and "only in B" exist.
//
// If such a region is not empty, its boundary consists of pieces of the surfaces. At least one of the
// following then shows it, and each is tried:
// - two triangles that cross: all regions meet in the middle of their common segment, unless another triangle
//   of either part runs through it too;
// - two coplanar triangles that overlap, with the solids on the same side or on opposite sides;
// - a segment of an edge that lies on an edge or face of the other part: the sectors around it;
// - a component of one surface that meets the other at most in single points: it is entirely inside or
//   entirely outside, so one of its points decides. Proof: suppose that none of the first three shows the
//   region. Then a triangle on the region's boundary borders on the region everywhere except in single
//   points, and so do its neighbours across edges, and hence its whole component. Where shells of one part
//   cross or lie flush with each other, the surroundings of a triangle are examined piece by piece
//   (solid_cells.hpp).
#pragma once

#include "query/clash/contact_intersections.hpp"
#include "query/clash/solid_regions_at_line.hpp"
#include "query/clash/solid_surface.hpp"

#include <allide/query.hpp>

namespace allide::query {

// Both surfaces must be closed.
SolidRegions solid_regions(const SolidSurface& surface_a, const SolidSurface& surface_b,
                           ContactIntersections& intersections);

}  // namespace allide::query
