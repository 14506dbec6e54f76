// Finds a proof that a moving model stays separated from a resting one during a time interval within a
// segment.
#pragma once

#include "query/explain/moving_gap.hpp"

#include <allide/extra/explain.hpp>

#include <optional>
#include <vector>

namespace allide::query {

class MovingSearch {
  public:
    // `points` must be those of A on `segment` and of B at `pose_b`.
    MovingSearch(const MovingPoints& points, const MotionSegment& segment, const Pose& pose_b,
                 double clearance)
        : points_(points),
          segment_(segment),
          pose_b_(pose_b),
          clearance_(clearance),
          gap_(points, clearance) {}

    struct Found {
        double until = 0;       // the proof holds up to this time of the segment
        bool too_long = false;  // true if the proof would take too many steps; nothing is proven then
        SeparationProof proof = {};
    };
    // A proof for the whole interval, or up to an earlier time if the end of the interval is so close to a
    // contact that double-double arithmetic does not suffice.
    Found run(TimeInterval time);

  private:
    bool prove(TriangleSet a, TriangleSet b, const TimeInterval& time);
    bool prove_halves(TriangleSet a, TriangleSet b, const TimeInterval& time, bool is_separated);
    bool prove_times(TriangleSet a, TriangleSet b, const TimeInterval& time);
    bool try_direction(TriangleSet a, TriangleSet b, const TimeInterval& time, const PrecisePoint& direction);
    std::vector<PrecisePoint> directions_of(std::uint32_t triangle_a, std::uint32_t triangle_b,
                                            const kernel::DoubleDouble& t) const;
    bool try_exact(TriangleSet a, TriangleSet b, const TimeInterval& time);
    void gather(TriangleSet a, TriangleSet b, const TimeInterval& time);

    const MovingPoints& points_;
    const MotionSegment& segment_;
    const Pose& pose_b_;
    double clearance_;
    MovingGap gap_;
    std::vector<Vec3> points_a_, points_b_;
    SeparationProof proof_;
    double failed_at_ = 0;
    bool too_long_ = false;
};

}  // namespace allide::query
