// Feasibility of half-spaces: Seidel's randomised incremental linear program in three dimensions.
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

// True if the half-spaces have a common point with |x_k| ≤ bound. They are processed in the given order,
// which should be random. Arithmetic is rounded: for bodies that barely touch the answer may be wrong.
bool have_common_point(std::span<const HalfSpace> half_spaces, double bound);

// True if the two boxes, as twelve half-spaces, have a common point.
bool boxes_overlap_by_linear_program(const BoxPair<double>& pair);

}  // namespace allide::bench
