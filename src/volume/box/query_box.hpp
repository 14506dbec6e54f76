// A query box whose half sizes may be infinite: one infinite size makes it a thick line, two make it a plane
// with thickness (Gottschalk, Lin, Manocha 1996).
#pragma once

#include "volume/box/obb.hpp"

#include <array>

namespace allide::volume {

// The points x with |axis[k] · (x − center)| ≤ half[k] for all k. The axes are orthonormal up to 32 · 2⁻⁵³.
struct QueryBox {
    std::array<Vec3, 3> axis{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
    Vec3 center;
    std::array<double, 3> half{};  // non-negative, or infinite
};

// False only if the two boxes, given in the same frame, are certainly disjoint.
bool meets(const QueryBox& query, const Obb& box);

}  // namespace allide::volume
