// The answer of `collide` as JSON and as text.
#pragma once

#include "part_names.hpp"

#include <allide/extra/explain.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace allide::cli {

struct CollideAnswer {
    std::optional<std::uint64_t> pose_number;  // number of the pose in its file
    Pose pose_a, pose_b;
    std::optional<Witness> witness;           // empty: no contact
    std::optional<NamedPart> part_a, part_b;  // those of the witness
    std::optional<Contacts> listed;           // empty unless a list of contacts was asked for
    std::vector<PartContacts> part_pairs;     // the listed contacts by parts, if a file has several
    QueryStats stats;
    std::optional<CollisionCertificate> certificate;  // empty unless requested by --explain
    double seconds = 0;                               // wall time of the query that `stats` describes
};

// JSON on one line that ends with a line break.
std::string as_json(const CollideAnswer& answer, bool with_stats);
// Text for people; `name_a` and `name_b` are the two files.
std::string as_text(const CollideAnswer& answer, bool with_stats, const std::string& name_a,
                    const std::string& name_b);

}  // namespace allide::cli
