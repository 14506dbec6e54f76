// Triangulation of faces with more than three corners.
#pragma once

#include "mesh/polygon/corners.hpp"

#include <span>
#include <vector>

namespace allide::mesh {

// True if the triangles 012, 023, 034, … cover the polygon and nothing else, as they do for every convex
// polygon and for one without area. Decided exactly, on the projection of the polygon along the axis closest
// to its normal; also for a polygon that is not planar.
bool fan_covers(const Corners& corners);

// The polygon as corners.size() − 2 triangles of corner numbers, with the polygon's orientation: the fan from
// corner 0 if that covers it, else by ear clipping. Holes that are connected by a bridge, repeated corners
// and collinear corners are allowed. A polygon that crosses itself gets the same number of triangles.
std::vector<TriangleIndices> triangulate(const Corners& corners);
// The same, written to `triangles`, whose size must be that number; it must not overlap the memory of the
// corners.
void triangulate(const Corners& corners, std::span<TriangleIndices> triangles);

// True if the corners lie in one plane up to rounding: within 1e-6 of the bounding box's diagonal plus 2⁻²³
// of the largest coordinate (one bit of single precision). Also true for three corners, and for corners that
// are not finite, about which nothing can be said.
bool planar(const Corners& corners);

}  // namespace allide::mesh
