// B's frame seen from A's: the map x_a = A⁻¹ B x_b, rounded, with a bound on its error. A's matrix is truly
// inverted, never transposed, since a pose may be 1e-6 away from a rotation.
#pragma once

#include "kernel/pose/vec.hpp"

#include <allide/geometry.hpp>

#include <array>
#include <cmath>

namespace allide::kernel {

struct RelativePose {
    RelativePose(const Pose& a, const Pose& b);

    std::array<double, 9> rotation{1, 0, 0, 0, 1, 0, 0, 0, 1};  // row-major, nearly orthonormal
    Vec3 translation;
    bool identical = false;  // bitwise equal poses: the map is the identity, without error
    double deviation = 0;    // ρ = max |RᵀR − I| over both poses, rounded up
    // A coordinate of the image that is exactly one of the point's own, or its negative, plus the
    // translation: both poses turn about that axis, or not at all, and the offsets' difference is exact.
    std::array<bool, 3> exact_axis{};
    double offset_norm = 0;  // |t_b − t_a|₁, which bounds |translation|₁ up to √3

    // The error of each coordinate of map(x), for |x|₁ at most `norm`; docs/guarantees.md derives the 40.
    double map_error(double norm) const {
        return identical ? 0 : 40 * 0x1p-53 * (norm + offset_norm) + 0x1p-1060;
    }
    Vec3 map(const Vec3& x) const { return rotate(x) + translation; }
    Vec3 rotate(const Vec3& x) const {
        const auto& r = rotation;
        return {r[0] * x.x + r[1] * x.y + r[2] * x.z, r[3] * x.x + r[4] * x.y + r[5] * x.z,
                r[6] * x.x + r[7] * x.y + r[8] * x.z};
    }

  private:
    void find_exact_axes(const Pose& a, const Pose& b);
};

}  // namespace allide::kernel
