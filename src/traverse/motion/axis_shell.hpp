// Bounds of a point set in cylindrical coordinates about the axis of a screw. A moving point keeps its
// distance from the axis, and its angle and height change linearly with time. The times at which two sets may
// meet therefore follow directly, for any number of turns.
#pragma once

#include "base/infinity.hpp"
#include "kernel/screw/axis_frame.hpp"

#include <array>
#include <numbers>

namespace allide::traverse {

inline constexpr double pi = std::numbers::pi, whole_turn = 2 * std::numbers::pi;
inline constexpr double never = base::infinity;  // a time that is never reached

// Bounding volume of a point set in cylindrical coordinates: a wedge of angles, between two distances from
// the axis and between two heights.
struct AxisShell {
    // Extents of the set: along the direction from the axis to the set's middle, across that direction, and
    // along the axis (low and high).
    struct Reach {
        kernel::NumberPoint<double> middle;
        // Along the direction to the middle: `nearest` is the minimum, `farthest` the maximum. Across it:
        // `across` is the largest distance.
        double nearest, farthest, across;
        double low, high;
    };
    AxisShell() = default;
    explicit AxisShell(const Reach& from);

    double inner = 0, outer = 0;   // minimum and maximum distance from the axis
    double angle = 0, half = 4;    // middle and half-width of the wedge; half ≥ π: the full circle
    double height = 0, reach = 0;  // middle of the heights, and half of their range
};

// The orbits of a triangle's points under a screw, as points in a plane. The coordinates are the distance
// from the axis and the height above the helix through the origin, which rises by `rise` per radian. Between
// the corners both are nearly linear.
struct OrbitTriangle {
    OrbitTriangle() = default;
    OrbitTriangle(const kernel::NumberTriangle<double>& corners, const AxisShell& shell, double rise);

    std::array<double, 3> out{}, up{};  // per corner: distance from the axis, height above the helix
    double out_error = 0,
           up_error = 0;    // error bounds: `out` may be too small, never too large; `up` may be either
    bool is_known = false;  // false if the triangle reaches across the axis (shell.inner is 0)
};

// A screw in cylindrical coordinates.
class ShellTimes {
  public:
    // Two sets that come closer than the margin count as meeting.
    ShellTimes(double angle, double advance, double margin);

    // The first time from t on at which A, given at the start, may meet B; infinite if they never meet.
    double next(const AxisShell& a, const AxisShell& b, double t) const;
    // Half-width of the range of phases (angles modulo 2π) at which the two sets may meet; π: at all phases.
    double wedge_of(const AxisShell& a, const AxisShell& b) const;
    double rise() const { return angle_ == 0 ? 0 : advance_ / angle_; }
    // True if a line separates the orbits of the two triangles in the plane described at OrbitTriangle, also
    // after whole turns. They then never meet, like the threads of a bolt and its nut. False proves nothing.
    bool never_meet(const OrbitTriangle& a, const OrbitTriangle& b, double inner) const;

  private:
    bool line_separates(const OrbitTriangle& a, const OrbitTriangle& b, double lift, double up_margin) const;
    bool may_ever_meet(const AxisShell& a, const AxisShell& b, double wedge) const;
    double next_turn(double turn, double wedge, double t) const;

    double angle_, advance_, margin_;
};

}  // namespace allide::traverse
