// How far apart two triangles are, in two doubles a number, from corners that are known up to a small error:
// certain bounds whose error is that of the triangles' sizes, not of where they are.
#pragma once

#include "kernel/screw/contact_features.hpp"

namespace allide::kernel {

struct BoundedGap {
    NumberPoint<double>
        direction{};   // from A to B, of any length, rounded: along it they are apart by `lower`
    double lower = 0;  // not above the distance, less what was asked to be taken off
    double upper = 0;  // not below it, likewise
    NumberPoint<double> place{}, to_b{};  // about the closest point of A, and from there to that of B
};

// Every corner is off by at most `slack`; `less` is taken off the distance before it is rounded.
BoundedGap bounded_gap(const NumberTriangle<DoubleDouble>& a, const NumberTriangle<DoubleDouble>& b,
                       double slack, double less);
// The same without `direction` and `lower`, which take most of the time.
BoundedGap fine_gap_upper(const NumberTriangle<DoubleDouble>& a, const NumberTriangle<DoubleDouble>& b,
                          double slack, double less);
// From doubles, along the direction between the closest points alone, which is not good where they are close.
BoundedGap quick_gap(const NumberTriangle<double>& a, const NumberTriangle<double>& b, double slack);

}  // namespace allide::kernel
