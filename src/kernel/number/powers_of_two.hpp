// Multiplying by powers of two: quickly, and without losing the direction of rounding among subnormals.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace allide::kernel {

// x · 2^exponent, rounded once among subnormals.
class PowerOfTwo {
  public:
    // Made of bits: std::ldexp takes as long as a query's whole frame.
    explicit PowerOfTwo(int exponent)
        : exponent_(exponent),
          factor_(exponent > -1000 && exponent < 1000
                      ? std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52)
                      : 0) {}
    double operator()(double x) const { return factor_ != 0 ? factor_ * x : std::ldexp(x, exponent_); }

  private:
    int exponent_;
    double factor_;
};

// Not above x · 2^exponent, for x that is finite.
inline double scaled_down(double x, int exponent) {
    const double y = std::ldexp(x, exponent);
    if (std::isinf(y)) return x > 0 ? std::numeric_limits<double>::max() : y;
    return std::abs(y) < 0x1p-1022 && std::ldexp(y, -exponent) > x
               ? std::nextafter(y, -std::numeric_limits<double>::infinity())
               : y;
}
// Not below it.
inline double scaled_up(double x, int exponent) {
    return -scaled_down(-x, exponent);
}

}  // namespace allide::kernel
