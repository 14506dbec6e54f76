// Two movers that are both shifted, in between knots or along axes whose directions are quotients: no doubles
// hold their places. A leg of doubles stands for them in bounds, and exact numbers decide.
#pragma once

#include "query/predict/leg_timeline.hpp"

namespace allide::query {

struct QuotientShift {
    MotionLeg leg;  // of A, as B sees it that stays where it is at the start
    Pose pose_b;
    Carried carried;
    double off;  // how far points of the two are from these places, in all, at most
};

// From t0 to t1, between which each of them is on the leg. None if one turns, or its shift is no quotient.
std::optional<QuotientShift> quotient_shift(const MotionLeg& a, const MotionLeg& b, double t0, double t1);

}  // namespace allide::query
