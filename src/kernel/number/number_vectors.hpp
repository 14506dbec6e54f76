// Points and vectors over any number type, so that a predicate is written once as a template and runs on
// doubles with error bounds (BoundedDouble), then on exact numbers (Exact).
#pragma once

#include "kernel/number/bounded_double.hpp"
#include "kernel/number/exact_number.hpp"
#include "kernel/pose/relative_pose.hpp"

#include <allide/geometry.hpp>

#include <array>

namespace allide::kernel {

template <typename Number>
using NumberPoint = std::array<Number, 3>;
template <typename Number>
using NumberTriangle = std::array<NumberPoint<Number>, 3>;

template <typename Number>
NumberPoint<Number> minus(const NumberPoint<Number>& a, const NumberPoint<Number>& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
template <typename Number>
NumberPoint<Number> product_of(const Number& s, const NumberPoint<Number>& x) {
    return {s * x[0], s * x[1], s * x[2]};
}
template <typename Number>
Number dot_of(const NumberPoint<Number>& a, const NumberPoint<Number>& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
template <typename Number>
NumberPoint<Number> cross_of(const NumberPoint<Number>& a, const NumberPoint<Number>& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

template <typename Number>
NumberPoint<Number> as_given(const Vec3& x) {
    return {Number(x.x), Number(x.y), Number(x.z)};
}

// The pose applied to a point; with BoundedDouble the result carries its error bound, with Exact it is exact.
template <typename Number>
NumberPoint<Number> image(const Pose& pose, const Vec3& x) {
    const auto& m = pose.matrix();
    const NumberPoint<Number> p = as_given<Number>(x);
    NumberPoint<Number> out;
    for (std::size_t k = 0; k < 3; ++k) {
        out[k] = Number(m[4 * k + 3]);
        for (std::size_t j = 0; j < 3; ++j)
            if (m[4 * k + j] != 0) out[k] = out[k] + Number(m[4 * k + j]) * p[j];
    }
    return out;
}
// The pose's linear part (its matrix without the translation) applied to a difference of points.
template <typename Number>
NumberPoint<Number> turned(const Pose& pose, const NumberPoint<Number>& p) {
    const auto& m = pose.matrix();
    NumberPoint<Number> out;
    for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t j = 0; j < 3; ++j)
            if (m[4 * k + j] != 0) out[k] = out[k] + Number(m[4 * k + j]) * p[j];
    return out;
}

template <typename Number>
NumberTriangle<Number> image(const Pose& pose, const std::array<Vec3, 3>& t) {
    return {image<Number>(pose, t[0]), image<Number>(pose, t[1]), image<Number>(pose, t[2])};
}

// Maps a point of B into A's frame; the error bounds include the rounding error of the relative pose.
inline NumberPoint<BoundedDouble> mapped(const RelativePose& b_in_a, const Vec3& x) {
    if (b_in_a.identical) return as_given<BoundedDouble>(x);
    const Vec3 rotated = b_in_a.rotate(x);
    const std::array<double, 3> turn{rotated.x, rotated.y, rotated.z};
    const std::array<double, 3> shift{b_in_a.translation.x, b_in_a.translation.y, b_in_a.translation.z};
    const double usual = b_in_a.map_error(std::abs(x.x) + std::abs(x.y) + std::abs(x.z));
    NumberPoint<BoundedDouble> out;
    for (std::size_t k = 0; k < 3; ++k) {
        out[k] = BoundedDouble(turn[k]) + BoundedDouble(shift[k]);
        if (!b_in_a.exact_axis[k]) out[k].error += usual;
    }
    return out;
}

}  // namespace allide::kernel
