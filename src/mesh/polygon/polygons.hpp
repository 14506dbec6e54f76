// Faces of more than three corners, cut into triangles.
#pragma once

#include "mesh/polygon/corners.hpp"

#include <span>
#include <vector>

namespace allide::mesh {

// Whether the triangles 012, 023, 034, … cover the polygon and nothing else. True for every convex polygon
// and for one without area. Decided exactly on the polygon as it is seen along the axis that its normal is
// closest to; for a polygon that is not planar, too.
bool fan_covers(const Corners& corners);

// The polygon as corners.size() − 2 triangles of corner numbers, turning as the polygon does; the fan from
// corner 0 where that covers it, else cut off ear by ear. Holes reached by a bridge, repeated corners and
// straight runs are fine. A polygon that crosses itself also gets that many triangles.
std::vector<TriangleIndices> triangulate(const Corners& corners);
// The same into `triangles`, which has room for just so many and must not be where the corners stand.
void triangulate(const Corners& corners, std::span<TriangleIndices> triangles);

// Whether the corners lie in one plane up to what rounding does to them: within 1e-6 of the bounding box's
// diagonal plus 2⁻²³ of the largest coordinate (a bit of single precision). Three corners always do; of
// corners that are not finite nothing can be said, and the answer is true.
bool planar(const Corners& corners);

}  // namespace allide::mesh
