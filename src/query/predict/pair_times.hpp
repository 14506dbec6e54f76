// When two triangles touch along a leg: by contact functions under a screw, exactly under a translation, by
// steps of the certain distance where there is a clearance or a triangle without area.
#pragma once

#include "kernel/screw/screw_pair.hpp"
#include "query/predict/conservative_advancement.hpp"
#include "query/predict/translation_times.hpp"
#include "traverse/motion/screw_boxes.hpp"

#include <vector>

namespace allide::query {

struct PairOptions {
    double clearance = 0;
    double width = 0;  // no event is wider, if numbers allow
    double graze = 0;  // what stays nearer to the clearance than this may be left in doubt
    double level = 0;  // what overlaps along the axis by no more than this is taken for apart
};

class PairTimes {
  public:
    // Times are the leg's own.
    PairTimes(const MotionLeg& leg, const Pose& pose_b, double norm_a, double norm_b,
              const PairOptions& options, const LinearRest& rest = {}, const kernel::Likeness& likeness = {});

    const kernel::ScrewScene& scene() const { return scene_; }
    const traverse::ScrewBounds& bounds() const { return bounds_; }
    double width() const { return width_; }
    // How much of the time is looked at in one go.
    double span() const { return span_; }

    // The first certain contact from lo to hi, and the doubts before it.
    std::vector<kernel::PairEvent> first_events(const kernel::Triangle& a, const kernel::Triangle& b,
                                                double lo, double hi) const;
    // Is every answer of touch_at certain?
    bool decides() const { return step_.clearance > 0 ? linear_near_.has_value() : linear_.has_value(); }
    // Are they in contact at this time?
    kernel::Certainty touch_at(const kernel::Triangle& a, const kernel::Triangle& b, double t) const;
    // Of two that touch at t for certain: until when they certainly go on to, up to hi.
    double touch_until(const kernel::Triangle& a, const kernel::Triangle& b, double t, double hi) const;

  private:
    NearSteps steps(const kernel::Triangle& a, const kernel::Triangle& b) const;
    std::vector<kernel::PairEvent> by_steps(const kernel::Triangle& a, const kernel::Triangle& b, double lo,
                                            double hi) const;
    std::vector<kernel::PairEvent> flat_events(const kernel::ScrewPair& pair, const kernel::Triangle& a,
                                               const kernel::Triangle& b, double lo, double hi) const;
    double touching_until(const kernel::ScrewPair& pair, double t, double hi) const;
    double turned_within_until(const kernel::Triangle& a, const kernel::Triangle& b, double t,
                               double hi) const;
    double shifted_within_until(const kernel::Triangle& a, const kernel::Triangle& b, double t,
                                double hi) const;

    std::optional<LinearTimes> linear_;
    std::optional<LinearNear> linear_near_;  // of the same legs
    kernel::ScrewScene scene_;
    StepOptions step_;
    double width_, span_;
    traverse::ScrewBounds bounds_;
};

}  // namespace allide::query
