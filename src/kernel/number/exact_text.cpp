#include "kernel/number/exact_text.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

namespace allide::kernel {
namespace {

// 2^exponent, which may be beyond the range of doubles.
Exact power_of_two(int exponent) {
    constexpr int step = 960;
    Exact power(1.0);
    for (; exponent >= step; exponent -= step) power = power * Exact(0x1p960);
    for (; exponent <= -step; exponent += step) power = power * Exact(0x1p-960);
    return power * Exact(std::ldexp(1.0, exponent));
}

}  // namespace

// Writes the rest, rounded to 53 bits, as one term of the text and subtracts it, until the rest is 0.
std::string text_of(const Exact& number) {
    if (number.sign() == 0) return "0x0p+0";
    std::string text;
    for (Exact rest = number; rest.sign() != 0;) {
        const auto [mantissa, exponent] = rest.approximate();
        rest = rest - Exact(mantissa) * power_of_two(exponent);
        // The mantissa is an integer from 2⁶³ to 2⁶⁴ with at most 53 bits.
        auto digits = static_cast<std::uint64_t>(std::ldexp(std::abs(mantissa), -11));
        const int zeros = std::countr_zero(digits);
        digits >>= zeros;
        text += fmt::format("{}{:#x}p{:+}",
                            mantissa < 0   ? "-"
                            : text.empty() ? ""
                                           : "+",
                            digits, exponent + 11 + zeros);
    }
    return text;
}

}  // namespace allide::kernel
