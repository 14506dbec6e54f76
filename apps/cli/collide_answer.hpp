// How an answer of `collide` reads.
#pragma once

#include <allide/query.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace allide::cli {

struct CollideAnswer {
    std::optional<std::uint64_t> pose_number;  // in a file of poses
    Pose pose_a, pose_b;
    std::optional<Witness> witness;  // empty: nothing touches
    std::optional<Contacts> listed;  // when contacts were asked for
    QueryStats stats;
    double seconds = 0;  // wall time of the query that the statistics are about
};

// One line with a line break at its end.
std::string as_json(const CollideAnswer& answer, bool with_stats);
// For reading; `names` are the two files.
std::string as_text(const CollideAnswer& answer, bool with_stats, const std::string& name_a,
                    const std::string& name_b);

}  // namespace allide::cli
