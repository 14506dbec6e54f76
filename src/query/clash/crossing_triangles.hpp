// Triangles of two parts that cross: they intersect in a segment that runs through the interior of both, so
// each has points on both sides of the other's plane.
#pragma once

#include "query/clash/contact_intersections.hpp"
#include "query/clash/solid_surface.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace allide::query {

constexpr kernel::CornerSet whole_face = 7;
// The corners, one bit each, of the smallest feature of a triangle (an edge or the whole face) that contains
// a segment, given the features in which the segment's two ends lie.
kernel::CornerSet spanned(kernel::Features one, kernel::Features other);

bool is_crossing(ContactIntersections& intersections, std::size_t contact);

// Indices of the contacts between bounding triangles; of repeated triangles only the first counts.
std::vector<std::size_t> contacts_that_bound(const SolidSurface& surface_a, const SolidSurface& surface_b,
                                             std::span<const Contact> contacts);

struct PairCrossing {
    bool any = false;  // two bounding triangles cross
    // True if two bounding triangles certainly cross at a place that no other triangle of either part
    // touches. Near that place there are points inside both parts, if both are closed, and points outside
    // each closed part. False proves nothing.
    bool alone = false;
};
PairCrossing find_crossing(const SolidSurface& surface_a, const SolidSurface& surface_b,
                           ContactIntersections& intersections);

// True if a part has sheets (see SolidSurface::sheets), and a triangle of A crosses one of B, each of them
// being a sheet or a bounding triangle of its part.
bool sheets_cross_other_part(const SolidSurface& surface_a, const SolidSurface& surface_b,
                             ContactIntersections& intersections);

}  // namespace allide::query
