// Occupancy tables. They record in which rings around each direction of a k-DOP its node has points, after
// Fünfzig and Fellner, "Easy realignment of k-DOP bounding volumes" (2003), with corrected factors, which
// docs/papers.md derives.
#pragma once

#include "volume/hull/directions.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace allide::volume {

// The cone around a direction is cut into rings by equal steps of the cosine. Ring 0 is the axis.
inline constexpr std::size_t occupancy_rings = 31;
inline constexpr std::uint32_t beyond_all_rings = 0x80000000u;  // bit 31: a point lies outside the cone

// All cones have the same half angle, slightly larger than needed for the cones to cover the sphere.
template <int K>
struct OccupancyCone {
    double cosine, sine;
    std::array<double, occupancy_rings + 1> ring_cosine, ring_tangent;  // at each ring's outer rim
};
template <int K>
const OccupancyCone<K>& occupancy_cone();

// The table of one node: which rings around each direction contain points. Points whose distance from the
// centre does not exceed that of the node's plane in a direction are not recorded for it: after any rotation,
// they are still within the plane.
template <int K>
struct Occupancy {
    Vec3 center;
    // Per direction, measured from the centre and not negative. `reach` is the largest extent of the points
    // along it. `beyond` is the largest extent of the points outside the cone, each along the direction on
    // the cone's rim that is nearest to the point.
    std::array<double, K> reach{}, beyond{};
    std::array<std::uint32_t, K> rings{};  // bit j − 1: ring j contains a point
};

template <int K>
Occupancy<K> fit_occupancy(std::span<const Vec3> points);

template <int K>
struct OccupancyTables {
    std::vector<Occupancy<K>> nodes;  // per slot: table of its node

    std::size_t bytes() const { return nodes.size() * sizeof(Occupancy<K>); }
};

}  // namespace allide::volume
