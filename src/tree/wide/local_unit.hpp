// Maps a mesh to the local coordinates of a wide tree: centred at the origin, coordinates from −1 to 1.
#pragma once

#include <allide/mesh.hpp>

namespace allide::tree {

// Origin and unit of a wide tree's coordinates.
struct LocalUnit {
    LocalUnit() = default;
    explicit LocalUnit(const Box& bounds);  // bounds of all corners of triangles
    // Ignores vertices that no triangle uses: they may be anywhere, even non-finite.
    explicit LocalUnit(const Mesh& mesh);

    // (x − center) · 2^−exponent, with an error below 2⁻⁵².
    Vec3 local(const Vec3& x) const {
        return {second * (first * (x.x - center.x)), second * (first * (x.y - center.y)),
                second * (first * (x.z - center.z))};
    }

    Vec3 center;
    int exponent = 0;
    double norm = 0;               // upper bound of |x|₁ over all corners of triangles
    double first = 1, second = 1;  // 2^−exponent as a product of two doubles, since 2^1074 is not a double
};

}  // namespace allide::tree
