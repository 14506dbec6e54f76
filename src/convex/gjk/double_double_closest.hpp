// Distance of two convex hulls that are too close to each other for double precision. Starting from the last
// simplex of the double-precision search, computes the closest points in double-double arithmetic, and a
// plane between them that separates the hulls and so proves a lower bound.
#pragma once

#include "convex/gjk/gjk.hpp"

namespace allide::convex {

struct MeasuredDistance {
    // Certified bounds on the distance of the hulls without their radii. The lower bound is not positive if
    // the method failed.
    double lower = 0, upper = 0;
};
// Keeps the simplex's corners and replaces its weights.
MeasuredDistance double_double_distance(const BodyPair& pair, Simplex& simplex);

}  // namespace allide::convex
