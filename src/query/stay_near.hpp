// How long two triangles that are within a clearance stay so while one of them turns: what two of their
// points show, and corners above a face or beside an edge.
#pragma once

#include "kernel/closing_time.hpp"
#include "kernel/fine_gap.hpp"

namespace allide::query {

// Where they are now, A and B, in corners that are off by at most `slack`.
struct NearPair {
    kernel::NumberTriangle<kernel::DoubleDouble> a, b;
    double clearance = 0, slack = 0;
};

// A time, from now, up to which they certainly stay near; `gap` is theirs, less the clearance, and certainly
// below 0.
double stay_near(const kernel::Turning& turning, const NearPair& pair, const kernel::FineGap& gap);

}  // namespace allide::query
