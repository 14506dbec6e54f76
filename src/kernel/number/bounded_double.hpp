// A double with a bound on its absolute error. Predicates that are templates on their number type run on it
// first. If a value's magnitude exceeds its error bound, its sign is proven; otherwise the predicate is
// repeated in exact arithmetic (exact_number.hpp). docs/guarantees.md derives the bounds.
#pragma once

#include <cmath>

namespace allide::kernel {

struct BoundedDouble {
    double value = 0;
    double error = 0;  // upper bound on |value − true number|; value = error = 0: the number is exactly 0

    BoundedDouble() = default;
    explicit BoundedDouble(double exactly) : value(exactly) {}
    BoundedDouble(double rounded, double bound) : value(rounded), error(bound) {}

    bool is_zero() const { return value == 0 && error == 0; }
    double low() const { return value - error; }
    double high() const { return value + error; }
};

// Factor that covers the rounding errors made while an error bound is computed.
inline constexpr double bound_rounding = 1 + 0x1p-50;

inline BoundedDouble operator+(const BoundedDouble& a, const BoundedDouble& b) {
    const double sum = a.value + b.value;
    // Knuth's two-sum: `rest` is the rounding error of the sum, exactly.
    const double b_part = sum - a.value, a_part = sum - b_part;
    const double rest = (a.value - a_part) + (b.value - b_part);
    return {sum, (a.error + b.error + std::abs(rest)) * bound_rounding};
}

inline BoundedDouble operator-(const BoundedDouble& a) {
    return {-a.value, a.error};
}

inline BoundedDouble operator-(const BoundedDouble& a, const BoundedDouble& b) {
    return a + -b;
}

inline BoundedDouble operator*(const BoundedDouble& a, const BoundedDouble& b) {
    if (a.is_zero() || b.is_zero()) return {};
    const double product = a.value * b.value;
    const double error =
        std::abs(a.value) * b.error + a.error * (std::abs(b.value) + b.error) + 0x1p-53 * std::abs(product);
    // 2⁻¹⁰⁷⁰ covers underflow of the product and of its error bound.
    return {product, error * bound_rounding + 0x1p-1070};
}

// Returns the proven sign (−1, 0 or 1). Returns 0 and sets `doubt` if the sign is not proven; NaN and
// overflow count as not proven.
inline int sign_of(const BoundedDouble& x, bool& doubt) {
    if (x.value > x.error) return 1;
    if (x.value < -x.error) return -1;
    doubt = doubt || !x.is_zero();
    return 0;
}

}  // namespace allide::kernel
