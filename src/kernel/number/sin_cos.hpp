// Sine and cosine with proven errors and the same bits on every platform, unlike those of the C library.
#pragma once

#include "kernel/number/double_double.hpp"

namespace allide::kernel {

struct SinCos {
    double sin, cos;
};
struct DoubleDoubleSinCos {
    DoubleDouble sin, cos;
};

// The largest angle of a motion, in radians (five billion turns): it can be reduced to ±π/4 without loss.
inline constexpr double largest_angle = 0x1p35;

// Both values of sin_cos() are within sin_cos_error of the true ones, for |angle| ≤ largest_angle.
inline constexpr double sin_cos_error = 0x1p-51;
SinCos sin_cos(const DoubleDouble& angle);

// The same for double_double_sin_cos() and double_double_sin_cos_error.
inline constexpr double double_double_sin_cos_error = 0x1p-97;
DoubleDoubleSinCos double_double_sin_cos(const DoubleDouble& angle);

}  // namespace allide::kernel
