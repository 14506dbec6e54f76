// Distance of two convex hulls that are too close to each other for double precision. Computes the closest
// points of the final double-precision simplex in double-double arithmetic, and a plane there that separates
// the hulls.
#pragma once

#include "convex/gjk/gjk.hpp"

namespace allide::convex {

struct MeasuredDistance {
    // Certified bounds on the distance of the hulls, without radii. The lower bound is not positive if the
    // search failed.
    double lower = 0, upper = 0;
};
// Starts from the corners of the simplex and recomputes its weights.
MeasuredDistance double_double_distance(const BodyPair& pair, Simplex& simplex);

}  // namespace allide::convex
