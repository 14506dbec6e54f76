// Point of the Minkowski difference A − B nearest to the origin, after Gilbert, Johnson, Keerthi (1988), in
// double precision. A verdict is returned only if it is certified. Other cases are returned as open, with the
// simplex and the bounds found so far, for a more precise method to finish.
#pragma once

#include "convex/gjk/gjk_answer.hpp"

namespace allide::convex {

enum class GjkGoal { verdict, distance };

// Starts in the direction of the hint, if there is one, and stores a new hint in it for the next query.
GjkAnswer gjk(const BodyPair& pair, GjkGoal goal, BodyHint* hint);

}  // namespace allide::convex
