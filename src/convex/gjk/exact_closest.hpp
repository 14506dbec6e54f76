// The closest points of two hulls of points, in exact arithmetic: what double leaves open. Corners of the
// differences are added and dropped until none is nearer to the origin (Wolfe 1976); each set of corners is
// nearer than the one before, so it ends.
#pragma once

#include "convex/gjk/gjk.hpp"
#include "kernel/number/number_vectors.hpp"

#include <allide/geometry.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace allide::convex {

// The closest point of a set of corners, as weights of these.
struct ExactClosest {
    bool touching = false;  // the hulls share a point
    std::vector<std::array<std::uint32_t, 2>> corners = {};
    std::vector<kernel::Exact> weights = {};  // positive
    kernel::Exact whole{1.0};                 // the sum of the weights
    kernel::ExactRatio squared = {};          // of the distance
    Vec3 point_a, point_b;                    // in the world, rounded
};

// Of the corners of both bodies, without their radii. Starts from a simplex, which may be empty.
ExactClosest exact_closest(const BodyPair& pair, const Simplex& start);

// How much longer than the radii the root of a square is, within a relative 2⁻⁴⁷; it is longer.
double length_beyond(const kernel::ExactRatio& squared, const kernel::Exact& radii);
kernel::Exact sum_of_radii(const BodyPair& pair);

// The sign of the distance less the two radii together.
int compare_with_radii(const BodyPair& pair, const ExactClosest& closest);

}  // namespace allide::convex
