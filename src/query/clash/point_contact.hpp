// Cheap exact tests of two triangles in one frame, which often make it unnecessary to compute their
// intersection.
#pragma once

#include "kernel/triangle/orientation.hpp"

#include <allide/geometry.hpp>

#include <array>

namespace allide::query {

// True if one corner of `triangle` is in the other's plane and its other two corners are strictly on the same
// side: the triangles then share at most a point. They may share at most a point even if this is false.
inline bool only_a_corner_touches(const std::array<Vec3, 3>& plane, const std::array<Vec3, 3>& triangle) {
    const kernel::SideOfPlane sides(plane);
    int zeros = 0, sum = 0;
    for (const Vec3& corner : triangle) {
        const int height = sides.of(corner);
        zeros += height == 0 ? 1 : 0;
        sum += height;
    }
    return zeros == 1 && sum != 0;
}

inline bool share_at_most_a_point(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b) {
    return only_a_corner_touches(a, b) || only_a_corner_touches(b, a);
}

// True if a triangle has corners strictly on both sides of another's plane.
inline bool crosses_plane(const std::array<Vec3, 3>& plane, const std::array<Vec3, 3>& triangle) {
    const kernel::SideOfPlane sides(plane);
    const int a = sides.of(triangle[0]), b = sides.of(triangle[1]);
    if (a * b < 0) return true;
    const int c = sides.of(triangle[2]);
    return a * c < 0 || b * c < 0;
}

}  // namespace allide::query
