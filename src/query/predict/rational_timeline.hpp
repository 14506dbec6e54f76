// Relative motion of two translating movers whose positions are rational, but not always doubles:
// interpolated between two knots, or with an advance divided by the length of the axis, where that length is
// rational. A segment in doubles approximates the motion for bounds, and exact arithmetic decides.
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
