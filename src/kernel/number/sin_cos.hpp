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

// The largest angle, in radians, that can be reduced without loss (five billion turns). It limits motions.
inline constexpr double largest_angle = 0x1p35;

// sin_cos: both values are within sin_cos_error of the true ones, for |angle| ≤ largest_angle.
inline constexpr double sin_cos_error = 0x1p-51;
SinCos sin_cos(const DoubleDouble& angle);

// double_double_sin_cos: the same with double_double_sin_cos_error, for the same angles.
inline constexpr double double_double_sin_cos_error = 0x1p-97;
DoubleDoubleSinCos double_double_sin_cos(const DoubleDouble& angle);

}  // namespace allide::kernel
