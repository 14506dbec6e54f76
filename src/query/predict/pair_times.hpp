// Contact times of two triangles along a segment. For a screw they are roots of contact functions; for a
// translation they are computed exactly. If there is a clearance or a triangle without area, they are found
// by conservative advancement.
#pragma once

#include "kernel/screw/screw_pair.hpp"
#include "query/predict/conservative_advancement.hpp"
#include "query/predict/translation_times.hpp"
#include "traverse/motion/screw_boxes.hpp"

#include <vector>

namespace allide::query {

struct PairOptions {
    double clearance = 0;
    double width = 0;  // maximum width of an event's time bracket, if the precision allows
    double graze = 0;  // if distance − clearance stays within ± this, the pair may be undecided
    double level = 0;  // triangles that overlap by at most this along the axis count as separated
};

class PairTimes {
  public:
    // All times are in the segment's own time, from 0 to 1.
    PairTimes(const MotionSegment& segment, const Pose& pose_b, double norm_a, double norm_b,
              const PairOptions& options, const TranslationRemainder& rest = {},
              const kernel::ScrewApproximation& approximation = {});

    const kernel::ScrewScene& scene() const { return scene_; }
    const traverse::ScrewBounds& bounds() const { return bounds_; }
    double width() const { return width_; }
    // The length of the time span that is examined for events in one pass.
    double span() const { return span_; }

    // Returns the first certain contact in [lo, hi] and the undecided events before it.
    std::vector<kernel::PairEvent> first_events(const kernel::Triangle& a, const kernel::Triangle& b,
                                                double lo, double hi) const;
    // True if every answer of touch_at is certain.
    bool decides() const { return step_.clearance > 0 ? linear_near_.has_value() : linear_.has_value(); }
    // Tests if the two triangles touch, or are within the clearance, at time t.
    kernel::Certainty touch_at(const kernel::Triangle& a, const kernel::Triangle& b, double t) const;
    // For a pair that certainly touches at t: the time up to which it certainly keeps touching, at most hi.
    double touch_until(const kernel::Triangle& a, const kernel::Triangle& b, double t, double hi) const;

  private:
    ConservativeAdvancement steps(const kernel::Triangle& a, const kernel::Triangle& b) const;
    std::vector<kernel::PairEvent> by_steps(const kernel::Triangle& a, const kernel::Triangle& b, double lo,
                                            double hi) const;
    std::vector<kernel::PairEvent> flat_events(const kernel::ScrewPair& pair, const kernel::Triangle& a,
                                               const kernel::Triangle& b, double lo, double hi) const;
    double touching_until(const kernel::ScrewPair& pair, double t, double hi) const;
    double turned_within_until(const kernel::Triangle& a, const kernel::Triangle& b, double t,
                               double hi) const;
    double shifted_within_until(const kernel::Triangle& a, const kernel::Triangle& b, double t,
                                double hi) const;

    std::optional<TranslationTimes> linear_;
    std::optional<TranslationClearance> linear_near_;  // set if and only if linear_ is set
    kernel::ScrewScene scene_;
    AdvancementOptions step_;
    double width_, span_;
    traverse::ScrewBounds bounds_;
};

}  // namespace allide::query
