// Contact test for two triangles whose corners have a bounded error.
#pragma once

#include "kernel/screw/contact_features.hpp"

namespace allide::kernel {

// Each corner has an error of at most `slack`. `yes` if an edge certainly passes through a face, or if the
// triangles certainly overlap on the line in which their planes intersect; `no` if no edge can meet a face.
Certainty touch_within(const NumberTriangle<DoubleDouble>& a, const NumberTriangle<DoubleDouble>& b,
                       double slack);
// True if the triangles' projections on one of several candidate axes are certainly disjoint.
bool certainly_apart(const NumberTriangle<DoubleDouble>& a, const NumberTriangle<DoubleDouble>& b,
                     double slack);

}  // namespace allide::kernel
