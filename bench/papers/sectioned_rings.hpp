// Paper 001's occupancy table divides a cone around each direction of a k-DOP into rings. Here these are cut
// into sections, so that a point's azimuth around the direction is taken into account too. The paper names
// this as future work.
#pragma once

#include "volume/kdop/occupancy.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numbers>
#include <span>

namespace allide::bench {

// A node's entry for one direction, the cone's axis. `reach`: the largest coordinate of a point along the
// axis. `occupied`: per ring, the sections with points farther than `reach` from the node's centre. `beyond`:
// per section, the largest coordinate along the cone's rim of points outside of the cone.
template <std::size_t Sections>
struct SectionedRings {
    double reach = 0;
    // Indexed by ring, from 1; one bit per section.
    std::array<std::uint32_t, volume::occupancy_rings + 1> occupied{};
    std::array<double, Sections> beyond{};
};

// Two unit vectors that form a right-handed frame with `axis`.
std::array<Vec3, 2> across(const Vec3& axis);

// Builds the entry for the cone around `axis`. Points are relative to the node's centre. `reach` becomes
// their largest coordinate along the axis.
template <int K, std::size_t Sections>
SectionedRings<Sections> fit_sections(const Vec3& axis, std::span<const Vec3> points);

// An upper bound of dot(direction, p) over the points p; `direction` must lie in the cone.
template <int K, std::size_t Sections>
double bound_along(const Vec3& axis, const SectionedRings<Sections>& rings, const Vec3& direction);

}  // namespace allide::bench
