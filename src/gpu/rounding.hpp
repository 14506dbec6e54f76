// Conversion of doubles to floats with directed rounding.
#pragma once

#include "base/to_float.hpp"

#include <cmath>
#include <limits>

namespace allide::gpu {

inline float rounded_up(double x) {
    const float y = base::to_float(x);
    return y >= x ? y : std::nextafter(y, std::numeric_limits<float>::infinity());
}
inline float rounded_down(double x) {
    return -rounded_up(-x);
}

}  // namespace allide::gpu
