// The convex hull of any points, including coplanar and collinear ones. Orientations are exact, so no input
// can make it fail.
#pragma once

#include <allide/geometry.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace allide::volume {

struct ConvexHull {
    // 3: a solid; 2: all points coplanar; 1: collinear; 0: all equal; -1: no points.
    int dimension = -1;
    // Solid: triangles, counter-clockwise seen from outside. Coplanar: a fan of the polygon. Otherwise empty.
    std::vector<std::array<std::uint32_t, 3>> facets;
    // Corners of the hull: of the polygon in order, the two ends of a line, or the one point; ascending for a
    // solid.
    std::vector<std::uint32_t> corners;
};

ConvexHull convex_hull(std::span<const Vec3> points);

}  // namespace allide::volume
