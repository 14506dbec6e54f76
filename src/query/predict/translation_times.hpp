// Contact times of two triangles under a translation. They are rational numbers, so every query is decided
// exactly.
#pragma once

#include "kernel/triangle/intersection.hpp"
#include "kernel/triangle/triangle.hpp"
#include "query/predict/translation_clearance.hpp"

#include <allide/predict.hpp>

#include <optional>

namespace allide::query {

// Contact interval in the segment's own time: the triangles certainly touch between the two brackets.
struct TranslationSpan {
    kernel::Bracket first, last;
    Features features = Features::edge_edge;
};

// The part of a translation that a segment in doubles cannot represent: the rounding error of its vector or,
// if positions are rational numbers, the exact positions themselves.
struct TranslationRemainder {
    Vec3 translation;
    std::optional<kernel::ScaledShift> places;
};

class TranslationTimes {
  public:
    // Empty for a segment that rotates.
    static std::optional<TranslationTimes> of(const MotionSegment& segment, const Pose& pose_b,
                                              const TranslationRemainder& rest = {});

    // The contact interval within [0, 1]; empty if the triangles do not touch in [0, 1].
    std::optional<TranslationSpan> span(const kernel::Triangle& a, const kernel::Triangle& b) const;
    // The shift over the segment, rounded.
    const Vec3& shift() const { return shift_; }
    // The times at which two triangles are within a clearance. They have the relative error time_error().
    TranslationClearance within(const Pose& pose_a, const Pose& pose_b, double clearance) const;
    // Upper bound of the relative error of a time.
    double time_error() const { return most_ == 1 ? 0 : 0x1p-50; }

  private:
    bool rests() const;
    bool touch_at_rest(const kernel::Triangle& a, const kernel::Triangle& b) const;
    std::optional<kernel::ShiftRange> touching_shifts(const kernel::Triangle& a,
                                                      const kernel::Triangle& b) const;
    TranslationTimes(const Pose& pose_a, const Pose& pose_b, const Vec3& direction, double most,
                     const Vec3& shift);

    kernel::IntersectionFinder finder_;
    Vec3 direction_;  // the segment's shift is `most_` times this vector
    double most_;     // factor: 1 if doubles represent the shift; otherwise rounded within 2⁻⁵¹
    Vec3 shift_;
    TranslationRemainder rest_;
};

}  // namespace allide::query
