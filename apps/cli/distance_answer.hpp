// The answer of `distance` as JSON and as text.
#pragma once

#include "part_names.hpp"

#include <allide/extra/explain.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace allide::cli {

struct DistanceAnswer {
    std::optional<std::uint64_t> pose_number = std::nullopt;  // number of B's pose in --poses, from 0
    Pose pose_a, pose_b;
    Distance distance = {};
    NamedPart part_a = {}, part_b = {};                                // the parts of the closest triangles
    std::optional<bool> within = std::nullopt;                         // empty unless --within was given
    std::optional<std::vector<PairDistance>> pairs = std::nullopt;     // only for error bounds without --weak
    std::optional<std::vector<PairDistance>> sequence = std::nullopt;  // only for error bounds with --weak
    std::optional<DistanceCertificate> certificate = std::nullopt;     // empty without --explain
    QueryStats stats = {};
    double seconds = 0;  // wall time of the query that `stats` describes
};

// JSON on one line that ends with a line break.
std::string as_json(const DistanceAnswer& answer, bool with_stats);
// Text for people; `name_a` and `name_b` are the two files.
std::string as_text(const DistanceAnswer& answer, bool with_stats, const std::string& name_a,
                    const std::string& name_b);

}  // namespace allide::cli
