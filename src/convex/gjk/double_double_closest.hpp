// How far apart two hulls of points are where they are too near to each other for double: the closest points
// of the corners that double ended with, in numbers of two doubles, and a plane that parts the hulls there.
#pragma once

#include "convex/gjk/gjk.hpp"

namespace allide::convex {

struct MeasuredDistance {
    // Of the hulls, without radii; certain. The lower bound is not positive if nothing was found.
    double lower = 0, upper = 0;
};
// Weighs the corners of the simplex anew.
MeasuredDistance double_double_distance(const BodyPair& pair, Simplex& simplex);

}  // namespace allide::convex
