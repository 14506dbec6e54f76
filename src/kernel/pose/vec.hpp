// Plain double arithmetic on points. It rounds, so exact answers must not depend on it alone.
#pragma once

#include <allide/geometry.hpp>

#include <algorithm>
#include <cmath>

namespace allide::kernel {

// Without these declarations, the kernel's own functions and operators for other number types would hide
// those of allide/geometry.hpp.
using allide::cross;
using allide::dot;
using allide::operator+;
using allide::operator-;
using allide::operator*;

// The 1-norm |a|₁: the sum of the components' magnitudes.
inline double norm_1(const Vec3& a) {
    return std::abs(a.x) + std::abs(a.y) + std::abs(a.z);
}
// The largest magnitude of a component.
inline double largest(const Vec3& a) {
    return std::max({std::abs(a.x), std::abs(a.y), std::abs(a.z)});
}
inline bool finite(const Vec3& a) {
    return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

}  // namespace allide::kernel
