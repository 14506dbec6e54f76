// Timeline of two movers: the motion of A relative to B, in pieces that are screws up to a known error bound.
// A piece may be long far from a contact; near one it is shortened until its error no longer matters.
#pragma once

#include "kernel/screw/screw_map.hpp"
#include "query/predict/segment_timeline.hpp"
#include "query/predict/timeline.hpp"

#include <memory>
#include <optional>

namespace allide::query {

// A model during a part of one segment of its motion. `from` and `to` are in the segment's own time.
struct MoverSpan {
    const detail::ModelData* model;
    MotionSegment segment;
    kernel::DoubleDouble from = 0, to = 1;
};

class RelativeTimeline : public Timeline {
  public:
    RelativeTimeline(const MoverSpan& a, const MoverSpan& b, const PredictOptions& options, double width);

    std::optional<Next> next(double lo, double hi) override;
    kernel::Certainty contact_at(double t) override;
    double contact_until(double t, double hi) override;
    double graze() const override;
    double stride() const override;
    double width() const override { return width_; }
    std::uint64_t triangle_tests() const override { return triangle_tests_; }

  private:
    // A screw that approximates the motion of A relative to B, with B at rest at the start pose of its
    // segment, and the bound on its error.
    struct Piece {
        std::unique_ptr<SegmentTimeline> line;
        double deviation;
    };
    // The piece for the times from t to t + length.
    Piece piece(double t, double length) const;
    // Sets the bound on how far the piece's segment deviates from the relative motion.
    void set_deviation(kernel::ScrewApproximation& approximation, const MotionSegment& segment,
                       const kernel::DoubleDoubleRows& begin, const kernel::DoubleDoubleRows& end,
                       double length) const;
    kernel::DoubleDoubleRows seen_at(double t) const;
    Vec3 in_world(const Vec3& seen, double t) const;
    double longest() const;

    MoverSpan a_, b_;
    PredictOptions options_;
    double width_;
    kernel::ScrewMap screw_a_, screw_b_;
    double norm_ = 0;           // bound on lengths in A's positions; rounding errors are relative to it
    double acceleration_ = 0;   // bound on the second derivative in time of a point of A, relative to B
    double speed_ = 0;          // bound on the speed of a point of A, relative to B
    std::optional<Vec3> axis_;  // common direction of all rotation axes; empty if there is none
    int within_graze_ = 0;      // number of undecided events on pieces whose deviation is below graze() / 4
    std::uint64_t triangle_tests_ = 0;
};

}  // namespace allide::query
