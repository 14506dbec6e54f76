// Motions of many turns: a lower bound on the first time at which two sets may come close, without testing
// each turn.
#pragma once

#include "traverse/motion/axis_sets.hpp"

namespace allide::traverse {

// A box of times and phases. The phase is the angle of the motion modulo whole turns. The motion runs through
// all phases once per turn; the bounds treat time and phase as independent.
struct PhaseBox {
    double t_lo, t_hi, phase_lo, phase_hi;
};

struct PhaseLimits {
    double angle, advance;  // of the whole motion, the advance in the scene's unit
    double margin;          // sets closer than this count as meeting
    double turn, wedge;     // the sets can meet only at phases from turn − wedge to turn + wedge
};

// A lower bound on the first time from t to limit at which A, given at the start, may come within the margin
// of B; infinite if it certainly does not. Branch and bound over boxes of times and phases, earliest first: a
// box is discarded if a direction separates the two sets by more than they can move within the box. The
// result is about one turn before that of an unlimited search, or earlier if the search reaches its limit.
double skip_turns(const AxisBox& a, const AxisBox& b, const PhaseLimits& limits, double t, double limit);
double skip_turns(const AxisCorners& a, const AxisCorners& b, const PhaseLimits& limits, double t,
                  double limit);

}  // namespace allide::traverse
