// How an answer of `predict` reads.
#pragma once

#include <allide/predict.hpp>

#include <optional>
#include <string>

namespace allide::cli {

struct PredictAnswer {
    Pose pose_a, pose_b;  // at the start
    double clearance = 0;
    Prediction prediction = {};
    std::optional<ContactIntervals> intervals = std::nullopt;  // when they were asked for
    double seconds = 0;                                        // wall time of the questions
};

// One line with a line break at its end.
std::string as_json(const PredictAnswer& answer);
// For reading; `names` are the two files.
std::string as_text(const PredictAnswer& answer, const std::string& name_a, const std::string& name_b);

}  // namespace allide::cli
