// Two models under a screw, in coordinates about its axis and in a unit in which nothing exceeds 1.
#pragma once

#include "kernel/screw/contact_function.hpp"
#include "kernel/screw/screw_map.hpp"
#include "kernel/triangle/triangle.hpp"

#include <array>

namespace allide::kernel {

// A triangle at the start of the motion.
template <typename Number>
struct AxisTriangle {
    NumberTriangle<Number> corner, edge;  // edge i runs from corner i to the next
    NumberPoint<Number> normal;           // edge 0 × edge 1
    std::array<double, 3> length{};       // of the edges, rounded up
    double normal_length = 0;             // rounded up
    double spread = 0;                    // the product of the two lengths behind the normal
    bool is_flat = false;                 // a segment or a point: its edges tell everything
};

// The map of a model's points at the start into coordinates about the axis.
struct AxisMap {
    std::array<std::array<DoubleDouble, 4>, 3> fine;
    std::array<std::array<double, 4>, 3> coarse;

    // The pose's rows may have a rest that doubles did not hold.
    AxisMap(const ScrewMap& screw, const Pose& pose, int unit, const std::array<double, 12>& rest = {});
    // A length of the model's own in the unit: two powers of two, since among subnormals one would overflow.
    double scaled(double length) const { return scale_ * length * rest_of_scale_; }
    NumberPoint<double> turned(const Vec3& x) const {
        return directed({scaled(x.x), scaled(x.y), scaled(x.z)});
    }
    // Turned, but in the model's own unit.
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

// A leg that stands for a motion which is no screw.
struct Likeness {
    double blur = 0;                // how far A's points may be from where the screw takes them
    double blur_along = 0;          // and how far along the axis
    std::array<double, 12> rest{};  // what the rows of the start, which are doubles, leave over
};

struct ScrewScene {
    // The norms bound |x|₁ of the models' own points.
    ScrewScene(const MotionLeg& leg, const Pose& pose_b, double norm_a, double norm_b,
               const Likeness& likeness = {});

    template <typename Number>
    AxisTriangle<Number> triangle_a(const Triangle& t) const;
    template <typename Number>
    AxisTriangle<Number> triangle_b(const Triangle& t) const;
    // From coordinates about the axis back to the world.
    Vec3 in_world(const NumberPoint<double>& x) const;
    double in_unit(double length) const { return std::ldexp(length, -unit); }
    // By how much a distance of two places differs at most from that under poses of doubles, A's at any time;
    // far from the origin that is more than the unit tells. A length of the world.
    double off_with_rounded_poses() const;

    MotionLeg leg;
    Pose pose_b;
    ScrewMap screw;
    int unit;
    AxisMap map_a, map_b;
    double angle, advance;  // the advance in the unit
    double blur;            // likewise
    double blur_along;
};

// No position is off by more, in the unit: maps of three products and sums, the axes, the own sine and
// cosine.
template <typename Number>
constexpr double position_error(double angle) {
    return 128 * Precision<Number>::unit * (1 + (angle < 0 ? -angle : angle) / 64);
}

// Where a point is at time t.
template <typename Number, typename Turn>
NumberPoint<Number> moved(const NumberPoint<Number>& x, const Turn& turn, const Number& shift) {
    return {x[0] * turn.cos - x[1] * turn.sin, x[0] * turn.sin + x[1] * turn.cos, x[2] + shift};
}

}  // namespace allide::kernel
