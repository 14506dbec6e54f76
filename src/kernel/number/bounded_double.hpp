// A double with a bound on its error: the rounded stage of predicates that are written once for rounded and
// exact numbers. A sign is certain, or the predicate is left to exact arithmetic. docs/guarantees.md derives
// the bounds.
#pragma once

#include <cmath>

namespace allide::kernel {

struct Certain {
    double value = 0;
    double error = 0;  // zero for certain if both are 0

    Certain() = default;
    explicit Certain(double exactly) : value(exactly) {}
    Certain(double rounded, double bound) : value(rounded), error(bound) {}

    bool is_zero() const { return value == 0 && error == 0; }
    double low() const { return value - error; }
    double high() const { return value + error; }
};

// More than the roundings of an error's own sum and products.
inline constexpr double certain_slack = 1 + 0x1p-50;

inline Certain operator+(const Certain& a, const Certain& b) {
    const double sum = a.value + b.value;
    // Knuth's two-sum: what the rounded sum leaves over.
    const double b_part = sum - a.value, a_part = sum - b_part;
    const double rest = (a.value - a_part) + (b.value - b_part);
    return {sum, (a.error + b.error + std::abs(rest)) * certain_slack};
}

inline Certain operator-(const Certain& a) {
    return {-a.value, a.error};
}

inline Certain operator-(const Certain& a, const Certain& b) {
    return a + -b;
}

inline Certain operator*(const Certain& a, const Certain& b) {
    if (a.is_zero() || b.is_zero()) return {};
    const double product = a.value * b.value;
    const double error =
        std::abs(a.value) * b.error + a.error * (std::abs(b.value) + b.error) + 0x1p-53 * std::abs(product);
    // The last term is for what underflows, in the product and in its error.
    return {product, error * certain_slack + 0x1p-1070};
}

// The sign, or 0 with `doubt` set. Numbers that overflowed, and NaN, are doubtful.
inline int sign_of(const Certain& x, bool& doubt) {
    if (x.value > x.error) return 1;
    if (x.value < -x.error) return -1;
    doubt = doubt || !x.is_zero();
    return 0;
}

}  // namespace allide::kernel
