// How two solids lie to each other, decided exactly from the contacts of their surfaces.
//
// If a region, such as the points inside both, is not empty, its boundary is made of pieces of the surfaces.
// Then there is at least one of these, and each is tried:
// - two triangles that cross: in the midst of their common segment all regions meet, unless another triangle
//   of one part runs through it too;
// - two triangles of one plane that cover each other in part, with the solids on the same side or not;
// - a segment that an edge has in common with an edge or a face: the sectors around it;
// - a component of one surface that meets the other in single points, or nowhere: it is all inside or all
//   outside, so that one point of it is asked.
// For suppose that none of the first three shows the region. A triangle on its boundary is then bounded by it
// all over, but for single points, and so are the triangles at its edges: a whole component is.
// Where shells of one part cross or lie flush with each other, what lies around a triangle is looked for
// piece by piece (solid_cells.hpp).
#pragma once

#include "query/clash/contact_intersections.hpp"
#include "query/clash/sectors.hpp"
#include "query/clash/solid_surface.hpp"

#include <allide/query.hpp>

namespace allide::query {

// Of two closed surfaces.
SolidShares solid_shares(const SolidSurface& surface_a, const SolidSurface& surface_b,
                         PairMeetings& meetings);

}  // namespace allide::query
