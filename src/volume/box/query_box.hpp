// A query box whose extents may be infinite: one infinite extent makes a thick line, two make a plane with
// thickness (Gottschalk, Lin, Manocha 1996).
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

// False only if the two, given in one frame, are certainly disjoint.
bool meets(const QueryBox& query, const Obb& box);

}  // namespace allide::volume
