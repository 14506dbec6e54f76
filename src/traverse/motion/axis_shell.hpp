// A point set by its cylinder coordinates about the axis of a screw. On its way a point keeps its distance
// from the axis, and its angle and height grow in proportion to the time: so when two sets may meet is told
// at once, for any number of turns.
#pragma once

#include "base/infinity.hpp"
#include "kernel/screw/axis_frame.hpp"

#include <array>
#include <numbers>

namespace allide::traverse {

inline constexpr double pi = std::numbers::pi, whole_turn = 2 * std::numbers::pi;
inline constexpr double never = base::infinity;  // a time that does not come

// All points lie in a wedge around an angle, between two distances from the axis and two heights.
struct AxisShell {
    // From what the set reaches along its middle's direction from the axis, across that, and along the axis.
    struct Reach {
        kernel::NumberPoint<double> middle;
        double nearest, farthest, across;  // along the direction and, to either side, across it
        double low, high;
    };
    AxisShell() = default;
    explicit AxisShell(const Reach& from);

    double inner = 0, outer = 0;   // distances from the axis
    double angle = 0, half = 4;    // the wedge; of half ≥ π: all around
    double height = 0, reach = 0;  // the middle of the heights, and half of their range
};

// The orbits of a triangle's points under a screw, as points of a plane: the distance from the axis, and the
// height above the helix through the origin, which rises by `rise` with the angle. Between the corners both
// are nearly linear.
struct OrbitTriangle {
    OrbitTriangle(const kernel::NumberTriangle<double>& corners, const AxisShell& shell, double rise);

    std::array<double, 3> out{}, up{};
    double out_error = 0,
           up_error = 0;    // an orbit is farther out by at most the first, and up or down by the other
    bool is_known = false;  // not for a triangle around the axis
};

// A screw as it is seen in cylinder coordinates.
class ShellTimes {
  public:
    // Sets that come within the margin count as meeting.
    ShellTimes(double angle, double advance, double margin);

    // The first time from t on at which A, given at the start, may meet B; infinite if they never do.
    double next(const AxisShell& a, const AxisShell& b, double t) const;
    // Half the range of phases at which the two may meet; π: all of them.
    double wedge_of(const AxisShell& a, const AxisShell& b) const;
    double rise() const { return angle_ == 0 ? 0 : advance_ / angle_; }
    // Is there a line between the orbits of the two? Then they never meet, as a bolt and its thread.
    bool never_meet(const OrbitTriangle& a, const OrbitTriangle& b, double inner) const;

  private:
    bool line_parts(const OrbitTriangle& a, const OrbitTriangle& b, double lift, double up_margin) const;
    bool may_ever_meet(const AxisShell& a, const AxisShell& b, double wedge) const;
    double next_turn(double turn, double wedge, double t) const;

    double angle_, advance_, margin_;
};

}  // namespace allide::traverse
