#include "kernel/number/sin_cos.hpp"

#include <array>
#include <cmath>
#include <cstdint>

namespace allide::kernel {
namespace {

// π/2 as a sum of four doubles, with an error of at most 2⁻²¹⁸.
constexpr std::array<double, 4> half_pi{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110,
                                        0x1.4cf98e804177dp-164};

// An angle reduced to [−π/4, π/4], up to rounding, and the number of quarter turns that were
// subtracted to reduce it.
struct Reduced {
    DoubleDouble rest;
    std::int64_t quarters;
};

// The products of the number of quarter turns with the first three pieces of π/2 are exact double-doubles;
// that with the last piece has an error below 2⁻¹⁸². Sums have a relative error of at most 2⁻¹⁰³, also under
// cancellation, so the result is within 2⁻¹⁰² of the true value.
Reduced reduced(const DoubleDouble& angle) {
    const double quarters = std::nearbyint(angle.high * 0x1.45f306dc9c883p-1);
    if (quarters == 0) return {angle, 0};
    DoubleDouble rest = angle - two_product(quarters, half_pi[0]);
    rest = rest - two_product(quarters, half_pi[1]);
    rest = rest - two_product(quarters, half_pi[2]);
    rest = rest - DoubleDouble(quarters * half_pi[3]);
    return {rest, static_cast<std::int64_t>(quarters)};
}

template <typename Pair>
Pair turned_by_quarters(const Pair& x, std::int64_t quarters) {
    switch (quarters & 3) {
        case 0:
            return x;
        case 1:
            return {x.cos, -x.sin};
        case 2:
            return {-x.sin, -x.cos};
        default:
            return {-x.cos, x.sin};
    }
}

constexpr std::size_t double_double_terms = 15;

// 1/n! for n up to 2 · double_double_terms + 1.
std::array<DoubleDouble, 2 * double_double_terms + 2> inverse_factorials() {
    std::array<DoubleDouble, 2 * double_double_terms + 2> out;
    out[0] = 1;
    for (std::size_t n = 1; n < out.size(); ++n) out[n] = out[n - 1] / DoubleDouble(static_cast<double>(n));
    return out;
}

}  // namespace

// Taylor's series up to x¹⁵ (sine) and x¹⁶ (cosine) have a remainder below 0.79¹⁷/17! < 2⁻⁵⁴, as |x| < 0.79.
// The first term is exact. The terms added to it sum to at most 0.31, with a relative error of a few 2⁻⁵³;
// the last sum is rounded by at most 2⁻⁵³.
SinCos sin_cos(const DoubleDouble& angle) {
    const auto [rest, quarters] = reduced(angle);
    const double x = rest.high, z = x * x;
    double s = -1.0 / 1307674368000, c = 1.0 / 20922789888000;
    s = s * z + 1.0 / 6227020800;
    s = s * z - 1.0 / 39916800;
    s = s * z + 1.0 / 362880;
    s = s * z - 1.0 / 5040;
    s = s * z + 1.0 / 120;
    s = s * z - 1.0 / 6;
    c = c * z - 1.0 / 87178291200;
    c = c * z + 1.0 / 479001600;
    c = c * z - 1.0 / 3628800;
    c = c * z + 1.0 / 40320;
    c = c * z - 1.0 / 720;
    c = c * z + 1.0 / 24;
    const double sine = x + (s * z * x + rest.low), cosine = 1 - (0.5 * z - (c * z * z - x * rest.low));
    return turned_by_quarters(SinCos{sine, cosine}, quarters);
}

// Taylor's series up to x³¹ (sine) and x³⁰ (cosine); the remainder is below 0.79³²/32! < 2⁻¹²⁸. There are
// fifteen Horner steps, each of which multiplies earlier errors by at most 0.62.
DoubleDoubleSinCos double_double_sin_cos(const DoubleDouble& angle) {
    static const auto coefficient = inverse_factorials();
    const auto [rest, quarters] = reduced(angle);
    const DoubleDouble z = rest * rest;
    DoubleDouble s = coefficient[2 * double_double_terms + 1], c = coefficient[2 * double_double_terms];
    for (std::size_t i = double_double_terms; i-- > 0;) {
        s = coefficient[2 * i + 1] - s * z;
        c = coefficient[2 * i] - c * z;
    }
    return turned_by_quarters(DoubleDoubleSinCos{s * rest, c}, quarters);
}

}  // namespace allide::kernel
