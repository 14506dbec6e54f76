// The convex hull of any set of points, including coplanar and collinear ones. Orientation tests are exact,
// so no input can make it fail.
#pragma once

#include <allide/geometry.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace allide::volume {

struct ConvexHull {
    // 3: a solid; 2: all points are coplanar; 1: collinear; 0: all equal; -1: there are no points.
    int dimension = -1;
    // Solid: triangles, counter-clockwise from outside. Coplanar: a fan of the polygon. Otherwise empty.
    std::vector<std::array<std::uint32_t, 3>> facets;
    // Indices of the hull's corners. Solid: in ascending order. Coplanar points: in order around the polygon.
    // Collinear points: the two ends. Equal points: one of them.
    std::vector<std::uint32_t> corners;
};

ConvexHull convex_hull(std::span<const Vec3> points);

}  // namespace allide::volume
