// Boxes and triangles relative to the axis of a screw: the point sets whose motion is bounded.
#pragma once

#include "kernel/screw/axis_frame.hpp"
#include "traverse/motion/axis_shell.hpp"
#include "volume/box/obb.hpp"

#include <array>

namespace allide::traverse {

using AxisPoint = kernel::NumberPoint<double>;

// A point set that is known by its shadows on lines: all center + Σ s_i side_i with |s_i| ≤ 1 of a box.
struct AxisBox {
    AxisBox(const volume::Obb& box, const kernel::AxisMap& map);

    AxisPoint center;
    std::array<AxisPoint, 3> axis;  // of length 1 up to the pose's tolerance
    std::array<double, 3> half;
    double beside = 0;  // not below the distance of any of its points from the axis
    double size = 0;    // of the smallest ball around it, about
    AxisShell shell;

    // Half the length of its shadow on n, times |n|.
    double reach(const AxisPoint& n) const;
    AxisBox moved(const kernel::SinCos& turn, double shift) const;
};

// The corners of a triangle.
struct AxisCorners {
    AxisCorners(const kernel::AxisTriangle<double>& triangle);

    kernel::NumberTriangle<double> corner;
    AxisPoint normal, center;
    double beside = 0;
    AxisShell shell;
};

}  // namespace allide::traverse
