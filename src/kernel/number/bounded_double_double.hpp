// A double-double with a bound on its absolute error, for input that is itself known only up to an error.
#pragma once

#include "base/infinity.hpp"
#include "kernel/number/double_double.hpp"

#include <cmath>

namespace allide::kernel {

struct BoundedDoubleDouble {
    DoubleDouble value;
    double error = 0;

    BoundedDoubleDouble() = default;
    BoundedDoubleDouble(const DoubleDouble& about, double bound) : value(about), error(bound) {}

    double size() const { return std::abs(value.high) * (1 + 0x1p-50); }
};

// Bound on the relative error of one double-double operation. It also covers the rounding of the error
// bound itself.
inline constexpr double double_double_unit = 0x1p-98;
inline constexpr double underflow_bound = 0x1p-1020;  // covers the underflow of products and quotients

inline BoundedDoubleDouble operator+(const BoundedDoubleDouble& a, const BoundedDoubleDouble& b) {
    const DoubleDouble sum = a.value + b.value;
    return {sum,
            (a.error + b.error + double_double_unit * std::abs(sum.high)) * (1 + 0x1p-50) + underflow_bound};
}
inline BoundedDoubleDouble operator-(const BoundedDoubleDouble& a, const BoundedDoubleDouble& b) {
    return a + BoundedDoubleDouble(-b.value, b.error);
}
inline BoundedDoubleDouble operator*(const BoundedDoubleDouble& a, const BoundedDoubleDouble& b) {
    const DoubleDouble product = a.value * b.value;
    const double error =
        a.size() * b.error + a.error * (b.size() + b.error) + double_double_unit * std::abs(product.high);
    return {product, error * (1 + 0x1p-50) + underflow_bound};
}
inline BoundedDoubleDouble operator/(const BoundedDoubleDouble& a, const BoundedDoubleDouble& b) {
    const double least = std::abs(b.value.high) * (1 - 0x1p-50) - b.error;
    if (!(least > 0)) return {0, base::infinity};
    const DoubleDouble quotient = a.value / b.value;
    const double size = std::abs(quotient.high);
    return {quotient, ((a.error + size * b.error) / least + double_double_unit * size) * (1 + 0x1p-40) +
                          underflow_bound};
}

// The proven sign (−1 or 1), or 0 if the sign is not proven.
inline int sign_of(const BoundedDoubleDouble& x) {
    const double about = x.value.rounded();
    return about > 2 * x.error ? 1 : about < -2 * x.error ? -1 : 0;
}
inline bool certainly_less(const BoundedDoubleDouble& a, const BoundedDoubleDouble& b) {
    return sign_of(b - a) > 0;
}

}  // namespace allide::kernel
