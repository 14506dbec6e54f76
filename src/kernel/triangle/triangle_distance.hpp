// The distance of two triangles in the world: between certain bounds, as narrow as is asked for.
#pragma once

#include "kernel/pose/relative_pose.hpp"
#include "kernel/triangle/double_double_distance.hpp"
#include "kernel/triangle/exact_points.hpp"
#include "kernel/triangle/triangle.hpp"

#include <allide/geometry.hpp>

#include <limits>
#include <optional>

namespace allide::kernel {

struct DistanceBounds {
    double lower = 0;
    double upper = std::numeric_limits<double>::infinity();
};

struct DistanceEstimate : DistanceBounds {
    Vec3 gap;  // from a point of A's triangle to one of B's, in A's frame; about the shortest
};

// Prepared once a query from the two poses, for one thread. Triangles are given in their own model's
// coordinates.
class DistanceTester {
  public:
    DistanceTester(const Pose& pose_a, const Pose& pose_b);

    // Quickly, in double: off by some 1e-15 of the models' sizes and offsets.
    DistanceEstimate estimate(const Triangle& a, const Triangle& b) const;
    // A lower bound that is sharp if the closest points lie along this direction of A's frame; quicker still.
    double lower_along(const Vec3& direction, const Triangle& a, const Triangle& b) const;
    // Of two triangles that do not touch: the bounds at most a relative `gap` apart, or one step of the grid
    // of doubles.
    FineDistance measure(const Triangle& a, const Triangle& b, double gap) const;
    // Of two triangles that do not touch: is their distance at most this? Exact.
    bool within(const Triangle& a, const Triangle& b, double limit) const;

    const RelativePose& b_in_a() const { return b_in_a_; }
    // A length in the world is within a factor 1 ± this of that in A's frame.
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
    double frame_deviation_;      // of A's pose from a rotation
    Pose centred_a_, centred_b_;  // without their common offset
    Vec3 common_offset_;
    mutable std::optional<Maps> maps_;  // made when a pair needs them first
};

}  // namespace allide::kernel
