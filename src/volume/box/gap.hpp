// Lower bounds of distances from gaps along axes.
#pragma once

#include <algorithm>
#include <cmath>

namespace allide::volume {

// The length of a vector whose coordinates are those that are positive. Also where squares would vanish or
// overflow; not a number counts as 0, so that nothing is parted by it.
inline double length_of_gaps(double x, double y, double z) {
    const auto positive = [](double gap) { return gap > 0 ? gap : 0; };
    x = positive(x);
    y = positive(y);
    z = positive(z);
    const double square = x * x + y * y + z * z;
    return square > 0x1p-900 && square < 0x1p900 ? std::sqrt(square) : std::max({x, y, z});
}

// Axes are at right angles up to rounding and, for those of B, up to its pose's deviation.
inline double gap_factor(double deviation) {
    return 1 - 20 * deviation - 256 * 0x1p-53;
}

}  // namespace allide::volume
