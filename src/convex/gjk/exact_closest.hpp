// Closest points of two convex hulls in exact arithmetic, for cases that double precision leaves undecided.
// The search adds vertices of A − B to a set and drops others until no vertex brings the set's hull nearer to
// the origin (Wolfe 1976). Each hull is nearer than the one before, so the search terminates.
#pragma once

#include "convex/gjk/gjk.hpp"
#include "kernel/number/number_vectors.hpp"

#include <allide/geometry.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace allide::convex {

// The point of A − B nearest to the origin, as a weighted sum of vertices of A − B.
struct ExactClosest {
    bool touching = false;  // the hulls share a point
    std::vector<std::array<std::uint32_t, 2>> corners = {};
    std::vector<kernel::Exact> weights = {};  // positive weight of each corner
    kernel::Exact total_weight{1.0};          // sum of the weights
    kernel::ExactRatio squared = {};          // squared distance of the hulls
    Vec3 point_a, point_b;                    // witness points in the world, rounded
};

// Closest points of the hulls without the radii, starting from the corners of `start`, which may be empty.
ExactClosest exact_closest(const BodyPair& pair, const Simplex& start);

// √squared − radii, within a relative error of 2⁻⁴⁷. Requires √squared > radii.
double length_beyond(const kernel::ExactRatio& squared, const kernel::Exact& radii);
kernel::Exact sum_of_radii(const BodyPair& pair);

// Sign of the distance of the hulls minus the sum of both radii.
int compare_with_radii(const BodyPair& pair, const ExactClosest& closest);

}  // namespace allide::convex
