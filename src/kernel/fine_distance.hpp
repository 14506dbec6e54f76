// The distance of two triangles between two certain bounds, in numbers of two doubles: the stage before exact
// integers.
#pragma once

#include "kernel/triangle.hpp"

#include <allide/geometry.hpp>

#include <array>

namespace allide::kernel {

// Lower bounds for other pairs of triangles, from the closest points of one: sharp for those that share the
// corner or the edge where these lie, since only differences to them are rounded.
class DistanceAnchor {
  public:
    // Of the distance in the world.
    double lower(const Triangle& a, const Triangle& b) const;

    // The points as sums of two doubles in the models' own coordinates, the direction between them in the
    // world as seen from each model, and how far apart they are along it at least.
    std::array<Vec3, 2> point_a, point_b;
    Vec3 direction_a, direction_b;
    double between = -1;  // negative: nothing is known
};

// In the world. The points lie on the triangles up to rounding, and are closest up to the bounds' gap.
struct FineDistance {
    double lower = 0, upper = 0;
    Vec3 point_a, point_b;
    DistanceAnchor anchor = {};
};

// Both poses must be without their common offset, which is added to the points.
FineDistance fine_distance(const Triangle& a, const Pose& pose_a, const Triangle& b, const Pose& pose_b,
                           const Vec3& common_offset);

}  // namespace allide::kernel
