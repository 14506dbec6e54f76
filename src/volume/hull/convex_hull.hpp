// The convex hull of any points, flat and collinear ones too. Orientations are exact, so that no input breaks
// it.
#pragma once

#include <allide/geometry.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace allide::volume {

struct ConvexHull {
    // 3: a body; 2: all points in one plane; 1: on one line; 0: all equal; -1: no points.
    int dimension = -1;
    // Body: triangles that run counter-clockwise seen from outside. Flat: the polygon as a fan. Line: empty.
    std::vector<std::array<std::uint32_t, 3>> facets;
    // Corners of the hull: of the polygon in order if flat, two ends of a line, one point; ascending for a
    // body.
    std::vector<std::uint32_t> corners;
};

ConvexHull convex_hull(std::span<const Vec3> points);

}  // namespace allide::volume
