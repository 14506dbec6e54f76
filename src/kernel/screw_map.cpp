#include "kernel/screw_map.hpp"

#include "kernel/vec.hpp"

#include <cmath>

namespace allide::kernel {
namespace {

FinePoint unit_of(const FinePoint& x) {
    const DoubleDouble length = square_root(dot_of(x, x));
    return {x[0] / length, x[1] / length, x[2] / length};
}

// The axis and two directions beside it. Along a coordinate axis nothing is rounded, lest a plane at right
// angles to it be tilted.
std::array<FinePoint, 3> rows_along(const Vec3& axis) {
    const int exponent = -std::ilogb(largest(axis));
    const FinePoint along{std::ldexp(axis.x, exponent), std::ldexp(axis.y, exponent),
                          std::ldexp(axis.z, exponent)};
    const FinePoint w = unit_of(along);
    std::size_t least = 0;
    for (std::size_t k = 1; k < 3; ++k)
        if (std::abs(w[k].high) < std::abs(w[least].high)) least = k;
    FinePoint beside;
    beside[least] = 1;
    const FinePoint v = unit_of(cross_of(w, beside));
    return {cross_of(v, w), v, w};
}

}  // namespace

ScrewMap::ScrewMap(const MotionLeg& leg)
    : point_(leg.screw.point),
      angle_(leg.screw.angle.in_radians()),
      advance_(leg.screw.advance),
      is_linear_(leg.is_linear),
      translation_(leg.translation) {
    rows_ = rows_along(leg.screw.axis);
    if (is_linear_) angle_ = advance_ = 0;
}

std::array<DoubleDouble, 12> ScrewMap::fine_rows(const Pose& start, double t) const {
    const auto& m = start.matrix();
    std::array<DoubleDouble, 12> out;
    if (is_linear_ || t == 0) {
        for (std::size_t i = 0; i < 12; ++i) out[i] = m[i];
        if (t == 0) return out;
        out[3] = two_product(t, translation_.x) + out[3];
        out[7] = two_product(t, translation_.y) + out[7];
        out[11] = two_product(t, translation_.z) + out[11];
        return out;
    }
    const FineSinCos turn = fine_sin_cos(two_product(angle_, t));
    const std::array<double, 3> p{point_.x, point_.y, point_.z};
    for (std::size_t column = 0; column < 4; ++column) {
        FinePoint x;
        for (std::size_t k = 0; k < 3; ++k)
            x[k] = DoubleDouble(m[4 * k + column]) - DoubleDouble(column == 3 ? p[k] : 0);
        const FinePoint y{dot_of(rows_[0], x), dot_of(rows_[1], x), dot_of(rows_[2], x)};
        FinePoint z{y[0] * turn.cos - y[1] * turn.sin, y[0] * turn.sin + y[1] * turn.cos, y[2]};
        if (column == 3) z[2] = z[2] + two_product(t, advance_);
        for (std::size_t k = 0; k < 3; ++k) {
            const DoubleDouble back = rows_[0][k] * z[0] + rows_[1][k] * z[1] + rows_[2][k] * z[2];
            out[4 * k + column] = back + DoubleDouble(column == 3 ? p[k] : 0);
        }
    }
    return out;
}

std::array<double, 12> ScrewMap::pose_rows(const Pose& start, double t) const {
    const auto fine = fine_rows(start, t);
    std::array<double, 12> out;
    for (std::size_t i = 0; i < 12; ++i) out[i] = fine[i].rounded();
    return out;
}

}  // namespace allide::kernel
