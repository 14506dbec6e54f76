// Triangles of two parts that cross: each has points on both sides of the other's plane near a segment that
// runs inside of both.
#pragma once

#include "query/clash/contact_intersections.hpp"
#include "query/clash/solid_surface.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace allide::query {

constexpr kernel::CornerSet whole_face = 7;
// The corners of a triangle between which a segment runs: of its ends each lies in one corner, edge or face.
kernel::CornerSet spanned(kernel::Features one, kernel::Features other);

bool is_crossing(PairMeetings& meetings, std::size_t contact);

// The numbers of those between triangles that bound, duplicates once.
std::vector<std::size_t> contacts_that_bound(const SolidSurface& surface_a, const SolidSurface& surface_b,
                                             std::span<const Contact> contacts);

struct PairCrossing {
    bool any = false;    // two triangles that bound cross
    bool clear = false;  // two cross where no other is, so that next to them are points of all kinds: inside
                         // both, if both are closed, and outside of either that is. False says nothing
};
PairCrossing find_crossing(const SolidSurface& surface_a, const SolidSurface& surface_b,
                           PairMeetings& meetings);

// Has one of the parts sheets, and do two triangles cross that bound or are sheets?
bool sheeted_ones_cross(const SolidSurface& surface_a, const SolidSurface& surface_b, PairMeetings& meetings);

}  // namespace allide::query
