// Cuts a triangle along the intersections of its contacts into convex pieces, through which the other surface
// does not run.
#pragma once

#include "query/clash/surface_piece.hpp"

#include <cstdint>
#include <vector>

namespace allide::query {

// A segment of an intersection, in the coordinates of an OverlapFrame.
struct ContactSegment {
    Vec3 from, to;
    std::uint32_t region;  // of its contact
};

struct CutPiece {
    SurfacePiece piece;
    std::vector<std::uint32_t> regions;  // of the contacts along its sides, ascending; all if there is none
    bool is_cut;                         // false: something may still run through it
};

// `start` is a part of the triangle with this normal, of length 1 or 0. Segments within `margin` of a side do
// not count as running through a piece.
std::vector<CutPiece> cut_triangle(const SurfacePiece& start, const Vec3& normal,
                                   const std::vector<ContactSegment>& segments, double margin);

}  // namespace allide::query
