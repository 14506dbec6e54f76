// Certified bounds on the distance of two triangles in double-double arithmetic, from corners with a bounded
// error. The error of the bounds scales with the triangles' sizes, not with their distance from the origin.
#pragma once

#include "kernel/screw/contact_features.hpp"

namespace allide::kernel {

struct BoundedGap {
    NumberPoint<double>
        direction{};   // from A to B, of any length, rounded; the projections on it prove `lower`
    double lower = 0;  // lower bound on (distance − `less`), see below
    double upper = 0;  // upper bound on (distance − `less`)
    NumberPoint<double> place{}, to_b{};  // A's closest point, and the vector from it to B's closest point
};

// Each corner has an error of at most `slack`. `less`, such as a clearance, is subtracted from the distance
// before it is rounded, so that the small difference stays accurate.
BoundedGap bounded_gap(const NumberTriangle<DoubleDouble>& a, const NumberTriangle<DoubleDouble>& b,
                       double slack, double less);
// The same without `direction` and `lower`, which take most of the time to compute.
BoundedGap fine_gap_upper(const NumberTriangle<DoubleDouble>& a, const NumberTriangle<DoubleDouble>& b,
                          double slack, double less);
// Like bounded_gap(), but in double and with `less` = 0; `slack` is the error of both triangles together.
// `lower` is taken along the line between the closest points only, and both bounds have a fixed error of
// 2⁻⁴⁴.
BoundedGap quick_gap(const NumberTriangle<double>& a, const NumberTriangle<double>& b, double slack);

}  // namespace allide::kernel
