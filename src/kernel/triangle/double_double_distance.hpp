// The distance of two triangles between two certain bounds, in numbers of two doubles: the stage before exact
// integers.
#pragma once

#include "kernel/triangle/triangle.hpp"

#include <allide/geometry.hpp>

#include <array>

namespace allide::kernel {

// One of two closest points, in its model's own coordinates, and the direction to the other as seen from
// there: both as sums of two doubles.
struct AnchorPoint {
    std::array<Vec3, 2> point, direction;

    // Not below how far another point of the model lies beyond this one in the world, along the direction;
    // off by 1e-15 of the two points' distance.
    double beyond(const Vec3& x) const;
    // The same, off by 1e-30.
    double beyond_finely(const Vec3& x) const;
};

// Lower bounds for other pairs of points, from the closest points of two triangles: sharp for those that
// share the corner, the edge or the plane where these lie, since only differences to them are rounded.
struct DistanceAnchor {
    AnchorPoint a, b;
    double between = -1;  // their distance at least, in the world; negative: nothing is known

    // How far apart sets are at least that lie so far beyond the two points.
    double lower(double beyond_a, double beyond_b) const {
        const double bound = (between - beyond_a - beyond_b) * (1 - 16 * 0x1p-53);
        return between > 0 && bound > 0 ? bound : 0;
    }
    // Are these triangles certainly farther apart than the limit?
    bool parts(const Triangle& triangle_a, const Triangle& triangle_b, double limit) const;
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
// The same, with every pair of features tried instead of the one that double tells: for edges that are nearly
// parallel.
FineDistance fine_distance_of_all_features(const Triangle& a, const Pose& pose_a, const Triangle& b,
                                           const Pose& pose_b, const Vec3& common_offset);

}  // namespace allide::kernel
