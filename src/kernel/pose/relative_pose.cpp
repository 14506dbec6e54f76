#include "kernel/pose/relative_pose.hpp"

#include "kernel/pose/rigidity.hpp"

namespace allide::kernel {
namespace {

// The column of the row's only non-zero entry, if there is only one and it is 1 or −1; otherwise 3.
std::size_t only_entry(const std::array<double, 12>& m, std::size_t row) {
    std::size_t found = 3;
    for (std::size_t j = 0; j < 3; ++j) {
        const double entry = m[4 * row + j];
        if (entry == 0) continue;
        if (found != 3 || std::abs(entry) != 1) return 3;
        found = j;
    }
    return found;
}

// True if x − y was rounded to `difference` without error.
bool is_exact_difference(double x, double y, double difference) {
    // Knuth's two-sum: the sum below is the exact rounding error.
    const double y_back = x - difference, x_back = difference + y_back;
    return (x - x_back) + (y_back - y) == 0;
}

// True unless the pose is a pure translation. Unrotated models are common, and then no inverse is needed.
bool is_turned(const std::array<double, 12>& m) {
    return !(m[0] == 1 && m[1] == 0 && m[2] == 0 && m[4] == 0 && m[5] == 1 && m[6] == 0 && m[8] == 0 &&
             m[9] == 0 && m[10] == 1);
}

}  // namespace

// Let s = ±1 be the only non-zero entry in row k of A, in column j, and also the only one in that column.
// Then s is the only non-zero entry in row j of A's inverse, in column k. So row j of A⁻¹ B is s times row k
// of B.
void RelativePose::find_exact_axes(const Pose& a, const Pose& b) {
    const auto& m = a.matrix();
    const auto& n = b.matrix();
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t j = only_entry(m, k), l = only_entry(n, k);
        if (j == 3 || l == 3) continue;
        if (m[4 * ((k + 1) % 3) + j] != 0 || m[4 * ((k + 2) % 3) + j] != 0) continue;
        const double sign = m[4 * k + j], offset = n[4 * k + 3] - m[4 * k + 3];
        for (std::size_t i = 0; i < 3; ++i) rotation[3 * j + i] = i == l ? sign * n[4 * k + l] : 0;
        (j == 0 ? translation.x : j == 1 ? translation.y : translation.z) = sign * offset;
        exact_axis[j] = is_exact_difference(n[4 * k + 3], m[4 * k + 3], offset);
    }
}

RelativePose::RelativePose(const Pose& a, const Pose& b) {
    const auto& m = a.matrix();
    const auto& n = b.matrix();
    if (a == b) {
        identical = true;  // the map is the identity, so its deviation from a rotation is 0
        return;
    }
    const Vec3 offset{n[3] - m[3], n[7] - m[7], n[11] - m[11]};
    offset_norm = std::abs(offset.x) + std::abs(offset.y) + std::abs(offset.z);
    // The computed deviation has an error below 2⁻⁴⁹.
    deviation = deviation_from_orthonormal(n) + 0x1p-49;
    if (!is_turned(m)) {
        rotation = {n[0], n[1], n[2], n[4], n[5], n[6], n[8], n[9], n[10]};
        translation = offset;
        const std::array<double, 3> along{offset.x, offset.y, offset.z};
        for (std::size_t k = 0; k < 3; ++k)
            exact_axis[k] =
                only_entry(n, k) != 3 && is_exact_difference(n[4 * k + 3], m[4 * k + 3], along[k]);
        return;
    }
    deviation = std::max(deviation_from_orthonormal(m) + 0x1p-49, deviation);
    const double det = determinant(m);
    const std::array<double, 9> inverse{
        (m[5] * m[10] - m[6] * m[9]) / det, (m[2] * m[9] - m[1] * m[10]) / det,
        (m[1] * m[6] - m[2] * m[5]) / det,  (m[6] * m[8] - m[4] * m[10]) / det,
        (m[0] * m[10] - m[2] * m[8]) / det, (m[2] * m[4] - m[0] * m[6]) / det,
        (m[4] * m[9] - m[5] * m[8]) / det,  (m[1] * m[8] - m[0] * m[9]) / det,
        (m[0] * m[5] - m[1] * m[4]) / det};
    std::array<double, 3> shift{};
    for (std::size_t i = 0; i < 3; ++i) {
        const double* row = &inverse[3 * i];
        for (std::size_t j = 0; j < 3; ++j)
            rotation[3 * i + j] = row[0] * n[j] + row[1] * n[4 + j] + row[2] * n[8 + j];
        shift[i] = row[0] * offset.x + row[1] * offset.y + row[2] * offset.z;
    }
    translation = {shift[0], shift[1], shift[2]};
    find_exact_axes(a, b);
}

}  // namespace allide::kernel
