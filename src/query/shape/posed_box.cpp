#include "query/shape/posed_box.hpp"

#include "base/infinity.hpp"
#include "kernel/pose/box.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace allide::query {

PosedBox::PosedBox(std::span<const Vec3> points, double more)
    : is_empty_(points.empty()), center_(), half_(), more_(more) {
    if (is_empty_) return;
    const Box box = kernel::box_of(points);
    center_ = box.center();
    const auto half = [&](double Vec3::*axis) {
        return std::max(box.hi.*axis - center_.*axis, center_.*axis - box.lo.*axis);
    };
    half_ = {half(&Vec3::x), half(&Vec3::y), half(&Vec3::z)};
}

Box PosedBox::at(const Pose& pose) const {
    Box box = Box::empty();
    if (is_empty_) return box;
    const auto& m = pose.matrix();
    const std::array<double*, 3> lo{&box.lo.x, &box.lo.y, &box.lo.z}, hi{&box.hi.x, &box.hi.y, &box.hi.z};
    for (std::size_t k = 0; k < 3; ++k) {
        const double* row = &m[4 * k];
        const double x = row[0] * center_.x, y = row[1] * center_.y, z = row[2] * center_.z;
        const double at = x + y + z + row[3];
        const double reach =
            std::abs(row[0]) * half_.x + std::abs(row[1]) * half_.y + std::abs(row[2]) * half_.z + more_;
        const double sum = std::abs(x) + std::abs(y) + std::abs(z) + std::abs(row[3]) + reach;
        // In units of 2⁻⁵³·sum, rounding costs 4 for `at`, 5 for `reach` with the difference in `half_`, and
        // 2 for the sums below: 11 of the 16 that are added. The constant covers products that underflow.
        const double margin = reach + (0x1p-49 * sum + 0x1p-1060);
        *lo[k] = std::isfinite(sum) ? at - margin : -base::infinity;
        *hi[k] = std::isfinite(sum) ? at + margin : base::infinity;
    }
    return box;
}

}  // namespace allide::query
