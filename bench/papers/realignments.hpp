// The realignments, ordered from loose to tight as the literature expects, and the number of tests with each.
#pragma once

#include "papers/rotation.hpp"

#include <array>
#include <map>

namespace allide::bench {

inline constexpr std::array realignments{Realign::major_axes, Realign::occupancy,      Realign::zachmann,
                                         Realign::vertices,   Realign::zachmann_multi, Realign::hill_climb};

// Number of volume tests per query with each realignment.
using RealignTests = std::map<Realign, double>;

inline void operator+=(RealignTests& sum, const RealignTests& tests) {
    for (const auto& [realign, count] : tests) sum[realign] += count;
}

}  // namespace allide::bench
