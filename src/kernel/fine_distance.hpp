// The distance of two triangles between two certain bounds, in numbers of two doubles: the stage before exact
// integers.
#pragma once

#include "kernel/triangle.hpp"

#include <allide/geometry.hpp>

#include <array>

namespace allide::kernel {

// In the world. The points lie on the triangles up to rounding, and are closest up to the bounds' gap.
struct FineDistance {
    double lower = 0, upper = 0;
    Vec3 point_a, point_b;
};

// Both poses must be without their common offset, which is added to the points.
FineDistance fine_distance(const Triangle& a, const Pose& pose_a, const Triangle& b, const Pose& pose_b,
                           const Vec3& common_offset);

}  // namespace allide::kernel
