// Rigid frames with bounds of their rounding errors: ball arithmetic for forward kinematics. The bounds are
// derived in docs/guarantees.md, "Robots".
#pragma once

#include "kernel/pose/vec.hpp"

#include <allide/geometry.hpp>

#include <array>

namespace allide::robot {

// Factors that make up for rounding in the computation of a bound: `up` after a few sums and products,
// `long_up` and `long_down` after long formulas.
inline constexpr double up = 1 + 0x1p-40, long_up = 1 + 0x1p-30, long_down = 1 - 0x1p-30;

// A number that differs from `value` by at most `error`.
struct Ball {
    double value = 0, error = 0;
};

// A rigid frame, known up to rounding: the true one has a rotation R and a position x with ‖R − turn‖ ≤
// turn_error (Frobenius norm) and |x − place| ≤ place_error.
struct Frame {
    std::array<double, 9> turn{1, 0, 0, 0, 1, 0, 0, 0, 1};
    Vec3 place;
    double turn_error = 0, place_error = 0;

    Vec3 direction(const Vec3& v) const {
        return {turn[0] * v.x + turn[1] * v.y + turn[2] * v.z, turn[3] * v.x + turn[4] * v.y + turn[5] * v.z,
                turn[6] * v.x + turn[7] * v.y + turn[8] * v.z};
    }
    // Rotates v by the transposed matrix.
    Vec3 direction_back(const Vec3& v) const {
        return {turn[0] * v.x + turn[3] * v.y + turn[6] * v.z, turn[1] * v.x + turn[4] * v.y + turn[7] * v.z,
                turn[2] * v.x + turn[5] * v.y + turn[8] * v.z};
    }
    Vec3 point(const Vec3& x) const { return kernel::operator+(direction(x), place); }
    // An upper bound of the distance between the images of a point under the true frame and under the exact
    // map of the 12 numbers, for points at most `reach` from the frame's origin.
    double error_at(double reach) const { return (place_error + turn_error * reach) * (1 + 0x1p-40); }
};

// The length of v, rounded up.
double length_up(const Vec3& v);

// The product of two frames, which applies `b` first, then `a`.
Frame operator*(const Frame& a, const Frame& b);

// The frame whose rotation is the orthonormal matrix nearest to the pose's.
Frame orthonormal_frame(const Pose& pose);
// The pose whose matrix has the frame's 12 numbers; the error bounds are left out.
Pose pose_of(const Frame& frame);

// A rotation about a unit axis whose direction has an error of at most axis_error.
inline constexpr double axis_error = 0x1p-50;
Frame rotation_about(const Vec3& unit_axis, const Ball& angle);
// A translation along a unit axis whose direction has an error of at most axis_error.
Frame translation_along(const Vec3& unit_axis, const Ball& length);
// Returns axis/|axis| with an error of at most axis_error. Requires a finite axis that is not 0.
Vec3 unit_axis(const Vec3& axis);

}  // namespace allide::robot
