// When two triangles touch under a translation: quotients of integers, so every question is decided exactly.
#pragma once

#include "kernel/triangle/intersection.hpp"
#include "kernel/triangle/triangle.hpp"
#include "query/predict/translation_clearance.hpp"

#include <allide/predict.hpp>

#include <optional>

namespace allide::query {

// A span of contact in the leg's own time: between the two brackets they touch for certain.
struct LinearSpan {
    kernel::Bracket first, last;
    Features features = Features::edge_edge;
};

// What a leg of doubles leaves over: a rest of its translation, or all its places where they are quotients.
struct LinearRest {
    Vec3 translation;
    std::optional<kernel::ScaledShift> places;
};

class LinearTimes {
  public:
    // None for a leg that turns.
    static std::optional<LinearTimes> of(const MotionLeg& leg, const Pose& pose_b,
                                         const LinearRest& rest = {});

    // The part from 0 to 1; none if they do not touch then.
    std::optional<LinearSpan> span(const kernel::Triangle& a, const kernel::Triangle& b) const;
    // By how much the leg shifts, rounded.
    const Vec3& shift() const { return shift_; }
    // When two come within a clearance. Times are as exact as `most_` is.
    LinearNear within(const Pose& pose_a, const Pose& pose_b, double clearance) const;
    // How far off a time is at most, in parts of itself.
    double time_error() const { return most_ == 1 ? 0 : 0x1p-50; }

  private:
    bool rests() const;
    bool touch_at_rest(const kernel::Triangle& a, const kernel::Triangle& b) const;
    std::optional<kernel::ShiftRange> touching_shifts(const kernel::Triangle& a,
                                                      const kernel::Triangle& b) const;
    LinearTimes(const Pose& pose_a, const Pose& pose_b, const Vec3& direction, double most,
                const Vec3& shift);

    kernel::IntersectionFinder finder_;
    Vec3 direction_;  // of which the leg takes `most_` times
    double most_;     // 1 where the leg's shift is a vector of doubles, else rounded within 2⁻⁵¹
    Vec3 shift_;
    LinearRest rest_;
};

}  // namespace allide::query
