// The answer of `predict` as JSON and as text.
#pragma once

#include <allide/extra/explain.hpp>
#include <allide/index.hpp>
#include <allide/predict.hpp>
#include <allide/report.hpp>

#include <optional>
#include <string>

namespace allide::cli {

struct PredictAnswer {
    Pose pose_a, pose_b;  // poses of A and B at t = 0
    double clearance = 0;
    Prediction prediction = {};
    std::optional<ContactIntervals> intervals = std::nullopt;         // empty unless --intervals was given
    std::optional<PredictionCertificate> certificate = std::nullopt;  // empty unless requested by --explain
    Motion motion = {};  // motion of A with its start pose; set only together with the certificate
    double seconds = 0;  // wall time of all queries together
};

// The answer about the objects of an index.
struct IndexPredictAnswer : PredictAnswer {
    std::optional<IndexedObject> object = std::nullopt;
    IndexSearch search = {};
    std::uint64_t peak_memory = 0;  // peak of the whole process, in bytes
};

// JSON on one line that ends with a line break.
std::string as_json(const PredictAnswer& answer);
std::string as_json(const IndexPredictAnswer& answer);
// Text for people, with the names of the two files.
std::string as_text(const PredictAnswer& answer, const std::string& name_a, const std::string& name_b);
std::string as_text(const IndexPredictAnswer& answer, const std::string& mover, const std::string& index);

}  // namespace allide::cli
