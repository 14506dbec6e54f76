// The fixed unit directions of k-DOPs, in antiparallel pairs.
#pragma once

#include <allide/geometry.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace allide::volume {

// The k of all k-DOPs that are built in.
#define ALLIDE_FOR_EACH_KDOP(DO) DO(6) DO(8) DO(12) DO(14) DO(18) DO(26) DO(50)

// Direction i + K/2 is the exact opposite of direction i. The first three are the coordinate axes where the
// set has them, else three that are far from one plane.
template <int K>
const std::array<Vec3, K>& directions();

// The number of the direction that makes the smallest angle with `v`.
template <int K>
std::size_t nearest_direction_to(const Vec3& v);

// Three directions whose cone holds no other one; all of them together cover the sphere. Seen from the other
// side each is a corner of the unit k-DOP {x : D_i · x ≤ 1}, and its three planes.
struct DirectionCone {
    std::array<int, 3> direction;
    std::array<Vec3, 3> dual;  // weights of v in the three directions: dual[j] · v
    Vec3 corner;               // of the unit k-DOP: the sum of the duals
};
template <int K>
const std::vector<DirectionCone>& direction_cones();

// The largest a for which every unit vector v has a direction D_i with v · D_i ≥ a.
template <int K>
double aperture();

}  // namespace allide::volume
