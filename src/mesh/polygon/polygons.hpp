// Triangulation of faces with more than three corners.
#pragma once

#include "mesh/polygon/corners.hpp"

#include <span>
#include <vector>

namespace allide::mesh {

// True if the fan of triangles 012, 023, 034, … covers the polygon and nothing else, as it does for every
// convex polygon and for one without area. Decided exactly for the projection of the polygon along the axis
// closest to its normal. For a polygon that is not planar, too, only this projection counts.
bool fan_covers(const Corners& corners);

// The polygon as corners.size() − 2 triangles of corner numbers, with the polygon's orientation: the fan from
// corner 0 if that covers it, else by ear clipping. Holes connected to the outline by a bridge, repeated
// corners and collinear corners are allowed. A polygon that crosses itself gets the same number of triangles.
std::vector<TriangleIndices> triangulate(const Corners& corners);
// The same, written to `triangles`, which must have exactly that size and must not overlap the memory of the
// corners.
void triangulate(const Corners& corners, std::span<TriangleIndices> triangles);

// True if the corners lie in one plane up to a tolerance of 1e-6 of the bounding box's diagonal plus 2⁻²³ of
// the largest coordinate (one bit of single precision). Also true for three corners, and for corners that are
// not finite, for which planarity is undefined.
bool planar(const Corners& corners);

}  // namespace allide::mesh
