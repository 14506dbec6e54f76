// Two movers as a line of time: A as B sees it, in pieces that are screws up to a certain error. Far from a
// contact a piece may be long; near one it is halved until its error no longer matters.
#pragma once

#include "kernel/screw/screw_map.hpp"
#include "query/predict/leg_timeline.hpp"
#include "query/predict/timeline.hpp"

#include <memory>
#include <optional>

namespace allide::query {

// A model from one time of a leg to another.
struct MoverSpan {
    const detail::ModelData* model;
    MotionLeg leg;
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
    // A as B sees it from t to t + length: B stands at its own start.
    struct Piece {
        std::unique_ptr<LegTimeline> line;
        double blur;
    };
    Piece piece(double t, double length) const;
    // How far the leg may be from what is seen on the piece.
    void set_blur(kernel::Likeness& likeness, const MotionLeg& leg, const kernel::DoubleDoubleRows& begin,
                  const kernel::DoubleDoubleRows& end, double length) const;
    kernel::DoubleDoubleRows seen_at(double t) const;
    Vec3 in_world(const Vec3& seen, double t) const;
    double longest() const;

    MoverSpan a_, b_;
    PredictOptions options_;
    double width_;
    kernel::ScrewMap screw_a_, screw_b_;
    double norm_ = 0;           // bounds the places of A from the axes, all added up
    double bend_ = 0;           // bounds the second derivative of a place of A as B sees it
    double speed_ = 0;          // and the first
    std::optional<Vec3> axis_;  // the direction of all axes about which something turns, if they are parallel
    int within_graze_ = 0;      // doubts so far at which they were so near, or might touch
    std::uint64_t triangle_tests_ = 0;
};

}  // namespace allide::query
