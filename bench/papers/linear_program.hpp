// Do half-spaces have a common point? Seidel's randomised incremental linear program in three dimensions.
#pragma once

#include "papers/sat.hpp"

#include <array>
#include <span>

namespace allide::bench {

// The points x with normal · x ≤ offset.
struct HalfSpace {
    std::array<double, 3> normal;
    double offset;
};

// Within |x_k| ≤ bound. Half-spaces are taken in the order given, which should be random. Rounded arithmetic:
// bodies that barely touch may be taken for disjoint, and the reverse.
bool have_common_point(std::span<const HalfSpace> half_spaces, double bound);

// The two boxes as twelve half-spaces.
bool boxes_overlap_by_linear_program(const BoxPair<double>& pair);

}  // namespace allide::bench
