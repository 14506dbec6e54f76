// Fast multiplication by powers of two, with directed rounding where the result is subnormal.
#pragma once

#include "base/infinity.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace allide::kernel {

// Multiplies by 2^exponent; rounds once, and only if the result is subnormal.
class PowerOfTwo {
  public:
    // The factor is assembled from its bits: std::ldexp takes as long as setting up a whole query.
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

// A lower bound of x · 2^exponent for finite x; exact unless the result is subnormal or overflows.
inline double scaled_down(double x, int exponent) {
    const double y = std::ldexp(x, exponent);
    if (std::isinf(y)) return x > 0 ? std::numeric_limits<double>::max() : y;
    return std::abs(y) < 0x1p-1022 && std::ldexp(y, -exponent) > x ? std::nextafter(y, -base::infinity) : y;
}
// An upper bound of x · 2^exponent for finite x.
inline double scaled_up(double x, int exponent) {
    return -scaled_down(-x, exponent);
}

}  // namespace allide::kernel
