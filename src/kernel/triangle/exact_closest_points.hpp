// Closest points of two triangles in exact arithmetic of any length, as weights of the corners. For proofs
// that other programs check; much slower than the distance alone (exact_distance.hpp).
#pragma once

#include "kernel/number/number_vectors.hpp"

#include <array>

namespace allide::kernel {

// The point Σ weight[i] · corner[i] / Σ weight[i] of a triangle. Weights are not negative, and one is
// positive.
using ExactWeights = std::array<Exact, 3>;

struct ExactClosestPoints {
    ExactWeights weights_p, weights_q;
    ExactRatio squared;  // squared distance; 0 if and only if the triangles share a point
    // A direction d with d · (y − x) ≥ |d| · distance for all points x of p and y of q; 0 if the triangles
    // share a point.
    NumberPoint<Exact> direction;
};

// One pair of closest points. Triangles may be degenerate.
ExactClosestPoints exact_closest_points(const NumberTriangle<Exact>& p, const NumberTriangle<Exact>& q);

}  // namespace allide::kernel
