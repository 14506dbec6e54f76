// A mesh's vertices as a wide tree sees them: about the origin, at most 1 in size.
#pragma once

#include <allide/mesh.hpp>

#include <vector>

namespace allide::tree {

struct LocalPoints {
    explicit LocalPoints(const Mesh& mesh);

    Vec3 center;
    int exponent = 0;
    double norm = 0;       // bounds |x|₁ of every corner of a triangle
    std::vector<Vec3> at;  // (x − center) · 2^−exponent, off by less than 2⁻⁵²
};

}  // namespace allide::tree
