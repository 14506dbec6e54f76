// Point of the Minkowski difference A − B nearest to the origin, after Gilbert, Johnson, Keerthi (1988), in
// double precision. Certain results are certified. Undecided cases are returned as open, with the simplex and
// bounds found so far, for a more precise method to finish.
#pragma once

#include "convex/gjk/gjk_answer.hpp"

namespace allide::convex {

enum class GjkGoal { verdict, distance };

// Starts in the direction of the hint, and stores a new hint for the next query.
GjkAnswer gjk(const BodyPair& pair, GjkGoal goal, BodyHint* hint);

}  // namespace allide::convex
