// How an answer of `distance` reads.
#pragma once

#include <allide/query.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace allide::cli {

struct DistanceAnswer {
    std::optional<std::uint64_t> pose_number = std::nullopt;  // in a file of poses
    Pose pose_a, pose_b;
    Distance distance = {};
    std::optional<bool> within = std::nullopt;                         // when a limit was given
    std::optional<std::vector<PairDistance>> pairs = std::nullopt;     // when an error was given
    std::optional<std::vector<PairDistance>> sequence = std::nullopt;  // and the weak form asked for
    QueryStats stats = {};
    double seconds = 0;  // wall time of the query that the statistics are about
};

// One line with a line break at its end.
std::string as_json(const DistanceAnswer& answer, bool with_stats);
// For reading; `names` are the two files.
std::string as_text(const DistanceAnswer& answer, bool with_stats, const std::string& name_a,
                    const std::string& name_b);

}  // namespace allide::cli
