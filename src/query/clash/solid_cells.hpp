// The relation of two parts where shells of one part cross or lie flush with each other, and where an open
// part touches a closed one from within. Decided exactly, piece by piece.
//
// Triangles that intersect others are cut by them, and points just off both sides of each piece are located.
// The remaining triangles form edge-connected patches that meet the other part at most in single points, so
// one point decides for a whole patch. Every region of space that the surfaces separate has such a piece or
// patch on its boundary.
#pragma once

#include "query/clash/contact_intersections.hpp"
#include "query/clash/solid_regions_at_line.hpp"
#include "query/clash/solid_surface.hpp"

#include <allide/query.hpp>

#include <span>

namespace allide::query {

// Both surfaces are closed.
SolidRegions solid_regions_by_cells(const SolidSurface& surface_a, const SolidSurface& surface_b,
                                    ContactIntersections& intersections);

struct LiesWithin {
    bool all = false;          // no point of it is outside
    bool some_inside = false;  // if all: some point is inside, not on the surface
};
// How the triangles of `inner`, taken as sheets, lie in a closed part. `contacts` are those of (inner,
// outer), ascending.
LiesWithin lies_within(const Placed& inner, const SolidSurface& inner_surface, const Placed& outer,
                       const SolidSurface& outer_surface, std::span<const Contact> contacts);

}  // namespace allide::query
