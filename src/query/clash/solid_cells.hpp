// How two parts lie to each other where shells of one cross or lie flush with each other, and where an open
// part touches a closed one from within: decided exactly, piece by piece.
//
// Triangles that meet others are cut by them, and beside each piece points just off either side are asked.
// The others hang together by edges in patches that meet the other part in single points at most, so that one
// point stands for all. Every region of space that the surfaces part has such a piece or patch on its
// boundary.
#pragma once

#include "query/clash/contact_intersections.hpp"
#include "query/clash/sectors.hpp"
#include "query/clash/solid_surface.hpp"

#include <allide/query.hpp>

#include <span>

namespace allide::query {

// Of two closed surfaces.
SolidShares shares_by_cells(const SolidSurface& surface_a, const SolidSurface& surface_b,
                            PairMeetings& meetings);

struct LiesWithin {
    bool all = false;          // no point is outside
    bool some_inside = false;  // if all is: some point is inside, and not on the surface
};
// How triangles that bound no solid lie in a closed part. Contacts have these triangles first.
LiesWithin lies_within(const Placed& inner, const SolidSurface& inner_surface, const Placed& outer,
                       const SolidSurface& outer_surface, std::span<const Contact> contacts);

}  // namespace allide::query
