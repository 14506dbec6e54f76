// The point of the differences a − b nearest to the origin, after Gilbert, Johnson, Keerthi (1988), in
// double. What it says for certain is certain; what it cannot say it leaves to others, with what it found.
#pragma once

#include "convex/gjk/gjk_answer.hpp"

namespace allide::convex {

enum class GjkGoal { verdict, distance };

// Starts in the direction of the hint, and leaves one there.
GjkAnswer gjk(const BodyPair& pair, GjkGoal goal, BodyHint* hint);

}  // namespace allide::convex
