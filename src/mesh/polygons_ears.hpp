// Cutting a polygon into triangles, ear by ear.
#pragma once

#include "mesh/polygons_view.hpp"

#include <allide/mesh.hpp>

#include <span>
#include <vector>

namespace allide::mesh {

// An ear is a corner that sticks out and whose triangle, with its neighbours, holds no other corner. Every
// cut is decided exactly; so all triangles turn as the polygon does unless the polygon crosses itself.
std::vector<TriangleIndices> clip_ears(std::span<const Vec3> corners, const View& view);

}  // namespace allide::mesh
