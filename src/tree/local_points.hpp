// A mesh's vertices as a wide tree sees them: about the origin, at most 1 in size.
#pragma once

#include <allide/mesh.hpp>

#include <vector>

namespace allide::tree {

// Where a wide tree's coordinates begin, and their unit.
struct LocalUnit {
    LocalUnit() = default;
    explicit LocalUnit(const Box& bounds);  // of all corners of triangles

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

struct LocalPoints {
    explicit LocalPoints(const Mesh& mesh);

    LocalUnit unit;
    std::vector<Vec3> at;
};

}  // namespace allide::tree
