#include "volume/box/aabb.hpp"

#include "base/infinity.hpp"
#include "kernel/pose/box.hpp"
#include "volume/box/gap.hpp"
#include "volume/box/range.hpp"

namespace allide::volume {

using kernel::operator-;

Aabb fit_aabb(std::span<const Vec3> points) {
    if (points.empty()) return {};
    const Box bounds = kernel::box_of(points);
    const Vec3 &lo = bounds.lo, &hi = bounds.hi;
    Aabb box;
    box.center = bounds.center();
    // The half sizes are measured from the rounded centre.
    box.half = {std::max(hi.x - box.center.x, box.center.x - lo.x),
                std::max(hi.y - box.center.y, box.center.y - lo.y),
                std::max(hi.z - box.center.z, box.center.z - lo.z)};
    return box;
}

// Uses the margins of ObbFrame. They are larger than needed here, because the axes of an AABB have no error.
AabbFrame::AabbFrame(const kernel::RelativePose& b_in_a, double norm_a, double norm_b)
    : b_in_a_(&b_in_a),
      fixed_margin_(may_overflow(b_in_a, norm_a, norm_b)
                        ? base::infinity
                        : 4 * b_in_a.map_error(2 * norm_b) + 32 * 0x1p-53 * (norm_a + norm_b) + 0x1p-1050),
      relative_margin_(512 * 0x1p-53 + 32 * b_in_a.deviation) {
    for (std::size_t i = 0; i < 9; ++i) absolute_[i] = std::abs(b_in_a.rotation[i]);
}

bool AabbFrame::overlap(const Aabb& a, const Placed& b) const {
    const auto& r = b_in_a_->rotation;
    const auto& r_abs = absolute_;
    const Vec3 offset = b.center - a.center;
    const std::array<double, 3> t{offset.x, offset.y, offset.z};
    const std::array<double, 3> ha{a.half.x, a.half.y, a.half.z}, hb{b.half.x, b.half.y, b.half.z};
    const double margin =
        fixed_margin_ + relative_margin_ * (std::abs(t[0]) + std::abs(t[1]) + std::abs(t[2]) + ha[0] + ha[1] +
                                            ha[2] + hb[0] + hb[1] + hb[2]);
    for (std::size_t i = 0; i < 3; ++i)
        if (std::abs(t[i]) >
            ha[i] + hb[0] * r_abs[3 * i] + hb[1] * r_abs[3 * i + 1] + hb[2] * r_abs[3 * i + 2] + margin)
            return false;
    for (std::size_t j = 0; j < 3; ++j)
        if (std::abs(t[0] * r[j] + t[1] * r[3 + j] + t[2] * r[6 + j]) >
            hb[j] + ha[0] * r_abs[j] + ha[1] * r_abs[3 + j] + ha[2] * r_abs[6 + j] + margin)
            return false;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (std::size_t j = 0; j < 3; ++j) {
            const std::size_t j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            const double reach = ha[i1] * r_abs[3 * i2 + j] + ha[i2] * r_abs[3 * i1 + j] +
                                 hb[j1] * r_abs[3 * i + j2] + hb[j2] * r_abs[3 * i + j1] + margin;
            if (std::abs(t[i2] * r[3 * i1 + j] - t[i1] * r[3 * i2 + j]) > reach) return false;
        }
    }
    return true;
}

double AabbFrame::gap(const Aabb& a, const Placed& b) const {
    const auto& r = b_in_a_->rotation;
    const Vec3 offset = b.center - a.center;
    const std::array<double, 3> t{offset.x, offset.y, offset.z};
    const std::array<double, 3> ha{a.half.x, a.half.y, a.half.z}, hb{b.half.x, b.half.y, b.half.z};
    const double margin =
        fixed_margin_ + relative_margin_ * (std::abs(t[0]) + std::abs(t[1]) + std::abs(t[2]) + ha[0] + ha[1] +
                                            ha[2] + hb[0] + hb[1] + hb[2]);
    std::array<double, 3> on_a, on_b;
    for (std::size_t i = 0; i < 3; ++i) {
        on_a[i] = std::abs(t[i]) - ha[i] - margin;
        on_b[i] = std::abs(t[0] * r[i] + t[1] * r[3 + i] + t[2] * r[6 + i]) - hb[i] - margin;
        for (std::size_t j = 0; j < 3; ++j) {
            on_a[i] -= hb[j] * absolute_[3 * i + j];
            on_b[i] -= ha[j] * absolute_[3 * j + i];
        }
    }
    return gap_factor(b_in_a_->deviation) *
           std::max(length_of_gaps(on_a[0], on_a[1], on_a[2]), length_of_gaps(on_b[0], on_b[1], on_b[2]));
}

}  // namespace allide::volume
