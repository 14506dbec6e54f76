// How long two triangles that are within a clearance stay so while one of them turns: what two of their
// points show, and corners above a face or beside an edge.
#pragma once

#include "kernel/screw/bounded_gap.hpp"
#include "kernel/screw/closing_time.hpp"

namespace allide::query {

// Where they are now, A and B, in corners that are off by at most `slack`. On top of that A's places may be
// blurred, along the axis perhaps less than else.
struct NearPair {
    kernel::NumberTriangle<kernel::DoubleDouble> a, b;
    double clearance = 0, slack = 0;
    double blur = 0, blur_along = 0;
};

// A time, from now, up to which they certainly stay near; `gap` is theirs, less the clearance, and certainly
// below 0.
double stay_near(const kernel::Turning& turning, const NearPair& pair, const kernel::BoundedGap& gap);

// The same from points above a face alone, also where the gap is in doubt: along the axis, in which places
// may be known better, these tell more. 0 if none of them are near for certain.
double stay_over(const kernel::Turning& turning, const NearPair& pair);

}  // namespace allide::query
