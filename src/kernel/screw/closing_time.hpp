// How long a triangle that turns and advances about z stays behind a plane that no corner of it has reached.
#pragma once

#include "kernel/screw/axis_frame.hpp"

#include <cmath>
#include <limits>

namespace allide::kernel {

// What a set goes through in the time 1, about z.
struct Turning {
    double angle = 0, advance = 0;
    double off = 0x1p-47;  // how far a place may be from where it is, in double
    Turning backward() const { return {-angle, -advance, off}; }

    // Of places in two doubles, rounded once.
    static constexpr double off_rounded = 0x1p-50;

    // Bounds for a place that is rounded: how fast it is along n, times |n|; how fast at all; how much its
    // way is bent, and how much of that is along n, times |n|.
    double speed_along(const NumberPoint<double>& n, const NumberPoint<double>& x) const;
    double speed(const NumberPoint<double>& x) const;
    double bend(const NumberPoint<double>& x) const;
    double bend_along(const NumberPoint<double>& n, const NumberPoint<double>& x) const;
};

// The time in which speed · τ + ½ bend τ² comes to be `way`.
double time_for(double way, double speed, double bend);

// The latest double that is not after t, and the earliest that is not before it.
inline double not_after(const DoubleDouble& t) {
    return t.low < 0 ? std::nextafter(t.high, -std::numeric_limits<double>::infinity()) : t.high;
}
inline double not_before(const DoubleDouble& t) {
    return t.low > 0 ? std::nextafter(t.high, std::numeric_limits<double>::infinity()) : t.high;
}
// The latest double that is not after t + duration. Rounded to nearest, a sum may lie behind what it must not
// pass: by 2⁻⁵⁴ of the motion, which at an angle above 2¹⁰ is more than the margins of places.
inline double time_after(double t, double duration) {
    return not_after(two_sum(t, duration));
}

// A time before which no corner comes farther along n than the farthest of them is now, and `gap` |n| more.
// Each has its own speed and its own way to go: a corner that leads but does not move ends nothing. Nothing
// depends on the length of n.
double closing_time(const Turning& turning, const NumberPoint<double>& n,
                    const NumberTriangle<double>& corners, double gap);

// Along n, from A to B, two triangles are `gap` |n| apart: how long they stay so, for all that is certain. By
// a plane that stands still and by one that turns along with A, from which B is seen to move backward.
double stay_apart(const Turning& turning, const NumberPoint<double>& n, const NumberTriangle<double>& a,
                  const NumberTriangle<double>& b, double gap);

}  // namespace allide::kernel
