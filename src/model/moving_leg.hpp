// A model on a single leg (segment) of a motion, whose time is scaled to [0, 1]: for modules that
// process legs one at a time.
#pragma once

#include "model/model_data.hpp"

#include <allide/motion.hpp>

namespace allide::detail {

struct LegAccess {
    static Moving moving(const ModelData& model, MotionLeg leg) {
        leg.t0 = 0;
        leg.t1 = 1;
        return {model, Motion(std::vector{leg})};
    }
    static Motion motion(std::vector<MotionLeg> legs) { return Motion(std::move(legs)); }
    // A model at rest.
    static Moving resting(const Placed& placed) {
        MotionLeg leg;
        leg.start = placed.pose();
        return moving(data_of(placed), leg);
    }
    // A pose from computed rows, without the test for rigidity: the deviations of several poses may add up to
    // more than a pose allows.
    static Pose pose(const std::array<double, 12>& rows) { return Motion::pose_of(rows); }
    // The model at the given pose.
    static Placed placed(const ModelData& model, const Pose& pose) {
        MotionLeg leg;
        leg.start = pose;
        return moving(model, leg).at_start();
    }
};

}  // namespace allide::detail
