// Two movers that both translate, between knots or along axes with rational directions, so that doubles
// cannot represent their positions. A segment in doubles approximates them for bounds, and exact arithmetic
// decides.
#pragma once

#include "query/predict/segment_timeline.hpp"

namespace allide::query {

struct RationalTranslation {
    MotionLeg segment;  // segment of A relative to B, which stays at its start pose
    Pose pose_b;
    CommonTranslation common;
    double off;  // bound on the total distance of points of both models from these positions
};

// Covers t0 to t1, during which each mover stays on its segment. Empty if one rotates or its shift is not
// rational.
std::optional<RationalTranslation> rational_translation_between(const MotionLeg& a, const MotionLeg& b,
                                                                double t0, double t1);

}  // namespace allide::query
