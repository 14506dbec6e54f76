// Two models under a screw, in coordinates about its axis. In the unit of the scene no length exceeds 1.
#pragma once

#include "kernel/screw/contact_function.hpp"
#include "kernel/screw/screw_map.hpp"
#include "kernel/triangle/triangle.hpp"

#include <array>

namespace allide::kernel {

// A triangle at the start of the motion, in coordinates about the axis.
template <typename Number>
struct AxisTriangle {
    NumberTriangle<Number> corner, edge;  // edge i runs from corner i to the next corner
    NumberPoint<Number> normal;           // edge 0 × edge 1
    std::array<double, 3> length{};       // edge lengths, rounded up
    double normal_length = 0;             // length of `normal`, rounded up
    double spread = 0;                    // |edge 0| · |edge 1|, an upper bound on the normal's length
    bool is_flat = false;  // true if the triangle is degenerate; its edges then describe it completely
};

// Maps a model's points at the start of the motion to coordinates about the axis.
struct AxisMap {
    std::array<std::array<DoubleDouble, 4>, 3> fine;  // rows [R|t], with t in the scene's unit
    std::array<std::array<double, 4>, 3> coarse;      // the same, rounded to double

    // `rest` holds the rounding errors of the pose's 12 numbers; they are added to the rounded numbers.
    AxisMap(const ScrewMap& screw, const Pose& pose, int unit, const std::array<double, 12>& rest = {});
    // Converts a length in model units to the scene's unit. The scale is a product of two powers of two,
    // since a single one would overflow for subnormal lengths.
    double scaled(double length) const { return scale_ * length * rest_of_scale_; }
    NumberPoint<double> turned(const Vec3& x) const {
        return directed({scaled(x.x), scaled(x.y), scaled(x.z)});
    }
    // Rotates x without scaling: the result is in the model's own unit.
    NumberPoint<double> directed(const Vec3& x) const {
        return {coarse[0][0] * x.x + coarse[0][1] * x.y + coarse[0][2] * x.z,
                coarse[1][0] * x.x + coarse[1][1] * x.y + coarse[1][2] * x.z,
                coarse[2][0] * x.x + coarse[2][1] * x.y + coarse[2][2] * x.z};
    }
    NumberPoint<double> mapped(const Vec3& x) const {
        const NumberPoint<double> y = turned(x);
        return {y[0] + coarse[0][3], y[1] + coarse[1][3], y[2] + coarse[2][3]};
    }

  private:
    double scale_, rest_of_scale_;
};

// Error terms of a screw segment that approximates a motion which is not a screw.
struct ScrewApproximation {
    double deviation = 0;        // upper bound on the distance of a point of A from where the screw moves it
    double axial_deviation = 0;  // upper bound on the same distance measured along the axis
    std::array<double, 12> rest{};  // what rounding to double removed from the start pose's numbers
};

struct ScrewScene {
    // The norms are upper bounds on |x|₁ over each model's points in its own coordinates.
    ScrewScene(const MotionSegment& segment, const Pose& pose_b, double norm_a, double norm_b,
               const ScrewApproximation& approximation = {});

    template <typename Number>
    AxisTriangle<Number> triangle_a(const Triangle& t) const;
    template <typename Number>
    AxisTriangle<Number> triangle_b(const Triangle& t) const;
    // Maps coordinates about the axis back to world coordinates.
    Vec3 in_world(const NumberPoint<double>& x) const;
    double in_unit(double length) const { return std::ldexp(length, -unit); }
    // Upper bound, in world units, on the difference between a computed distance of two points and their
    // distance under poses rounded to double, with A at any time of the motion. Far from the world's origin
    // this bound is larger than the rounding error of positions about the axis.
    double off_with_rounded_poses() const;

    MotionSegment segment;
    Pose pose_b;
    ScrewMap screw;
    int unit;  // the scene's unit is 2^unit model units
    AxisMap map_a, map_b;
    double angle, advance;  // of the whole segment; advance in the scene's unit
    double deviation;       // see ScrewApproximation; in the scene's unit
    double axial_deviation;
};

// Error bound of a position, in the scene's unit. It covers the errors of mapping a point by three products
// and sums, of the axis directions, and of sin_cos().
template <typename Number>
constexpr double position_error(double angle) {
    return 128 * Precision<Number>::unit * (1 + (angle < 0 ? -angle : angle) / 64);
}

// Position of a point after the rotation `turn` about the axis and the shift along it.
template <typename Number, typename Turn>
NumberPoint<Number> moved(const NumberPoint<Number>& x, const Turn& turn, const Number& shift) {
    return {x[0] * turn.cos - x[1] * turn.sin, x[0] * turn.sin + x[1] * turn.cos, x[2] + shift};
}

}  // namespace allide::kernel
