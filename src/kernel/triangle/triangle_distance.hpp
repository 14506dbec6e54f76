// Proven bounds of the distance of two triangles in the world, as narrow as requested.
#pragma once

#include "base/infinity.hpp"
#include "kernel/pose/relative_pose.hpp"
#include "kernel/triangle/closest_features.hpp"
#include "kernel/triangle/double_double_distance.hpp"
#include "kernel/triangle/exact_points.hpp"
#include "kernel/triangle/triangle.hpp"

#include <allide/geometry.hpp>

#include <optional>

namespace allide::kernel {

struct DistanceBounds {
    double lower = 0;
    double upper = base::infinity;
};

struct DistanceEstimate : DistanceBounds {
    Vec3 gap;  // from a point of A's triangle to one of B's, in A's frame; approximately the shortest such
               // vector
    ClosestFeatures features;  // the features of these points, as double arithmetic finds them
};

// Constructed once per query from the two poses, and used by one thread. Triangles are given in their
// own model's coordinates.
class DistanceTester {
  public:
    DistanceTester(const Pose& pose_a, const Pose& pose_b);

    // Fast bounds in double; their width is about 1e-15 of the models' sizes and offsets.
    DistanceEstimate estimate(const Triangle& a, const Triangle& b) const;
    // A faster lower bound, sharp if the vector between the closest points has this direction in A's frame.
    double lower_along(const Vec3& direction, const Triangle& a, const Triangle& b) const;
    // For two triangles that do not touch: bounds with upper − lower ≤ gap · upper or, where doubles are too
    // coarse for that, bounds that are adjacent doubles. `features` of an estimate are tried first; wrong
    // ones cost time only.
    MeasuredDistance measure(const Triangle& a, const Triangle& b, double gap,
                             const ClosestFeatures& features) const;
    // For two triangles that do not touch: true if their distance is at most `limit`. Exact.
    bool within(const Triangle& a, const Triangle& b, double limit) const;

    const RelativePose& b_in_a() const { return b_in_a_; }
    // A length in the world is that in A's frame times a factor from 1 − stretch() to 1 + stretch().
    double stretch() const { return 2 * frame_deviation_; }

  private:
    Triangle in_a(const Triangle& b) const;
    double error(const Triangle& a, const Triangle& b, const Triangle& b_in_a) const;
    struct Maps {
        ExactMap a, b;
    };
    const Maps& maps() const;
    DistanceBounds measure_exactly(const Triangle& a, const Triangle& b) const;
    bool within_exactly(const Triangle& a, const Triangle& b, double limit) const;

    RelativePose b_in_a_;
    double frame_deviation_;      // deviation of A's pose from a rotation, see rigidity.hpp
    Pose centred_a_, centred_b_;  // the poses without their common offset
    Vec3 common_offset_;
    mutable std::optional<Maps> maps_;  // exact maps of the centred poses; created on first use
};

}  // namespace allide::kernel
