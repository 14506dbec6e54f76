// `allide predict --deform`: every vertex moves on a straight line from one mesh to another.
#pragma once

#include "predict_answer.hpp"
#include "reading.hpp"

#include <string>
#include <vector>

namespace allide::cli {

// Two files: one mesh at t = 0 and t = 1, tested against itself. Four: two such meshes, against each other.
PredictAnswer predict_deforming(const std::vector<std::string>& files, const LoadOptions& load,
                                const PredictOptions& options);

}  // namespace allide::cli
