// Decides exactly, piece by piece, how two parts relate in two difficult cases: where shells of one part
// cross or lie flush with each other, and where an open part touches a closed one from within.
//
// Triangles that intersect others are cut by them, and points just off both sides of each piece are located.
// The remaining triangles form edge-connected patches that meet the other part at most in single points, so
// one point decides for a whole patch. Every region of space that the surfaces bound has such a piece or
// patch on its boundary.
#pragma once

#include "query/clash/contact_intersections.hpp"
#include "query/clash/solid_regions_at_line.hpp"
#include "query/clash/solid_surface.hpp"

#include <allide/query.hpp>

#include <span>

namespace allide::query {

// Both surfaces must be closed.
SolidRegions solid_regions_by_cells(const SolidSurface& surface_a, const SolidSurface& surface_b,
                                    ContactIntersections& intersections);

struct LiesWithin {
    bool all = false;          // no point of `inner` is outside `outer`
    bool some_inside = false;  // only if `all`: some point of `inner` is inside, not on the surface
};
// Finds whether the triangles of `inner`, taken as a surface without an inside, lie within the closed part
// `outer`. `contacts` are the contacts of `inner` with `outer`, ascending.
LiesWithin lies_within(const Placed& inner, const SolidSurface& inner_surface, const Placed& outer,
                       const SolidSurface& outer_surface, std::span<const Contact> contacts);

}  // namespace allide::query
