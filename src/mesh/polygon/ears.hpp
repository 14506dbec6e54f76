// Triangulation of a polygon by ear clipping.
#pragma once

#include "mesh/polygon/view.hpp"

#include <allide/mesh.hpp>

#include <span>

namespace allide::mesh {

// Writes corners.size() − 2 triangles. An ear is a convex corner whose triangle with its two neighbours
// contains no other corner. Every decision is exact, so all triangles have the orientation of the polygon
// unless it crosses itself. Takes about 50 bytes of memory per corner.
void clip_ears(const Corners& corners, const View& view, std::span<TriangleIndices> triangles);

}  // namespace allide::mesh
