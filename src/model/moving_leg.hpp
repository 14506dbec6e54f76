// A model on one leg of a motion, whose time runs from 0 to 1: for the rooms that look at legs one by one.
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
    // A model that stands still.
    static Moving resting(const Placed& placed) {
        MotionLeg leg;
        leg.start = placed.pose();
        return moving(data_of(placed), leg);
    }
    // Rows that were reckoned from poses, whose tolerances may add up.
    static Pose pose(const std::array<double, 12>& rows) { return Motion::pose_of(rows); }
    // At a pose of its own choice.
    static Placed placed(const ModelData& model, const Pose& pose) {
        MotionLeg leg;
        leg.start = pose;
        return moving(model, leg).at_start();
    }
};

}  // namespace allide::detail
