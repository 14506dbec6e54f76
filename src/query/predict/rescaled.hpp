// A question about motions in another unit. Squares of lengths overflow or vanish near the ends of the range
// of doubles, and places on the way have to be rounded there; so what lies far out is asked about at a power
// of two of itself, which changes no digit.
#pragma once

#include <allide/predict.hpp>

#include <optional>

namespace allide::query {

class Rescaled {
  public:
    // None if the lengths are in the middle of the range, or if digits would be lost: where coordinates of
    // one question are hundreds of powers of ten apart.
    static std::optional<Rescaled> of(const Moving& a, const Moving& b, const PredictOptions& options);

    Moving a() const { return a_.along(motion_a_); }
    Moving b() const { return b_.along(motion_b_); }
    const PredictOptions& options() const { return options_; }
    // An answer in the unit of the question.
    Prediction back(Prediction answer) const;

  private:
    Rescaled(Model a, Motion motion_a, Model b, Motion motion_b, const PredictOptions& options, int exponent);

    Model a_, b_;
    Motion motion_a_, motion_b_;
    PredictOptions options_;
    int exponent_;  // by how many powers of two everything is larger than it was
};

}  // namespace allide::query
