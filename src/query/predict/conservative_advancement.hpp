// Conservative advancement: finds when two triangles under a screw motion come within a clearance. The
// direction between the closest points gives a time for which the triangles certainly stay separated; the
// search repeats from there. With clearance 0 it also handles segments and points that stay in a plane.
#pragma once

#include "kernel/screw/bounded_gap.hpp"
#include "kernel/screw/closing_time.hpp"
#include "kernel/screw/screw_pair.hpp"
#include "query/predict/near_duration.hpp"
#include "traverse/motion/screw_boxes.hpp"

#include <optional>
#include <vector>

namespace allide::query {

struct AdvancementOptions {
    double clearance = 0;  // in the unit of the kernel::ScrewScene
    double width = 0;      // maximum width of the time bracket of an answer
    double graze = 0;      // pairs whose distance is within ± this of the clearance may be undecided
    bool uses_double_double = true;  // true if the ScrewScene supports more precision than double
};

class ConservativeAdvancement {
  public:
    ConservativeAdvancement(const traverse::ScrewBounds& bounds, const kernel::Triangle& a,
                            const kernel::Triangle& b, const AdvancementOptions& options);

    // Returns the first contact in [lo, hi], certain or undecided; empty if there is no contact.
    std::vector<kernel::PairEvent> first_events(double lo, double hi) const;
    kernel::Certainty touch_at(const kernel::DoubleDouble& t) const;
    // For a pair that is certainly within the clearance at t: the time up to which it certainly stays so, at
    // most hi. Returns early when the triangles touch, because the caller can then advance faster by contact
    // functions. Each step at which the distance may be less than a graze below the clearance decrements
    // `patience`; the search stops when it is used up.
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
        return options_.clearance > 0 && scene_.axial_deviation < scene_.deviation;
    }
    kernel::BoundedGap double_double_gap_at(const kernel::DoubleDouble& t) const;
    bool crosses_at(const kernel::DoubleDouble& t) const;
    double bracket_width() const;
    std::optional<kernel::DoubleDouble> contact_after(const kernel::DoubleDouble& t, double first) const;
    double quick_step(double t) const;
    double fine_step(const kernel::DoubleDouble& t, const kernel::BoundedGap& gap) const;
    enum class ClosePass { passes, coincides, unknown };
    ClosePass close_pass_from(const kernel::DoubleDouble& t, const kernel::DoubleDouble& until) const;

    const traverse::ScrewBounds& bounds_;
    const kernel::ScrewScene& scene_;
    kernel::AxisTriangle<double> start_;
    kernel::AxisTriangle<kernel::DoubleDouble> fine_start_, fine_b_;
    kernel::NumberTriangle<double> b_;
    double axis_distance_;
    AdvancementOptions options_;
};

// The closest points of two triangles, in double: a point of A, and the vector from it to B's point.
struct NearPlaces {
    traverse::AxisPoint a, direction;
    double distance;
};
NearPlaces nearest_places(const kernel::NumberTriangle<double>& a, const kernel::NumberTriangle<double>& b);

}  // namespace allide::query
