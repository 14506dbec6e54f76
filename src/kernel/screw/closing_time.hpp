// Conservative advancement: a lower bound on the time until a triangle that turns about z and advances along
// z crosses a plane that none of its corners has reached yet.
#pragma once

#include "base/infinity.hpp"
#include "kernel/screw/axis_frame.hpp"

#include <cmath>

namespace allide::kernel {

// Rotation about z and advance along z, both per unit of time.
struct Turning {
    double angle = 0, advance = 0;
    double off = 0x1p-47;  // error bound of a position that is computed in double
    Turning backward() const { return {-angle, -advance, off}; }

    // Error bound of positions computed in double-double and rounded once.
    static constexpr double off_rounded = 0x1p-50;

    // Upper bounds for a point at x (rounded coordinates), in the order of the functions: n · velocity, the
    // speed, the length of the acceleration, and |n · acceleration|.
    double speed_along(const NumberPoint<double>& n, const NumberPoint<double>& x) const;
    double speed(const NumberPoint<double>& x) const;
    double acceleration(const NumberPoint<double>& x) const;
    double acceleration_along(const NumberPoint<double>& n, const NumberPoint<double>& x) const;
};

// The time τ ≥ 0 at which speed · τ + ½ acceleration τ² reaches the length `distance`; infinite if it never
// does.
double time_for(double distance, double speed, double acceleration);

// The latest double that is not after t, and the earliest double that is not before t.
inline double not_after(const DoubleDouble& t) {
    return t.low < 0 ? std::nextafter(t.high, -base::infinity) : t.high;
}
inline double not_before(const DoubleDouble& t) {
    return t.low > 0 ? std::nextafter(t.high, base::infinity) : t.high;
}
// The latest double that is not after t + duration. A sum rounded to nearest could be up to 2⁻⁵⁴ too late. In
// a motion by more than 2¹⁰ radians, a point moves farther in that time than the error bounds allow.
inline double time_after(double t, double duration) {
    return not_after(two_sum(t, duration));
}

// A lower bound on the time until any corner lies more than `gap`, a length, beyond the corner that is now
// farthest along n. Each corner is bounded by its own speed and its own distance to go, so that a leading
// corner at rest does not limit the time. The result does not depend on the length of n.
double closing_time(const Turning& turning, const NumberPoint<double>& n,
                    const NumberTriangle<double>& corners, double gap);

// A lower bound on the time for which two triangles stay separated, given that their projections on n, which
// points from A to B, are `gap` (a length) apart. It is the larger of two bounds: for a separating plane at
// rest, and for one that moves with A, relative to which B moves backward.
double separation_time(const Turning& turning, const NumberPoint<double>& n, const NumberTriangle<double>& a,
                       const NumberTriangle<double>& b, double gap);

}  // namespace allide::kernel
