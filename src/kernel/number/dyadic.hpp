// A double as mantissa · 2^exponent with an odd mantissa, or 0. Stripping trailing zeros keeps the mantissas
// of coordinates that came from single precision short.
#pragma once

#include <bit>
#include <cstdint>

namespace allide::kernel {

struct Dyadic {
    std::int64_t mantissa = 0;
    int exponent = 0;
};

inline Dyadic dyadic(double value) {
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
    const int biased = static_cast<int>(bits >> 52) & 0x7ff;
    std::uint64_t magnitude = biased == 0 ? fraction : fraction | (std::uint64_t{1} << 52);
    if (magnitude == 0) return {};
    const int zeros = std::countr_zero(magnitude);
    magnitude >>= zeros;
    const auto mantissa = static_cast<std::int64_t>(magnitude);
    return {(bits >> 63) != 0 ? -mantissa : mantissa, (biased == 0 ? 1 : biased) - 1075 + zeros};
}

}  // namespace allide::kernel
