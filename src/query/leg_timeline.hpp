// One leg of a motion as a line of time: what comes next on it, and whether there is contact at a time.
#pragma once

#include "query/leg_search.hpp"

#include <allide/predict.hpp>

#include <optional>

namespace allide::query {

// What comes next: a contact that begins between the two times, or a doubt that nothing settled.
struct LegNext {
    LegEvent event;
    double lo = 0, hi = 0;
    bool certain = false;
};

class LegTimeline {
  public:
    // Answers are no wider than `width`, in the leg's own time; `blur` is how far A may be from where the leg
    // says.
    LegTimeline(const detail::ModelData& a, const MotionLeg& leg, const Placed& b,
                const PredictOptions& options, double width, double blur = 0);

    // The next from lo, where there is no contact, up to hi.
    std::optional<LegNext> next(double lo, double hi = 1);
    kernel::Sure contact_at(double t) const;
    // A time, not before t, up to which a contact that there is at t lasts for certain.
    double contact_until(double t, double hi = 1) const;

    double width() const { return width_; }
    const PairTimes& times() const { return times_; }
    Placed at(double t) const { return a_.at(t); }
    Vec3 point_of(const LegNext& next) const { return times_.scene().in_world(next.event.event.place); }
    // Not below the clearance, beyond the one that is asked for, or the depth that is in doubt.
    double doubt_of(const LegNext& next) const;
    std::uint64_t triangle_tests() const { return search_.triangle_tests(); }

  private:
    std::vector<Contact> near_at(double t) const;
    kernel::Sure touch_at(const Contact& pair, double t) const;

    Moving a_;
    Placed b_;
    double clearance_, width_;
    PairTimes times_;
    LegSearch search_;
};

}  // namespace allide::query
