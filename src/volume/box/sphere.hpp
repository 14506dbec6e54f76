// Bounding spheres.
#pragma once

#include "kernel/pose/relative_pose.hpp"
#include "kernel/pose/vec.hpp"
#include "volume/box/gap.hpp"

#include <allide/geometry.hpp>

#include <cmath>
#include <cstdint>
#include <span>

namespace allide::volume {

struct Sphere {
    Vec3 center;
    double radius = 0;

    double size() const { return radius; }
};

// Approximates the smallest enclosing sphere: starts with Ritter's sphere, moves its centre towards the
// farthest point in eight steps, and keeps the best.
Sphere fit_sphere(std::span<const Vec3> points);

// The largest distance by which rounding can make a point that the sphere contains seem to be outside.
inline double fit_tolerance(const Sphere& s) {
    return 8 * 0x1p-53 * (s.radius + std::abs(s.center.x) + std::abs(s.center.y) + std::abs(s.center.z)) +
           0x1p-1060;
}

class SphereFrame {
  public:
    // Each norm is an upper bound of |x|₁ over all points of the model.
    SphereFrame(const kernel::RelativePose& b_in_a, double norm_a, double norm_b);

    using Placed = Sphere;
    // A pose that is not exactly a rotation may stretch the sphere, so the radius is multiplied by the
    // largest possible stretch.
    Placed place(const Sphere& b, std::uint32_t /*slot*/) const {
        return {b_in_a_->map(b.center), stretch_ * b.radius + margin_};
    }
    // False only if the triangles in the two spheres are certainly disjoint. Overflow and underflow of
    // squares cannot separate spheres that touch: the margin keeps reach² above the smallest numbers.
    bool overlap(const Sphere& a, const Placed& b) const {
        using kernel::operator-;
        const Vec3 offset = b.center - a.center;
        const double reach = a.radius + b.radius;
        return !(kernel::dot(offset, offset) > reach * reach);
    }

    // A lower bound of the distance between the triangles in the two spheres, measured in A's frame.
    double gap(const Sphere& a, const Placed& b) const {
        using kernel::operator-;
        const Vec3 offset = b.center - a.center;
        const double far = length_of_gaps(std::abs(offset.x), std::abs(offset.y), std::abs(offset.z));
        const double gap = far * (1 - 16 * 0x1p-53) - a.radius - b.radius;
        return gap > 0 ? gap * gap_factor(b_in_a_->deviation) : 0;
    }

  private:
    const kernel::RelativePose* b_in_a_;
    double stretch_, margin_;
};

}  // namespace allide::volume
