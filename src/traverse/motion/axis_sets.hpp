// Oriented boxes and triangles in coordinates about the axis of a screw, at the start of the motion.
#pragma once

#include "kernel/screw/axis_frame.hpp"
#include "traverse/motion/axis_shell.hpp"
#include "volume/box/obb.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace allide::traverse {

using AxisPoint = kernel::NumberPoint<double>;

// An oriented box: all points center + Σ s_i half_i axis_i with |s_i| ≤ 1.
struct AxisBox {
    AxisBox(const volume::Obb& box, const kernel::AxisMap& map);

    AxisPoint center;
    std::array<AxisPoint, 3> axis;  // unit vectors up to the pose's tolerance
    std::array<double, 3> half;
    double axis_distance = 0;  // upper bound on the distance of the box's points from the axis
    double size = 0;           // approximate radius of the smallest enclosing sphere
    AxisShell shell;

    // Half the length of the box's projection on n, multiplied by |n|.
    double reach(const AxisPoint& n) const;
    // The box after a rotation about the axis and a shift along it. `shell` is not updated: it bounds the box
    // at the start of the motion.
    AxisBox moved(const kernel::SinCos& turn, double shift) const;
};

// A triangle with the precomputed data that the bounds need.
struct AxisCorners {
    // `rise` is the screw's advance per radian, on which `orbit` depends.
    AxisCorners(const kernel::AxisTriangle<double>& triangle, double rise);

    kernel::NumberTriangle<double> corner;
    AxisPoint normal, center;
    double axis_distance = 0;  // upper bound on the distance of the corners from the axis
    AxisShell shell;
    OrbitTriangle orbit;
};

// Distance of a point from the axis, which is z.
inline double distance_from_axis(const AxisPoint& x) {
    return std::sqrt(x[0] * x[0] + x[1] * x[1]);
}
inline AxisPoint turned_about_axis(const AxisPoint& x, const kernel::SinCos& turn) {
    return {x[0] * turn.cos - x[1] * turn.sin, x[0] * turn.sin + x[1] * turn.cos, x[2]};
}

// Min and max of dot(n, x) over the corners.
struct Projection {
    double low, high;
};
inline Projection projection(const kernel::NumberTriangle<double>& t, const AxisPoint& n) {
    const double x = kernel::dot_of(n, t[0]), y = kernel::dot_of(n, t[1]), z = kernel::dot_of(n, t[2]);
    return {std::min({x, y, z}), std::max({x, y, z})};
}

}  // namespace allide::traverse
