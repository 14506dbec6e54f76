// Predictions along all legs of a motion, and from leg to leg.
#pragma once

#include <allide/predict.hpp>

namespace allide::query {

// The first contact; the models are free at the start.
Prediction first_along(const Moving& a, const Placed& b, const PredictOptions& options);
// All spans of contact; `touching` at the start or not.
ContactIntervals intervals_along(const Moving& a, const Placed& b, const PredictOptions& options,
                                 bool touching);

}  // namespace allide::query
