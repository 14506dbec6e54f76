// Double-double arithmetic: an unevaluated sum of two doubles with about 104 significant bits. Sums are
// Knuth's, products Dekker's (1971); each operation has a relative error of at most 2⁻¹⁰⁰ unless it overflows
// or underflows.
#pragma once

#include <cmath>

namespace allide::kernel {

struct DoubleDouble {
    double high = 0, low = 0;

    constexpr DoubleDouble() = default;
    constexpr DoubleDouble(double value) : high(value) {}
    constexpr DoubleDouble(double h, double l) : high(h), low(l) {}

    bool negative() const { return high < 0 || (high == 0 && low < 0); }
    double rounded() const { return high + low; }
};

// Rounded sum (high) and its exact rounding error (low).
inline DoubleDouble two_sum(double a, double b) {
    const double sum = a + b, b_back = sum - a;
    return {sum, (a - (sum - b_back)) + (b - b_back)};
}
// The same, faster; requires |a| ≥ |b|.
inline DoubleDouble quick_sum(double a, double b) {
    const double sum = a + b;
    return {sum, b - (sum - a)};
}
// Rounded product (high) and its exact rounding error (low); factors must be below 2⁹⁹⁰.
inline DoubleDouble two_product(double a, double b) {
    constexpr double splitter = 0x1p27 + 1;
    const double a_part = splitter * a, b_part = splitter * b;
    const double a_high = a_part - (a_part - a), b_high = b_part - (b_part - b);
    const double a_low = a - a_high, b_low = b - b_high, product = a * b;
    return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

inline DoubleDouble operator-(const DoubleDouble& a) {
    return {-a.high, -a.low};
}
inline DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
    DoubleDouble high = two_sum(a.high, b.high);
    const DoubleDouble low = two_sum(a.low, b.low);
    high = quick_sum(high.high, high.low + low.high);
    return quick_sum(high.high, high.low + low.low);
}
inline DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) {
    return a + -b;
}
inline DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
    const DoubleDouble product = two_product(a.high, b.high);
    return quick_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}
inline DoubleDouble operator/(const DoubleDouble& a, const DoubleDouble& b) {
    const double first = a.high / b.high;
    const DoubleDouble rest = a - b * first;
    const double second = rest.high / b.high;
    const DoubleDouble last = rest - b * second;
    return quick_sum(first, second) + DoubleDouble(last.high / b.high);
}
inline bool operator<(const DoubleDouble& a, const DoubleDouble& b) {
    return (a - b).negative();
}
// Square root; 0 for a negative argument.
inline DoubleDouble square_root(const DoubleDouble& a) {
    if (!(a.high > 0)) return 0;
    const double root = std::sqrt(a.high);
    const DoubleDouble rest = a - two_product(root, root);
    return quick_sum(root, rest.high / (2 * root));
}

}  // namespace allide::kernel
