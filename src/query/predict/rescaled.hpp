// A query about motions, converted to another unit. Squares of lengths overflow or underflow near the ends of
// the range of doubles, and positions along the motion are rounded there. Queries with such lengths are
// therefore scaled by a power of two, which changes no digit.
#pragma once

#include <allide/predict.hpp>

#include <optional>

namespace allide::query {

class Rescaled {
  public:
    // Empty if the lengths are in the middle of the range of doubles, or if scaling would lose digits because
    // coordinates of one query differ by hundreds of powers of ten.
    static std::optional<Rescaled> of(const Moving& a, const Moving& b, const PredictOptions& options);

    Moving a() const { return a_.along(motion_a_); }
    Moving b() const { return b_.along(motion_b_); }
    const PredictOptions& options() const { return options_; }
    // Converts an answer to the unit of the original query.
    Prediction back(Prediction answer) const;

  private:
    Rescaled(Model a, Motion motion_a, Model b, Motion motion_b, const PredictOptions& options, int exponent);

    Model a_, b_;
    Motion motion_a_, motion_b_;
    PredictOptions options_;
    int exponent_;  // all lengths are scaled by 2 to this power
};

}  // namespace allide::query
