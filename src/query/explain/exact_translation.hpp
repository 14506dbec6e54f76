// Two triangles, one of which is translated, in exact arithmetic: directions that separate them during a time
// interval, and the time at which they begin to touch.
#pragma once

#include "kernel/triangle/exact_closest_points.hpp"
#include "query/explain/moving_gap.hpp"
#include "query/explain/world_points.hpp"

#include <optional>

namespace allide::query {

using ExactCorners = kernel::NumberTriangle<kernel::Exact>;

class ExactTranslation {
  public:
    // p moves by t · translation, q rests.
    ExactTranslation(const ExactCorners& p, const ExactCorners& q, const Vec3& translation);

    // A direction along which q lies beyond p by more than the clearance at all times of the interval. At the
    // end of an open interval, a gap equal to the clearance suffices.
    std::optional<ExactPosition> separating_direction(const TimeInterval& time, double clearance) const;
    // The first time t ≥ 0 at which the triangles touch, computed as the latest time at which their
    // projections on a candidate direction begin to overlap; empty if they do not touch at that time.
    std::optional<kernel::ExactRatio> first_contact() const;
    kernel::ExactClosestPoints closest_points(const kernel::ExactRatio& time) const;

  private:
    struct Gap {
        kernel::Exact at_start, speed;  // the gap at time t is at_start − t · speed
    };
    Gap gap_along(const ExactPosition& direction) const;

    ExactCorners p_, q_;
    ExactPosition translation_;
    std::vector<ExactPosition> directions_;
};

}  // namespace allide::query
