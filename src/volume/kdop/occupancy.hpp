// Occupancy tables: the rings around each direction of a k-DOP that contain points of its node, after Fünfzig
// and Fellner, "Easy realignment of k-DOP bounding volumes" (2003), with corrected factors; docs/papers.md
// derives them.
#pragma once

#include "volume/hull/directions.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace allide::volume {

// The cone around a direction is divided into rings of equal cosine steps; ring 0 is the direction itself.
inline constexpr std::size_t occupancy_rings = 31;
inline constexpr std::uint32_t beyond_all_rings = 0x80000000u;  // the last of the 32 bits: outside the cone

// The cone has the half angle φ, slightly more than the directions need to cover the sphere.
template <int K>
struct OccupancyCone {
    double cosine, sine;
    std::array<double, occupancy_rings + 1> ring_cosine, ring_tangent;  // at the outer rim of each ring
};
template <int K>
const OccupancyCone<K>& occupancy_cone();

// The table of one node. A point is recorded in a ring of a direction only if it is farther from the centre
// than the node's plane in that direction.
template <int K>
struct Occupancy {
    Vec3 center;
    // Per direction, from the centre, ≥ 0: the largest extent of the points along it, and the largest extent
    // along the cone's rim of the points outside the cone.
    std::array<double, K> reach{}, beyond{};
    std::array<std::uint32_t, K> rings{};  // bit j − 1: ring j contains a point
};

template <int K>
Occupancy<K> fit_occupancy(std::span<const Vec3> points);

template <int K>
struct OccupancyTables {
    std::vector<Occupancy<K>> nodes;  // per slot

    std::size_t bytes() const { return nodes.size() * sizeof(Occupancy<K>); }
};

}  // namespace allide::volume
