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
    std::optional<std::uint64_t> pose_number;  // number of B's pose in the --poses file, from 0; else empty
    Pose pose_a, pose_b;
    std::optional<Witness> witness;           // one contact and a common point; empty if there is none
    std::optional<NamedPart> part_a, part_b;  // the parts that the witness's triangles belong to
    std::optional<Contacts> listed;           // empty unless --all or --limit was given
    std::vector<PartContacts> part_pairs;     // number of listed contacts per pair of touching parts
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
