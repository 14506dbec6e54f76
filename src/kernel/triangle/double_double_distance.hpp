// Proven bounds of the distance of two triangles in double-double arithmetic: the stage before exact
// integers.
#pragma once

#include "kernel/triangle/closest_features.hpp"
#include "kernel/triangle/triangle.hpp"

#include <allide/geometry.hpp>

#include <array>

namespace allide::kernel {

// One half of an anchor: the closest point of one of two triangles in its model's own coordinates, and the
// direction to the other triangle's closest point in the same frame. Both are sums of two vectors of doubles.
struct AnchorPoint {
    std::array<Vec3, 2> point, direction;

    // Upper bound of how far x, another point of the model, lies beyond this point along the direction, as a
    // length in the world. It exceeds the true value by about 1e-15 of the distance between the two points.
    double beyond(const Vec3& x) const;
    // The same in double-double: exceeds the true value by about 1e-30 of that distance.
    double beyond_double_double(const Vec3& x) const;
};

// An anchor: the closest points of two triangles, from which lower bounds of other distances are derived.
// The bounds are sharp for pairs that share the corner, edge or plane of the closest points, because only
// differences from these points are rounded.
struct DistanceAnchor {
    AnchorPoint a, b;
    double between = -1;  // lower bound of the distance of a's and b's points in the world; negative: unknown

    // Lower bound of the distance of two sets, of which one reaches beyond a's point by at most `beyond_a`
    // and the other beyond b's point by at most `beyond_b`.
    double lower(double beyond_a, double beyond_b) const {
        const double bound = (between - beyond_a - beyond_b) * (1 - 16 * 0x1p-53);
        return between > 0 && bound > 0 ? bound : 0;
    }
    // True if the triangles are proven to be farther apart than the limit.
    bool proves_farther_than(const Triangle& triangle_a, const Triangle& triangle_b, double limit) const;
};

// Bounds of the distance in the world. The points lie on the triangles up to rounding; the distance between
// them exceeds the minimum by at most upper − lower.
struct MeasuredDistance {
    double lower = 0, upper = 0;
    Vec3 point_a, point_b;
    DistanceAnchor anchor = {};
};

// Both poses must be given without their common offset, which is added to the resulting points.
MeasuredDistance double_double_distance(const Triangle& a, const Pose& pose_a, const Triangle& b,
                                        const Pose& pose_b, const Vec3& common_offset);
// The same for features that the caller has found. Valid for any features, but narrow for the closest only.
MeasuredDistance distance_of_features(const Triangle& a, const Pose& pose_a, const Triangle& b,
                                      const Pose& pose_b, const Vec3& common_offset,
                                      const ClosestFeatures& features);
// The same, but tries every pair of features instead of the pair that double arithmetic selects, which may be
// wrong for nearly parallel edges.
MeasuredDistance distance_of_all_features(const Triangle& a, const Pose& pose_a, const Triangle& b,
                                          const Pose& pose_b, const Vec3& common_offset);

}  // namespace allide::kernel
