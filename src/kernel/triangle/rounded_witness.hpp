// A common point of two triangles that touch, in double precision, where it is accurate enough.
#pragma once

#include "kernel/pose/relative_pose.hpp"

#include <allide/geometry.hpp>

#include <array>
#include <optional>

namespace allide::kernel {

// A point in the world whose distance from each triangle is at most 9·10⁻¹³ times the point's largest
// coordinate. Empty if that cannot be guaranteed, or if the triangles do not properly cross (coplanar,
// without area, a corner on a face).
std::optional<Vec3> rounded_witness(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b,
                                    const RelativePose& b_in_a, const Pose& pose_a);

}  // namespace allide::kernel
