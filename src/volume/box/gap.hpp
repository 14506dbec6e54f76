// Lower bounds of distances, computed from gaps along axes.
#pragma once

#include <algorithm>
#include <cmath>

namespace allide::volume {

// The length of the vector (x, y, z) of gaps along three axes; negative gaps and NaN separate nothing and
// count as 0. The result is a lower bound even if squares underflow or overflow.
inline double length_of_gaps(double x, double y, double z) {
    const auto positive = [](double gap) { return gap > 0 ? gap : 0; };
    x = positive(x);
    y = positive(y);
    z = positive(z);
    const double square = x * x + y * y + z * z;
    return square > 0x1p-900 && square < 0x1p900 ? std::sqrt(square) : std::max({x, y, z});
}

// A gap times this factor is still a lower bound of the distance, although axes are orthogonal only up to
// rounding and, for those of B, up to the deviation of its pose from a rotation.
inline double gap_factor(double deviation) {
    return 1 - 20 * deviation - 256 * 0x1p-53;
}

}  // namespace allide::volume
