// Cuts a triangle along its intersections with another surface into convex pieces, so that the other surface
// does not run through any of them.
#pragma once

#include "query/clash/surface_piece.hpp"

#include <cstdint>
#include <vector>

namespace allide::query {

// A segment of an intersection, in the coordinates of an OverlapFrame.
struct ContactSegment {
    Vec3 from, to;
    std::uint32_t region;  // the contact region to which the segment belongs
};

struct CutPiece {
    SurfacePiece piece;
    // The contact regions of the segments along its sides, ascending; all regions if there are no such
    // segments.
    std::vector<std::uint32_t> regions;
    bool is_cut;  // false: the other surface may still run through the piece
};

// `start` is a part of a triangle with this unit normal, which is zero if it cannot be computed. A segment
// that stays within `margin` of a side of a piece does not count as running through the piece.
std::vector<CutPiece> cut_triangle(const SurfacePiece& start, const Vec3& normal,
                                   const std::vector<ContactSegment>& segments, double margin);

}  // namespace allide::query
