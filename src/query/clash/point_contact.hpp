// Cheap exact signs that spare the search for what two triangles of one frame have in common.
#pragma once

#include "kernel/triangle/orientation.hpp"

#include <allide/geometry.hpp>

#include <array>

namespace allide::query {

// One corner of a triangle is in the other's plane and the rest of it on one side: they have a point in
// common at most. False says nothing.
inline bool only_a_corner_reaches(const std::array<Vec3, 3>& plane, const std::array<Vec3, 3>& triangle) {
    const kernel::SideOfPlane sides(plane);
    int zeros = 0, sum = 0;
    for (const Vec3& corner : triangle) {
        const int height = sides.of(corner);
        zeros += height == 0 ? 1 : 0;
        sum += height;
    }
    return zeros == 1 && sum != 0;
}

inline bool meet_in_a_point_at_most(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b) {
    return only_a_corner_reaches(a, b) || only_a_corner_reaches(b, a);
}

// A triangle has corners on both sides of another's plane.
inline bool runs_through(const std::array<Vec3, 3>& plane, const std::array<Vec3, 3>& triangle) {
    const kernel::SideOfPlane sides(plane);
    const int a = sides.of(triangle[0]), b = sides.of(triangle[1]);
    if (a * b < 0) return true;
    const int c = sides.of(triangle[2]);
    return a * c < 0 || b * c < 0;
}

}  // namespace allide::query
