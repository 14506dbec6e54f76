// A number of two doubles with a bound on its error: for what is certain although its terms are not.
#pragma once

#include "kernel/number/double_double.hpp"

#include <cmath>
#include <limits>

namespace allide::kernel {

struct Enclosed {
    DoubleDouble value;
    double error = 0;

    Enclosed() = default;
    Enclosed(const DoubleDouble& about, double bound) : value(about), error(bound) {}

    double size() const { return std::abs(value.high) * (1 + 0x1p-50); }
};

// More than the error of one operation on two doubles, times the result.
inline constexpr double enclosed_unit = 0x1p-98;
inline constexpr double enclosed_least = 0x1p-1020;

inline Enclosed operator+(const Enclosed& a, const Enclosed& b) {
    const DoubleDouble sum = a.value + b.value;
    return {sum, (a.error + b.error + enclosed_unit * std::abs(sum.high)) * (1 + 0x1p-50) + enclosed_least};
}
inline Enclosed operator-(const Enclosed& a, const Enclosed& b) {
    return a + Enclosed(-b.value, b.error);
}
inline Enclosed operator*(const Enclosed& a, const Enclosed& b) {
    const DoubleDouble product = a.value * b.value;
    const double error =
        a.size() * b.error + a.error * (b.size() + b.error) + enclosed_unit * std::abs(product.high);
    return {product, error * (1 + 0x1p-50) + enclosed_least};
}
inline Enclosed operator/(const Enclosed& a, const Enclosed& b) {
    const double least = std::abs(b.value.high) * (1 - 0x1p-50) - b.error;
    if (!(least > 0)) return {0, std::numeric_limits<double>::infinity()};
    const DoubleDouble quotient = a.value / b.value;
    const double size = std::abs(quotient.high);
    return {quotient,
            ((a.error + size * b.error) / least + enclosed_unit * size) * (1 + 0x1p-40) + enclosed_least};
}

// 0: not certain.
inline int sign_of(const Enclosed& x) {
    const double about = x.value.rounded();
    return about > 2 * x.error ? 1 : about < -2 * x.error ? -1 : 0;
}
inline bool certainly_less(const Enclosed& a, const Enclosed& b) {
    return sign_of(b - a) > 0;
}

}  // namespace allide::kernel
