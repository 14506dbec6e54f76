// Sine and cosine by own code, so that they have a proven error and the same bits everywhere.
#pragma once

#include "kernel/number/double_double.hpp"

namespace allide::kernel {

struct SinCos {
    double sin, cos;
};
struct FineSinCos {
    DoubleDouble sin, cos;
};

// The largest angle that is reduced without loss: seven billion turns. Motions are held to it.
inline constexpr double largest_angle = 0x1p35;

// Each within sin_cos_error of the true value; |angle| at most largest_angle.
inline constexpr double sin_cos_error = 0x1p-51;
SinCos sin_cos(const DoubleDouble& angle);

// Each within fine_sin_cos_error.
inline constexpr double fine_sin_cos_error = 0x1p-97;
FineSinCos fine_sin_cos(const DoubleDouble& angle);

}  // namespace allide::kernel
