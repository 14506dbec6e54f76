// The bounding sphere of a mover along its motion, in the scene's coordinates. Returns the times at which it
// may meet a box or a sphere of the scene, as a union of time spans that certainly contains every time of
// contact.
#pragma once

#include "kernel/screw/moving_sphere.hpp"

#include <allide/motion.hpp>

#include <vector>

namespace allide::index {

using kernel::TimeSpan;
using kernel::TimeSpans;

class Sweep {
  public:
    // `scene` is the pose of the scene; coming within `clearance` counts as meeting. A mover without
    // triangles meets nothing.
    Sweep(const Moving& mover, const Pose& scene, double clearance);

    // The whole motion; empty for a mover without triangles.
    TimeSpans always() const;
    // The times of `within` at which the sphere may meet the box or sphere, in the scene's coordinates.
    TimeSpans at_box(const Box& box, const TimeSpans& within) const;
    TimeSpans at_sphere(const Vec3& centre, double radius, const TimeSpans& within) const;

    // The ends of a span may be off by this fraction of the motion.
    static constexpr double tolerance = 0x1p-24;

  private:
    struct Segment {
        double t0, t1;
        kernel::MovingSphere ball;
    };
    template <typename Ask>
    TimeSpans met(const TimeSpans& within, const Ask& ask) const;

    std::vector<Segment> segments_;
};

}  // namespace allide::index
