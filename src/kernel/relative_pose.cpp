#include "kernel/relative_pose.hpp"

#include "kernel/rigidity.hpp"

namespace allide::kernel {

RelativePose::RelativePose(const Pose& a, const Pose& b) {
    const auto& m = a.matrix();
    const auto& n = b.matrix();
    // The rounded deviation is off by less than 2⁻⁴⁹.
    deviation = std::max(deviation_from_orthonormal(m), deviation_from_orthonormal(n)) + 0x1p-49;
    if (a == b) {
        identical = true;
        deviation = 0;  // the identity is a rotation, whatever the two poses are
        return;
    }
    const double det = determinant(m);
    const std::array<double, 9> inverse{
        (m[5] * m[10] - m[6] * m[9]) / det, (m[2] * m[9] - m[1] * m[10]) / det,
        (m[1] * m[6] - m[2] * m[5]) / det,  (m[6] * m[8] - m[4] * m[10]) / det,
        (m[0] * m[10] - m[2] * m[8]) / det, (m[2] * m[4] - m[0] * m[6]) / det,
        (m[4] * m[9] - m[5] * m[8]) / det,  (m[1] * m[8] - m[0] * m[9]) / det,
        (m[0] * m[5] - m[1] * m[4]) / det};
    const Vec3 offset{n[3] - m[3], n[7] - m[7], n[11] - m[11]};
    offset_norm = std::abs(offset.x) + std::abs(offset.y) + std::abs(offset.z);
    std::array<double, 3> shift{};
    for (std::size_t i = 0; i < 3; ++i) {
        const double* row = &inverse[3 * i];
        for (std::size_t j = 0; j < 3; ++j)
            rotation[3 * i + j] = row[0] * n[j] + row[1] * n[4 + j] + row[2] * n[8 + j];
        shift[i] = row[0] * offset.x + row[1] * offset.y + row[2] * offset.z;
    }
    translation = {shift[0], shift[1], shift[2]};
}

}  // namespace allide::kernel
