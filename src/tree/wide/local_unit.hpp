// Local coordinates of a wide tree: the mesh's box is centred at the origin, coordinates are from −1 to 1.
#pragma once

#include <allide/mesh.hpp>

namespace allide::tree {

// Origin and unit of length of a wide tree's local coordinates.
struct LocalUnit {
    LocalUnit() = default;
    explicit LocalUnit(const Box& bounds);  // `bounds`: box of all triangle corners
    // Ignores vertices that no triangle uses, which may lie anywhere or even be non-finite.
    explicit LocalUnit(const Mesh& mesh);

    // (x − center) · 2^−exponent, with an error below 2⁻⁵² per coordinate.
    Vec3 local(const Vec3& x) const {
        return {second * (first * (x.x - center.x)), second * (first * (x.y - center.y)),
                second * (first * (x.z - center.z))};
    }

    Vec3 center;
    int exponent = 0;
    double norm = 0;               // upper bound of |x|₁ over all corners of triangles
    double first = 1, second = 1;  // their product is 2^−exponent; 2^1074 alone would not be a double
};

}  // namespace allide::tree
