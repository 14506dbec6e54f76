// Two triangles, one of them under a screw: when do they touch?
#pragma once

#include "kernel/screw/pair_event.hpp"

#include <allide/geometry.hpp>

#include <optional>
#include <vector>

namespace allide::kernel {

class ScrewPair {
  public:
    ScrewPair(const ScrewScene& scene, const Triangle& a, const Triangle& b);

    // The first certain contact from lo to hi, and all doubts before it, in order of time. Nothing else is a
    // first contact there: where two triangles begin to touch, a corner meets a face or an edge an edge.
    std::vector<PairEvent> first_events(double lo, double hi, double width) const;
    // All times from lo to hi at which a touching may begin or end, in order; certain ones and doubts.
    std::vector<PairEvent> all_events(double lo, double hi, double width) const;
    // Do they touch at this time? `yes` if an edge goes through a face for certain.
    Certainty touch_at(double t) const;
    // Is there a segment or a point that never leaves a plane or a line of the other? Then they may begin to
    // touch without any of these events.
    bool may_touch_unseen() const;

  private:
    std::vector<PairEvent> events(double lo, double hi, double width, bool first_only) const;

    bool slides_at(double t, const AxisTriangle<DoubleDouble>& a, const AxisTriangle<DoubleDouble>& b,
                   const NumberTriangle<DoubleDouble>& a_now) const;
    bool edges_slide_at(double t, const AxisTriangle<DoubleDouble>& a, const AxisTriangle<DoubleDouble>& b,
                        const NumberTriangle<DoubleDouble>& a_now) const;

    const ScrewScene& scene_;
    Triangle corners_a_, corners_b_;
    AxisTriangle<double> a_, b_;
};

}  // namespace allide::kernel
