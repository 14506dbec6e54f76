// Motions of many turns: the first time at which two sets may come close, without a look at every turn.
#pragma once

#include "traverse/motion/axis_sets.hpp"

namespace allide::traverse {

// A box of times and phases, the phase being the angle that the motion has turned, less whole turns. The
// motion itself runs through all phases once per turn; for bounds the two are taken as independent.
struct PhaseBox {
    double t_lo, t_hi, phase_lo, phase_hi;
};

struct PhaseLimits {
    double angle, advance;  // of the whole motion, the advance in the scene's unit
    double margin;          // sets closer than this count as meeting
    double turn, wedge;     // they can meet only at phases from turn − wedge to turn + wedge
};

// Not after the first time from t to limit at which A, given at the start, may come within the margin of B;
// infinite if it certainly does not. Branch and bound over boxes of times and phases, the earliest first: a
// box is discarded where a direction separates the two sets by more than they can move within it. The answer
// is about one turn before that of an endless search, or earlier if the search is cut off.
double skip_turns(const AxisBox& a, const AxisBox& b, const PhaseLimits& limits, double t, double limit);
double skip_turns(const AxisCorners& a, const AxisCorners& b, const PhaseLimits& limits, double t,
                  double limit);

}  // namespace allide::traverse
