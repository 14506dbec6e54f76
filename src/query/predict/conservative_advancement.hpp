// Two triangles under a screw, and when they come within a clearance: conservative advancement. Along the
// direction between the closest points they stay apart for a time that is certain; and again from there. With
// the clearance 0 it also serves segments and points that stay in a plane.
#pragma once

#include "kernel/screw/bounded_gap.hpp"
#include "kernel/screw/closing_time.hpp"
#include "kernel/screw/screw_pair.hpp"
#include "query/predict/near_duration.hpp"
#include "traverse/motion/screw_boxes.hpp"

#include <optional>
#include <vector>

namespace allide::query {

struct StepOptions {
    double clearance = 0;  // in the scene's unit
    double width = 0;      // how wide an answer may be
    double graze = 0;      // what stays nearer to the clearance than this may be left in doubt, in the unit
    bool finely = true;    // is the scene good for finer numbers than double?
};

class NearSteps {
  public:
    NearSteps(const traverse::ScrewBounds& bounds, const kernel::Triangle& a, const kernel::Triangle& b,
              const StepOptions& options);

    // The first contact from lo to hi, certain or in doubt; none if there is none.
    std::vector<kernel::PairEvent> first_events(double lo, double hi) const;
    kernel::Certainty touch_at(const kernel::DoubleDouble& t) const;
    // Of two that are near at t for certain: until when they certainly stay so, up to hi; or up to where they
    // touch again, for which events are quicker. Steps that are short since the two are within a graze of the
    // clearance take patience, and without it there are no more.
    double near_until(double t, double hi, int& patience) const;

  private:
    kernel::Turning turning() const { return {scene_.angle, scene_.advance}; }
    kernel::Turning fine_turning() const {
        return {scene_.angle, scene_.advance, kernel::Turning::off_rounded};
    }
    kernel::NumberTriangle<kernel::DoubleDouble> fine_corners_at(const kernel::DoubleDouble& t) const;
    double slack() const;
    NearPair near_pair_at(const kernel::DoubleDouble& t) const;
    bool is_better_known_along_axis() const {
        return options_.clearance > 0 && scene_.blur_along < scene_.blur;
    }
    kernel::BoundedGap finely_at(const kernel::DoubleDouble& t) const;
    bool crosses_at(const kernel::DoubleDouble& t) const;
    double bracket_width() const;
    std::optional<kernel::DoubleDouble> contact_after(const kernel::DoubleDouble& t, double first) const;
    double quick_step(double t) const;
    double fine_step(const kernel::DoubleDouble& t, const kernel::BoundedGap& gap) const;
    enum class Closely { passes, coincides, unknown };
    Closely closely_from(const kernel::DoubleDouble& t, const kernel::DoubleDouble& until) const;

    const traverse::ScrewBounds& bounds_;
    const kernel::ScrewScene& scene_;
    kernel::AxisTriangle<double> start_;
    kernel::AxisTriangle<kernel::DoubleDouble> fine_start_, fine_b_;
    kernel::NumberTriangle<double> b_;
    double beside_;
    StepOptions options_;
};

// Where two triangles come closest, in double: a place of A, and from there to B.
struct NearPlaces {
    traverse::AxisPoint a, direction;
    double distance;
};
NearPlaces nearest_places(const kernel::NumberTriangle<double>& a, const kernel::NumberTriangle<double>& b);

}  // namespace allide::query
