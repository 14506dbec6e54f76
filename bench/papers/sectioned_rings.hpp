// Paper 001's occupancy table with its rings cut into sections: which way around a direction a point lies
// counts too. The paper names it as future work.
#pragma once

#include "volume/kdop/occupancy.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numbers>
#include <span>

namespace allide::bench {

// One direction of a node: for each ring the sections that hold a point farther from the centre than the
// plane, and for each section the reach along the cone's rim of points beyond the cone.
template <std::size_t Sections>
struct SectionedRings {
    double reach = 0;
    std::array<std::uint32_t, volume::occupancy_rings + 1> occupied{};  // by ring from 1; a bit a section
    std::array<double, Sections> beyond{};
};

// Two unit vectors that make a right-handed frame with `axis`.
std::array<Vec3, 2> across(const Vec3& axis);

// The cone around `axis`; points are given from the node's centre. `reach` must bound them along the axis.
template <int K, std::size_t Sections>
SectionedRings<Sections> fit_sections(const Vec3& axis, std::span<const Vec3> points);

// A bound on the points along `direction`, which must lie in the cone.
template <int K, std::size_t Sections>
double bound_along(const Vec3& axis, const SectionedRings<Sections>& rings, const Vec3& direction);

}  // namespace allide::bench
