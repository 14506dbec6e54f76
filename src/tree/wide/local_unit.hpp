// A mesh as a wide tree sees it: about the origin, at most 1 in size.
#pragma once

#include <allide/mesh.hpp>

namespace allide::tree {

// Where a wide tree's coordinates begin, and their unit.
struct LocalUnit {
    LocalUnit() = default;
    explicit LocalUnit(const Box& bounds);  // of all corners of triangles
    // Vertices that no triangle uses have no say: they may be anywhere, not even finite.
    explicit LocalUnit(const Mesh& mesh);

    // (x − center) · 2^−exponent, off by less than 2⁻⁵².
    Vec3 local(const Vec3& x) const {
        return {second * (first * (x.x - center.x)), second * (first * (x.y - center.y)),
                second * (first * (x.z - center.z))};
    }

    Vec3 center;
    int exponent = 0;
    double norm = 0;               // bounds |x|₁ of every corner of a triangle
    double first = 1, second = 1;  // 2^−exponent in two steps, because 2^1074 is no double
};

void grow(Box& box, const Vec3& x);

}  // namespace allide::tree
