// Coordinates in which the overlap of two parts is measured. They are relative to a corner of the
// intersection of the parts' bounding boxes in the world. Their unit is chosen such that products of
// coordinates neither overflow nor underflow. They are rounded; error() bounds the rounding error.
#pragma once

#include "kernel/number/powers_of_two.hpp"

#include <allide/model.hpp>

namespace allide::query {

class OverlapFrame {
  public:
    // `box_a` and `box_b` are boxes of the parts in the world, rounded.
    OverlapFrame(const Placed& a, const Box& box_a, const Placed& b, const Box& box_b);

    // Convert to this frame: a point of the world, and a vertex of a mesh at a pose.
    Vec3 from_world(const Vec3& x) const;
    Vec3 vertex(const Pose& pose, bool at_rest, const Vec3& x) const;
    // Rounded; may be infinite.
    Vec3 to_world(const Vec3& x) const;
    Box from_world(const Box& box) const { return {from_world(box.lo), from_world(box.hi)}; }

    // Bound on the distance of a computed point from the exact one. It also holds for corners of
    // intersections of triangles.
    double error() const { return error_; }
    double world_rounded_down(double length) const { return kernel::scaled_down(length, exponent_); }
    double world_rounded_up(double length) const { return kernel::scaled_up(length, exponent_); }
    double from_world_length(double length) const { return to_(length); }
    int exponent() const { return exponent_; }

  private:
    int exponent_;
    kernel::PowerOfTwo to_, from_;
    Vec3 origin_;  // in the frame's unit
    double error_;
};

}  // namespace allide::query
