// Maps points between frames with more digits than the library uses.
#pragma once

#include <allide/geometry.hpp>

#include <array>

namespace allide::test {

using LongVec = std::array<long double, 3>;

inline LongVec image(const Pose& pose, const Vec3& p) {
    const auto& m = pose.matrix();
    LongVec result{};
    for (std::size_t i = 0; i < 3; ++i) {
        const long double x = p.x, y = p.y, z = p.z;
        result[i] = m[4 * i] * x + m[4 * i + 1] * y + m[4 * i + 2] * z + m[4 * i + 3];
    }
    return result;
}

// Applies the inverse of the pose to a world point, by cofactors in long double.
inline LongVec preimage(const Pose& pose, const LongVec& world) {
    const auto& m = pose.matrix();
    std::array<std::array<long double, 3>, 3> r{};
    LongVec d{};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) r[i][j] = m[4 * i + j];
        d[i] = world[i] - m[4 * i + 3];
    }
    const auto cofactor = [&](std::size_t i, std::size_t j) {
        const std::size_t i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
        return r[i1][j1] * r[i2][j2] - r[i1][j2] * r[i2][j1];
    };
    const long double det = r[0][0] * cofactor(0, 0) + r[0][1] * cofactor(0, 1) + r[0][2] * cofactor(0, 2);
    LongVec result{};
    for (std::size_t j = 0; j < 3; ++j)
        result[j] = (cofactor(0, j) * d[0] + cofactor(1, j) * d[1] + cofactor(2, j) * d[2]) / det;
    return result;
}

inline long double dot(const Vec3& a, const LongVec& b) {
    return a.x * b[0] + a.y * b[1] + a.z * b[2];
}

}  // namespace allide::test
