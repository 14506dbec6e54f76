// Bounding boxes aligned with the model's own coordinate axes.
#pragma once

#include "kernel/pose/relative_pose.hpp"
#include "kernel/pose/vec.hpp"

#include <allide/geometry.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

namespace allide::volume {

// The points x with |x − center| ≤ half in each coordinate; `half` holds the half sizes.
struct Aabb {
    Vec3 center, half;

    double size() const { return std::max({half.x, half.y, half.z}); }
    double sum() const { return half.x + half.y + half.z; }
};

Aabb fit_aabb(std::span<const Vec3> points);

// The largest distance by which rounding can make a point that the box contains seem to be outside.
inline double fit_tolerance(const Aabb& box) {
    return 4 * 0x1p-53 *
               (box.sum() + std::abs(box.center.x) + std::abs(box.center.y) + std::abs(box.center.z)) +
           0x1p-1060;
}

// The 15-axis test between boxes of two models, whose relative rotation is fixed during a query.
class AabbFrame {
  public:
    // Each norm is an upper bound of |x|₁ over all points of the model.
    AabbFrame(const kernel::RelativePose& b_in_a, double norm_a, double norm_b);

    struct Placed {
        Vec3 center, half;
    };
    Placed place(const Aabb& b, std::uint32_t /*slot*/) const { return {b_in_a_->map(b.center), b.half}; }

    // False only if the triangles in the two boxes are certainly disjoint.
    bool overlap(const Aabb& a, const Placed& b) const;
    // A lower bound of the distance between the triangles in the two boxes, measured in A's frame.
    double gap(const Aabb& a, const Placed& b) const;

  private:
    const kernel::RelativePose* b_in_a_;
    std::array<double, 9> absolute_;  // absolute values of the rotation matrix
    double fixed_margin_, relative_margin_;
};

}  // namespace allide::volume
