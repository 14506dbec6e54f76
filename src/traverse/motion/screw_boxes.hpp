// Boxes and triangles about the axis of a screw: until when do two of them certainly not meet?
#pragma once

#include "kernel/screw/axis_frame.hpp"
#include "traverse/motion/axis_sets.hpp"
#include "traverse/motion/axis_shell.hpp"

namespace allide::traverse {

class ScrewBounds {
  public:
    // Triangles that overlap along the axis by no more than `level` count as apart, both lengths of the
    // world.
    ScrewBounds(const kernel::ScrewScene& scene, double clearance, double level = 0);

    // A time from t to limit before which the two do not come within the clearance; infinite if not up to
    // limit. A few steps only: `near` if more of them would not lead far.
    struct Free {
        double until;
        bool near;
    };
    // With `skips_turns` the turns on which they certainly do not meet are left out first, which takes
    // longer.
    Free free_until(const AxisBox& a, const AxisBox& b, double t, double limit,
                    bool skips_turns = false) const;
    // The same for triangles; steps shorter than `short_step` are not worth it.
    Free free_until(const AxisCorners& a, const AxisCorners& b, double t, double limit, double short_step,
                    bool skips_turns = false) const;
    // How long after t the set A, whose farthest point along n is at far_a and moves there with at most
    // speed, stays below near_b. Nothing depends on the length of n.
    double stays_apart(const AxisPoint& n, double far_a, double speed, double near_b, double beside) const;
    // The speed along n of a point: of its image at time t.
    double speed_along(const AxisPoint& n, const AxisPoint& x) const;
    // Of the fastest of three.
    double speed_along(const AxisPoint& n, const kernel::NumberTriangle<double>& corners) const;

    const kernel::ScrewScene& scene() const { return scene_; }
    // What is to be taken off a distance in double: roundings, the blur and the clearance.
    double margin() const { return margin_; }
    kernel::NumberTriangle<double> corners_at(const kernel::NumberTriangle<double>& corner, double t) const;

  private:
    // Not after the first time from t at which they may meet, where many turns are left.
    template <typename Set>
    double after_idle_turns(const Set& a, const Set& b, double t, double limit) const;
    double heights_part_until(const AxisCorners& a, const AxisCorners& b, double t) const;

    const kernel::ScrewScene& scene_;
    double margin_, margin_along_;
    bool looks_along_;  // is the margin along the axis less?
    ShellTimes shells_;
};

}  // namespace allide::traverse
