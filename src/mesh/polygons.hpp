// Faces of more than three corners, cut into triangles.
#pragma once

#include <allide/mesh.hpp>

#include <span>
#include <vector>

namespace allide::mesh {

// Whether the triangles 012, 023, 034, … cover the polygon and nothing else. True for every convex polygon
// and for one without area. A polygon that is not planar is judged along the axis that its normal is closest
// to.
bool fan_covers(std::span<const Vec3> corners);

// The polygon as corners.size() − 2 triangles of corner numbers, turning as the polygon does; the fan from
// corner 0 where that covers it, else cut off ear by ear. A polygon that crosses itself also gets that many
// triangles.
std::vector<TriangleIndices> triangulate(std::span<const Vec3> corners);

}  // namespace allide::mesh
