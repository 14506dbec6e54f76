// The ball around a mover along its motion, as the scene sees it: when may it meet a box or a ball of the
// scene? A union of spans of the motion's time that holds every time of contact, certainly.
#pragma once

#include "kernel/screw/moving_sphere.hpp"

#include <allide/motion.hpp>

#include <vector>

namespace allide::index {

using kernel::TimeSpan;
using kernel::TimeSpans;

class Sweep {
  public:
    // The scene stands at `scene`; what comes within `clearance` counts as met. A mover without triangles
    // meets nothing.
    Sweep(const Moving& mover, const Pose& scene, double clearance);

    // From the start of the motion to its end, or never.
    TimeSpans always() const;
    // In the scene's own coordinates.
    TimeSpans at_box(const Box& box, const TimeSpans& within) const;
    TimeSpans at_sphere(const Vec3& centre, double radius, const TimeSpans& within) const;

    // How wide the ends of a span may be off, as a part of the motion.
    static constexpr double tolerance = 0x1p-24;

  private:
    struct Leg {
        double t0, t1;
        kernel::MovingSphere ball;
    };
    template <typename Ask>
    TimeSpans met(const TimeSpans& within, const Ask& ask) const;

    std::vector<Leg> legs_;
};

}  // namespace allide::index
