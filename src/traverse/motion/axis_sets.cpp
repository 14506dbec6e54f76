#include "traverse/motion/axis_sets.hpp"

namespace allide::traverse {
namespace {

using kernel::dot_of;

// Unit vector from the axis towards a point; (1, 0, 0) for a point on the axis.
AxisPoint outward(const AxisPoint& x) {
    const double length = distance_from_axis(x);
    return length > 0 ? AxisPoint{x[0] / length, x[1] / length, 0} : AxisPoint{1, 0, 0};
}

}  // namespace

AxisBox::AxisBox(const volume::Obb& box, const kernel::AxisMap& map) : center(map.mapped(box.center)) {
    axis_distance = distance_from_axis(center);
    for (std::size_t i = 0; i < 3; ++i) {
        axis[i] = map.directed(box.axis[i]);
        half[i] = map.scaled(box.half[i]);
        axis_distance += half[i] * distance_from_axis(axis[i]);
        size += half[i];
    }
    axis_distance *= 1 + 0x1p-40;
    const AxisPoint out = outward(center), around{-out[1], out[0], 0};
    const double along = dot_of(out, center), reach_along = reach(out), up = reach({0, 0, 1});
    shell = AxisShell({.middle = center,
                       .nearest = along - reach_along,
                       .farthest = along + reach_along,
                       .across = reach(around),
                       .low = center[2] - up,
                       .high = center[2] + up});
}

double AxisBox::reach(const AxisPoint& n) const {
    return half[0] * std::abs(dot_of(n, axis[0])) + half[1] * std::abs(dot_of(n, axis[1])) +
           half[2] * std::abs(dot_of(n, axis[2]));
}

AxisBox AxisBox::moved(const kernel::SinCos& turn, double shift) const {
    AxisBox out = *this;
    out.center = turned_about_axis(center, turn);
    out.center[2] += shift;
    for (std::size_t i = 0; i < 3; ++i) out.axis[i] = turned_about_axis(axis[i], turn);
    return out;
}

AxisCorners::AxisCorners(const kernel::AxisTriangle<double>& triangle, double rise)
    : corner(triangle.corner), normal(triangle.normal) {
    for (std::size_t k = 0; k < 3; ++k) center[k] = (corner[0][k] + corner[1][k] + corner[2][k]) / 3;
    for (const AxisPoint& x : corner) axis_distance = std::max(axis_distance, distance_from_axis(x));
    axis_distance *= 1 + 0x1p-40;
    const AxisPoint out = outward(center), around{-out[1], out[0], 0};
    const Projection along = projection(corner, out), across = projection(corner, around),
                     up = projection(corner, {0, 0, 1});
    shell = AxisShell({.middle = center,
                       .nearest = along.low,
                       .farthest = along.high,
                       .across = std::max(std::abs(across.low), std::abs(across.high)),
                       .low = up.low,
                       .high = up.high});
    orbit = OrbitTriangle(corner, shell, rise);
}

}  // namespace allide::traverse
