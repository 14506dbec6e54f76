// The bounding sphere of a moving object along its motion, in the scene's coordinates. Finds the times at
// which it may meet a box or sphere of the scene, as a union of time spans that certainly contains every time
// of contact.
#pragma once

#include "kernel/screw/moving_sphere.hpp"

#include <allide/motion.hpp>

#include <vector>

namespace allide::index {

using kernel::TimeSpan;
using kernel::TimeSpans;

class Sweep {
  public:
    // `scene` is the pose of the scene; being within `clearance` counts as meeting. A mover without triangles
    // meets nothing.
    Sweep(const Moving& mover, const Pose& scene, double clearance);

    // The span of the whole motion; empty for a mover without triangles.
    TimeSpans always() const;
    // Those times of `within` at which the moving sphere may meet the given box or sphere of the scene.
    TimeSpans at_box(const Box& box, const TimeSpans& within) const;
    TimeSpans at_sphere(const Vec3& centre, double radius, const TimeSpans& within) const;

    // A span's ends may differ from the exact times by this fraction of the motion.
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
