// Two movers that both translate, between knots or along axes with rational directions, so that doubles
// cannot represent their positions. A leg in doubles approximates them for bounds, and exact arithmetic
// decides.
#pragma once

#include "query/predict/leg_timeline.hpp"

namespace allide::query {

struct QuotientShift {
    MotionLeg leg;  // leg of A relative to B, which stays at its start pose
    Pose pose_b;
    Carried carried;
    double off;  // bound on the total distance of points of both models from these positions
};

// Covers t0 to t1, during which each mover stays on its leg. Empty if one rotates or its shift is not
// rational.
std::optional<QuotientShift> quotient_shift(const MotionLeg& a, const MotionLeg& b, double t0, double t1);

}  // namespace allide::query
