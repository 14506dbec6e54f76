// Relative motion of two translating movers whose positions are rational numbers, but not always doubles:
// they are interpolated between two knots, or contain a division by the length of a screw's axis. A segment
// in doubles approximates the motion for bounds, and exact arithmetic decides.
#pragma once

#include "query/predict/segment_timeline.hpp"

namespace allide::query {

struct RationalTranslation {
    MotionSegment segment;  // segment of A relative to B, which stays at its start pose
    Pose pose_b;
    CommonTranslation common;
    double off;  // bound on the sum of the position errors of A and B under `segment` and `pose_b`
};

// Covers the time from t0 to t1, during which each mover stays on its segment. Empty if a mover rotates or
// its shift is not rational.
std::optional<RationalTranslation> rational_translation_between(const MotionSegment& a,
                                                                const MotionSegment& b, double t0, double t1);

}  // namespace allide::query
