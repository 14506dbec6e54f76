// Plain double arithmetic on points. It rounds, so no exact verdict may rest on it alone.
#pragma once

#include <allide/geometry.hpp>

#include <algorithm>
#include <cmath>

namespace allide::kernel {

inline Vec3 operator+(const Vec3& a, const Vec3& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Vec3 operator-(const Vec3& a, const Vec3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Vec3 operator*(double s, const Vec3& a) {
    return {s * a.x, s * a.y, s * a.z};
}
inline double dot(const Vec3& a, const Vec3& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vec3 cross(const Vec3& a, const Vec3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
// |a|₁
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
