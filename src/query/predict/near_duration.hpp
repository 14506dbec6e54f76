// The time for which two triangles that are within a clearance stay within it while one of them rotates. The
// bounds come from two points of the triangles, from corners above a face, and from corners near an edge.
#pragma once

#include "kernel/screw/bounded_gap.hpp"
#include "kernel/screw/closing_time.hpp"

namespace allide::query {

// Current corners of A and B, with an error of at most `slack`. In addition, A's true positions may deviate
// from these by `deviation`, possibly less along the axis than across it.
struct NearPair {
    kernel::NumberTriangle<kernel::DoubleDouble> a, b;
    double clearance = 0, slack = 0;
    double deviation = 0, axial_deviation = 0;
};

// The duration for which the triangles certainly stay within the clearance. `gap` is their distance minus the
// clearance, and certainly negative.
double near_duration(const kernel::Turning& turning, const NearPair& pair, const kernel::BoundedGap& gap);

// Like near_duration, but only from points of one triangle above the other's face. Also valid while the gap
// is undecided, since heights above the face may be certain. Returns 0 if no point is certainly near.
double duration_over_face(const kernel::Turning& turning, const NearPair& pair);

}  // namespace allide::query
