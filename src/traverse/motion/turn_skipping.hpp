// Motions of many turns: a lower bound on the first time at which two sets may come close, without testing
// each turn.
#pragma once

#include "traverse/motion/phase_separation.hpp"

namespace allide::traverse {

// A lower bound on the first time from t to limit at which A, given at the start, may meet B; infinite if it
// certainly does not. Uses branch and bound over boxes of times and phases, the earliest first: a box is
// discarded if a direction separates the two sets by more than A can move within the box. The result is about
// one turn before that of an unlimited search, or earlier if the search reaches its limit.
double skip_turns(const BoxesAtPhase& sets, const PhaseLimits& limits, double t, double limit);
double skip_turns(const TrianglesAtPhase& sets, const PhaseLimits& limits, double t, double limit);

}  // namespace allide::traverse
