// `allide predict --deform`: every vertex moves on a straight line from one mesh to another.
#pragma once

#include "predict_answer.hpp"
#include "reading.hpp"

#include <string>
#include <vector>

namespace allide::cli {

// Two files: a mesh at t = 0 and at t = 1, against itself. Four: two such pairs of files, against each other.
PredictAnswer predict_deforming(const std::vector<std::string>& files, const LoadOptions& load,
                                const PredictOptions& options);

}  // namespace allide::cli
