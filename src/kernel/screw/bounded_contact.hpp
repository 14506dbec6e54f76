// Two triangles whose corners are known up to a small error: do they touch for certain, or are they apart?
#pragma once

#include "kernel/screw/contact_features.hpp"

namespace allide::kernel {

// Every corner is off by at most `slack`. `yes` if an edge goes through a face, or both overlap on the line
// in which their planes cross; `no` if no edge can meet a face.
Certainty touch_within(const NumberTriangle<DoubleDouble>& a, const NumberTriangle<DoubleDouble>& b,
                       double slack);
// Their shadows on one of some lines tell.
bool certainly_apart(const NumberTriangle<DoubleDouble>& a, const NumberTriangle<DoubleDouble>& b,
                     double slack);

}  // namespace allide::kernel
