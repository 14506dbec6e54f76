// A model on a single segment of a motion, whose time is scaled to [0, 1]: for modules that process segments
// one at a time.
#pragma once

#include "model/model_data.hpp"

#include <allide/motion.hpp>

namespace allide::detail {

struct SegmentAccess {
    static Moving moving(const ModelData& model, MotionSegment segment) {
        segment.t0 = 0;
        segment.t1 = 1;
        return {model, Motion(std::vector{segment})};
    }
    static Motion motion(std::vector<MotionSegment> segments) { return Motion(std::move(segments)); }
    // A model at rest.
    static Moving resting(const Placed& placed) {
        MotionSegment segment;
        segment.start = placed.pose();
        return moving(data_of(placed), segment);
    }
    // A pose from computed rows, without the test for rigidity: the deviations of several poses may add up to
    // more than a pose allows.
    static Pose pose(const std::array<double, 12>& rows) { return Motion::pose_of(rows); }
    // The model at the given pose.
    static Placed placed(const ModelData& model, const Pose& pose) {
        MotionSegment segment;
        segment.start = pose;
        return moving(model, segment).at_start();
    }
};

}  // namespace allide::detail
