// A common point of two triangles that touch, in double precision where it is seen to be good enough.
#pragma once

#include "kernel/pose/relative_pose.hpp"

#include <allide/geometry.hpp>

#include <array>
#include <optional>

namespace allide::kernel {

// In the world, within 9·10⁻¹³ of its largest coordinate of both triangles. Nothing where that cannot be
// vouched for, or where the triangles do not cross plainly: in one plane, without area, a corner on a face.
std::optional<Vec3> rounded_witness(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b,
                                    const RelativePose& b_in_a, const Pose& pose_a);

}  // namespace allide::kernel
