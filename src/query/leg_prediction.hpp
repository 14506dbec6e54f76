// The first contact along all legs of a motion.
#pragma once

#include <allide/predict.hpp>

namespace allide::query {

// For models that are free at the start.
Prediction predict_legs(const Moving& a, const Placed& b, const PredictOptions& options);

}  // namespace allide::query
