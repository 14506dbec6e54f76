// The fixed unit directions of k-DOPs, which come in antiparallel pairs.
#pragma once

#include <allide/geometry.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace allide::volume {

// All built-in values of k.
#define ALLIDE_FOR_EACH_KDOP(DO) DO(6) DO(8) DO(12) DO(14) DO(18) DO(26) DO(50)

// Direction i + K/2 is exactly the opposite of direction i. The first three directions are the coordinate
// axes if the set contains them, else three that are far from coplanar.
template <int K>
const std::array<Vec3, K>& directions();

// Index of the direction with the smallest angle to `v`.
template <int K>
std::size_t nearest_direction_to(const Vec3& v);

// Three directions whose cone contains no other direction; all cones together cover space. By duality, each
// cone belongs to a corner of the unit k-DOP {x : D_i · x ≤ 1}, where the planes of its directions meet.
struct DirectionCone {
    std::array<int, 3> direction;
    std::array<Vec3, 3> dual;  // v is the sum of (dual[j] · v) times direction j
    Vec3 corner;               // corner of the unit k-DOP: the sum of the duals
};
template <int K>
const std::vector<DirectionCone>& direction_cones();

// The largest number a such that for every unit vector v some direction D_i satisfies v · D_i ≥ a.
template <int K>
double aperture();

}  // namespace allide::volume
