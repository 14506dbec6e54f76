// Certified bounds on the distance of two triangles in double-double arithmetic, from corners with a bounded
// error. The error of the bounds scales with the triangles' sizes, not with their distance from the origin.
#pragma once

#include "kernel/screw/contact_features.hpp"

namespace allide::kernel {

struct BoundedGap {
    NumberPoint<double>
        direction{};   // from A to B, of any length, rounded; the projections on it are separated by `lower`
    double lower = 0;  // lower bound on the distance minus `less`
    double upper = 0;  // upper bound on the distance minus `less`
    NumberPoint<double> place{}, to_b{};  // A's closest point and the vector from it to B's, rounded
};

// Each corner has an error of at most `slack`; `less` is subtracted from the distance before rounding.
BoundedGap bounded_gap(const NumberTriangle<DoubleDouble>& a, const NumberTriangle<DoubleDouble>& b,
                       double slack, double less);
// The same without `direction` and `lower`, whose computation takes most of the time.
BoundedGap fine_gap_upper(const NumberTriangle<DoubleDouble>& a, const NumberTriangle<DoubleDouble>& b,
                          double slack, double less);
// The same in double and with `less` = 0. Only the direction between the closest points is tried, so that the
// bounds are wide for triangles close to each other.
BoundedGap quick_gap(const NumberTriangle<double>& a, const NumberTriangle<double>& b, double slack);

}  // namespace allide::kernel
