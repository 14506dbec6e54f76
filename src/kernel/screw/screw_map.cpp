#include "kernel/screw/screw_map.hpp"

#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <cmath>

namespace allide::kernel {
namespace {

DoubleDoublePoint unit_of(const DoubleDoublePoint& x) {
    const DoubleDouble length = square_root(dot_of(x, x));
    return {x[0] / length, x[1] / length, x[2] / length};
}

// The axis and two directions perpendicular to it. A coordinate axis is not rounded, so that planes
// perpendicular to it are not tilted.
std::array<DoubleDoublePoint, 3> rows_along(const Vec3& axis) {
    const int exponent = -std::ilogb(largest(axis));
    const DoubleDoublePoint along{std::ldexp(axis.x, exponent), std::ldexp(axis.y, exponent),
                                  std::ldexp(axis.z, exponent)};
    const DoubleDoublePoint w = unit_of(along);
    std::size_t least = 0;
    for (std::size_t k = 1; k < 3; ++k)
        if (std::abs(w[k].high) < std::abs(w[least].high)) least = k;
    DoubleDoublePoint axis_distance;
    axis_distance[least] = 1;
    const DoubleDoublePoint v = unit_of(cross_of(w, axis_distance));
    return {cross_of(v, w), v, w};
}

}  // namespace

ScrewMap::ScrewMap(const MotionSegment& segment)
    : point_(segment.screw.point),
      angle_(segment.screw.angle.in_radians()),
      advance_(segment.screw.advance),
      is_linear_(segment.is_linear),
      translation_(segment.translation) {
    rows_ = rows_along(segment.screw.axis);
    if (is_linear_) angle_ = advance_ = 0;
}

// A power of two that scales lengths so that splitting a double into two halves, as products in
// double-double do, cannot overflow.
double ScrewMap::into_range(const DoubleDoubleRows& start) const {
    const double most = std::max({std::abs(start[3].high), std::abs(start[7].high), std::abs(start[11].high),
                                  largest(point_), largest(translation_), std::abs(advance_)});
    return most > 0x1p900 ? 0x1p-200 : 1;
}

DoubleDoubleRows ScrewMap::double_double_rows(const Pose& start, const DoubleDouble& t) const {
    DoubleDoubleRows rows;
    for (std::size_t i = 0; i < 12; ++i) rows[i] = start.matrix()[i];
    return double_double_rows(rows, t);
}

DoubleDoubleRows ScrewMap::double_double_rows(const DoubleDoubleRows& start, const DoubleDouble& t) const {
    if (t.high == 0) return start;
    const double into = into_range(start), back = 1 / into;
    const auto scaled = [](const DoubleDouble& x, double by) {
        return DoubleDouble(x.high * by, x.low * by);
    };
    const std::array<double, 3> p{into * point_.x, into * point_.y, into * point_.z};
    const std::array<double, 3> shift{into * translation_.x, into * translation_.y, into * translation_.z};
    DoubleDoubleRows out = start;
    if (is_linear_) {
        for (std::size_t k = 0; k < 3; ++k)
            out[4 * k + 3] = scaled(DoubleDouble(shift[k]) * t + scaled(start[4 * k + 3], into), back);
        return out;
    }
    const DoubleDoubleSinCos turn = double_double_sin_cos(DoubleDouble(angle_) * t);
    for (std::size_t column = 0; column < 4; ++column) {
        const bool is_place = column == 3;
        DoubleDoublePoint x;
        for (std::size_t k = 0; k < 3; ++k)
            x[k] = is_place ? scaled(start[4 * k + 3], into) - DoubleDouble(p[k]) : start[4 * k + column];
        const DoubleDoublePoint y{dot_of(rows_[0], x), dot_of(rows_[1], x), dot_of(rows_[2], x)};
        DoubleDoublePoint z{y[0] * turn.cos - y[1] * turn.sin, y[0] * turn.sin + y[1] * turn.cos, y[2]};
        if (is_place) z[2] = z[2] + DoubleDouble(into * advance_) * t;
        for (std::size_t k = 0; k < 3; ++k) {
            const DoubleDouble turned = rows_[0][k] * z[0] + rows_[1][k] * z[1] + rows_[2][k] * z[2];
            out[4 * k + column] = is_place ? scaled(turned + DoubleDouble(p[k]), back) : turned;
        }
    }
    return out;
}

std::array<double, 12> ScrewMap::pose_rows(const Pose& start, double t) const {
    const DoubleDoubleRows fine = double_double_rows(start, DoubleDouble(t));
    std::array<double, 12> out;
    for (std::size_t i = 0; i < 12; ++i) out[i] = fine[i].rounded();
    return out;
}

}  // namespace allide::kernel
