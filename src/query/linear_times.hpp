// When two triangles touch under a translation: quotients of integers, so every question is decided exactly.
#pragma once

#include "kernel/meeting.hpp"
#include "kernel/triangle.hpp"
#include "query/linear_near.hpp"

#include <allide/predict.hpp>

#include <optional>

namespace allide::query {

// A span of contact in the leg's own time: between the two brackets they touch for certain.
struct LinearSpan {
    kernel::Bracket first, last;
    Features features = Features::edge_edge;
};

class LinearTimes {
  public:
    // None for a leg that turns. A leg's translation may have a `rest` that a double did not hold.
    static std::optional<LinearTimes> of(const MotionLeg& leg, const Pose& pose_b, const Vec3& rest = {});

    // The part from 0 to 1; none if they do not touch then.
    std::optional<LinearSpan> span(const kernel::Triangle& a, const kernel::Triangle& b) const;
    // By how much the leg shifts, rounded.
    const Vec3& shift() const { return shift_; }
    // When two come within a clearance. Times are as exact as `most_` is.
    LinearNear within(const Pose& pose_a, const Pose& pose_b, double clearance) const {
        return {pose_a, pose_b, direction_, rest_, most_, clearance};
    }
    // How far off a time is at most, in parts of itself.
    double time_error() const { return most_ == 1 ? 0 : 0x1p-50; }

  private:
    bool rests() const;
    LinearTimes(const Pose& pose_a, const Pose& pose_b, const Vec3& direction, double most,
                const Vec3& shift);

    kernel::MeetingFinder finder_;
    Vec3 direction_;  // of which the leg takes `most_` times
    double most_;     // 1 where the leg's shift is a vector of doubles, else rounded within 2⁻⁵¹
    Vec3 shift_, rest_;
};

}  // namespace allide::query
