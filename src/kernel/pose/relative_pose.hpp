// The relative pose x_a = A⁻¹ B x_b, which maps B's frame to A's: rounded, with a bound on its error. A's
// matrix is inverted, not transposed, because a pose may differ from a rotation by 1e-6.
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
    bool identical = false;  // the poses are bitwise equal: the map is exactly the identity
    double deviation = 0;    // ρ: the largest entry of |RᵀR − I| over both poses, rounded up
    // exact_axis[k]: coordinate k of the image is exactly ± one coordinate of the point plus translation[k].
    // True if A maps its axis k and B some axis to the same world axis, and t_b − t_a is exact along it.
    std::array<bool, 3> exact_axis{};
    double offset_norm = 0;  // |t_b − t_a|₁; |translation|₁ is at most about √3 times this

    // Error bound of each coordinate of map(x) for |x|₁ ≤ norm; docs/guarantees.md derives the constant 40.
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
