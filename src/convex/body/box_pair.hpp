// Separating-axis test of two oriented boxes that certifies both answers: the boxes are certainly separated,
// or they certainly overlap.
#pragma once

#include "kernel/pose/relative_pose.hpp"
#include "kernel/pose/vec.hpp"

#include <allide/extra/double_hierarchy.hpp>

#include <cmath>

namespace allide::convex {

// Relative pose and margins for all pairs of boxes of one query. docs/guarantees.md derives the margins.
class BoxPairs {
  public:
    // Each norm is an upper bound of |x|₁ over all points of the body.
    BoxPairs(const kernel::RelativePose& b_in_a, double norm_a, double norm_b)
        : b_in_a_(&b_in_a),
          fixed_(64 * 0x1p-53 * (norm_a + norm_b + b_in_a.offset_norm) + 0x1p-1000),
          apart_(0x1p-45 + 6 * b_in_a.deviation),
          overlap_(0x1p-28 + 8 * b_in_a.deviation) {}

    // Maps B's box to A's frame.
    OrientedBox placed(const OrientedBox& b) const {
        return {b_in_a_->map(b.center),
                {b_in_a_->rotate(b.axes[0]), b_in_a_->rotate(b.axes[1]), b_in_a_->rotate(b.axes[2])},
                b.half};
    }
    bool certainly_separated(const OrientedBox& a, const OrientedBox& b) const {
        return separated(a, b, apart_, 1);
    }
    // True if the boxes overlap by more than the margin on every tested axis. The cross product of two nearly
    // parallel edges is not tested. The margin makes up for that: rotate one box slightly so that the edges
    // become parallel and shrink both boxes by the margin; they then still lie inside the given boxes.
    bool certainly_overlap(const OrientedBox& a, const OrientedBox& b) const {
        return !separated(a, b, overlap_, -1);
    }

  private:
    // Sign 1: returns true if the gap along some axis is larger than the margin. Sign −1: returns true if the
    // overlap along some axis is smaller than the margin.
    bool separated(const OrientedBox& a, const OrientedBox& b, double relative, double sign) const {
        using kernel::dot;
        using kernel::operator-;
        const Vec3 offset = b.center - a.center;
        const std::array<double, 3> t{dot(a.axes[0], offset), dot(a.axes[1], offset), dot(a.axes[2], offset)};
        const auto &ha = a.half, &hb = b.half;
        const double margin = sign * (fixed_ + relative * (std::abs(t[0]) + std::abs(t[1]) + std::abs(t[2]) +
                                                           ha[0] + ha[1] + ha[2] + hb[0] + hb[1] + hb[2]));
        double r[3][3], size[3][3];
        for (std::size_t i = 0; i < 3; ++i) {
            double limit = margin + ha[i];
            for (std::size_t j = 0; j < 3; ++j) {
                r[i][j] = dot(a.axes[i], b.axes[j]);
                size[i][j] = std::abs(r[i][j]);
                limit += hb[j] * size[i][j];
            }
            if (std::abs(t[i]) > limit) return true;
        }
        for (std::size_t j = 0; j < 3; ++j) {
            const double limit =
                margin + hb[j] + ha[0] * size[0][j] + ha[1] * size[1][j] + ha[2] * size[2][j];
            if (std::abs(t[0] * r[0][j] + t[1] * r[1][j] + t[2] * r[2][j]) > limit) return true;
        }
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t i1 = (i + 1) % 3, i2 = (i + 2) % 3;
            for (std::size_t j = 0; j < 3; ++j) {
                const std::size_t j1 = (j + 1) % 3, j2 = (j + 2) % 3;
                if (size[i1][j] + size[i2][j] < 0x1p-31) continue;
                const double limit = margin + ha[i1] * size[i2][j] + ha[i2] * size[i1][j] +
                                     hb[j1] * size[i][j2] + hb[j2] * size[i][j1];
                if (std::abs(t[i2] * r[i1][j] - t[i1] * r[i2][j]) > limit) return true;
            }
        }
        return false;
    }

    const kernel::RelativePose* b_in_a_;
    double fixed_, apart_, overlap_;
};

}  // namespace allide::convex
