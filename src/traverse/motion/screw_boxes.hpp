// Conservative advancement for boxes and triangles under a screw: lower bounds on the time until two of them
// may meet.
#pragma once

#include "kernel/screw/axis_frame.hpp"
#include "traverse/motion/axis_sets.hpp"
#include "traverse/motion/axis_shell.hpp"
#include "traverse/motion/phase_separation.hpp"

namespace allide::traverse {

class ScrewBounds {
  public:
    // Triangles whose heights along the axis overlap by at most `level` count as separated. `clearance` and
    // `level` are lengths in world units.
    ScrewBounds(const kernel::ScrewScene& scene, double clearance, double level = 0);

    // `until` is a time from t to limit before which the distance certainly exceeds the clearance;
    // infinite if that holds up to limit. The search takes only a few steps; `near` is true if further
    // steps would make little progress.
    struct Free {
        double until;
        bool near;
    };
    // With `skips_turns`, turns during which the two boxes certainly do not meet are skipped
    // first, which takes longer.
    Free free_until(const AxisBox& a, const AxisBox& b, double t, double limit,
                    bool skips_turns = false) const;
    // The same for triangles. Also stops after a time step shorter than `short_step`.
    Free free_until(const AxisCorners& a, const AxisCorners& b, double t, double limit,
                    double short_step) const;
    // Lower bound on the first time from t on at which the sets may meet; t itself unless many turns of the
    // motion remain. Triangles are given in double and in double-double.
    double after_idle_turns(const AxisBox& a, const AxisBox& b, double t, double limit) const;
    using DoubleDoubleTriangle = kernel::AxisTriangle<kernel::DoubleDouble>;
    double after_idle_turns(const AxisCorners& a, const DoubleDoubleTriangle& precise_a, const AxisCorners& b,
                            const DoubleDoubleTriangle& precise_b, double t, double limit) const;
    // Lower bound on the time after t for which the set A stays below near_b along n. The farthest point of A
    // along n is at far_a, and no point of A moves along n faster than `speed` at time t. The result does not
    // depend on the length of n.
    double separation_time(const AxisPoint& n, double far_a, double speed, double near_b,
                           double axis_distance) const;
    // n · velocity of a point, given by its position at time t.
    double speed_along(const AxisPoint& n, const AxisPoint& x) const;
    // The largest n · velocity of the three corners.
    double speed_along(const AxisPoint& n, const kernel::NumberTriangle<double>& corners) const;

    const kernel::ScrewScene& scene() const { return scene_; }
    // Amount to subtract from a distance computed in double: rounding errors, the deviation and the
    // clearance.
    double margin() const { return margin_; }
    kernel::NumberTriangle<double> corners_at(const kernel::NumberTriangle<double>& corner, double t) const;

    // The screw's advance per radian.
    double rise() const { return shells_.rise(); }

  private:
    bool has_many_turns(double t, double limit) const;
    PhaseLimits phase_limits(const AxisShell& a, const AxisShell& b) const;
    kernel::SinCos turn_at(double t) const;
    double heights_separate_until(const AxisCorners& a, const AxisCorners& b, double t) const;

    const kernel::ScrewScene& scene_;
    double margin_, margin_along_;  // see margin(); margin_along_ is for distances along the axis
    double clearance_;              // in the scene's unit; includes the deviation, but not rounding errors
    bool uses_axial_margin_;        // true if the margin along the axis is smaller than in other directions
    ShellTimes shells_;
    // The rotation at the last time that was asked for, since many pairs in a row have the same. Therefore
    // an object serves one thread at a time.
    mutable double last_time_ = -1;
    mutable kernel::SinCos last_turn_{};
};

}  // namespace allide::traverse
