// Deviation of a pose's matrix from a rotation. Matrices are row-major [R|t] as in Pose::matrix().
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace allide::kernel {

// The largest entry of |RᵀR − I|, rounded.
inline double deviation_from_orthonormal(const std::array<double, 12>& m) {
    double worst = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = i; j < 3; ++j) {
            const double product = m[i] * m[j] + m[4 + i] * m[4 + j] + m[8 + i] * m[8 + j];
            worst = std::max(worst, std::abs(product - (i == j ? 1 : 0)));
        }
    }
    return worst;
}

inline double determinant(const std::array<double, 12>& m) {
    return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) +
           m[2] * (m[4] * m[9] - m[5] * m[8]);
}

}  // namespace allide::kernel
