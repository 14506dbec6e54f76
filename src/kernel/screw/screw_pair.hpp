// Contact times of two triangles, one of them under a screw.
#pragma once

#include "kernel/screw/pair_event.hpp"

#include <allide/geometry.hpp>

#include <optional>
#include <vector>

namespace allide::kernel {

class ScrewPair {
  public:
    ScrewPair(const ScrewScene& scene, const Triangle& a, const Triangle& b);

    // The first certain contact in [lo, hi] and all possible contacts before it, in order of time. The list
    // is complete: where two triangles start to touch, a vertex meets a face or an edge meets an edge.
    std::vector<PairEvent> first_events(double lo, double hi, double width) const;
    // All times in [lo, hi] at which a contact may start or end, certain and possible ones, in order of time.
    std::vector<PairEvent> all_events(double lo, double hi, double width) const;
    // Tests if the triangles touch at time t. `yes` only if the contact is certain, for example where an edge
    // passes through a face.
    Certainty touch_at(double t) const;
    // True if a degenerate triangle may stay in a plane or on a line of the other triangle at all times. A
    // contact may then start without any of the events above.
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
