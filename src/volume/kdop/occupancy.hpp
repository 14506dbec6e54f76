// Occupancy tables: in which rings around each direction of a k-DOP there are points of its node, after
// Fünfzig and Fellner, "Easy realignment of k-DOP bounding volumes" (2003), with corrected factors;
// docs/papers.md derives them.
#pragma once

#include "volume/hull/directions.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace allide::volume {

// The cone around a direction is cut into rings that are equal in cosine; ring 0 is the direction itself.
inline constexpr std::size_t occupancy_rings = 31;
inline constexpr std::uint32_t beyond_all_rings = 0x80000000u;  // the last of the 32 bits

// The cone's half angle φ, a little more than the set of directions needs to cover the sphere.
template <int K>
struct OccupancyCone {
    double cosine, sine;
    std::array<double, occupancy_rings + 1> ring_cosine, ring_tangent;  // at each ring's outer rim
};
template <int K>
const OccupancyCone<K>& occupancy_cone();

// What a node keeps. A point counts in a ring only if it is farther from the centre than the plane is.
template <int K>
struct Occupancy {
    Vec3 center;
    std::array<double, K> reach{};         // of the points along each direction, from the centre, ≥ 0
    std::array<double, K> beyond{};        // along the cone's rim, of the points beyond the cone, ≥ 0
    std::array<std::uint32_t, K> rings{};  // bit j − 1: there is a point in ring j
};

template <int K>
Occupancy<K> fit_occupancy(std::span<const Vec3> points);

template <int K>
struct OccupancyTables {
    std::vector<Occupancy<K>> nodes;  // by slot

    std::size_t bytes() const { return nodes.size() * sizeof(Occupancy<K>); }
};

}  // namespace allide::volume
