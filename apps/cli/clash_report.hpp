// What `clash` found, and how it reads: as JSON, as CSV, and as a summary for people.
#pragma once

#include "clash_parts.hpp"
#include "clash_rules.hpp"

#include <allide/scene.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace allide::cli {

enum class ClashStatus {
    fresh,       // not in the baseline: "new"
    persisting,  // there and here
    resolved,    // there, and not here any more
    unchecked,   // there, and its parts could not be tested
    approved,    // somebody wrote so into the baseline
};
std::string_view name_of(ClashStatus status);
std::optional<ClashStatus> status_from_name(std::string_view name);

struct ClashRow {
    std::string key;
    std::string a, b;                         // names of parts
    std::optional<std::uint32_t> a_id, b_id;  // none: the part is not there any more
    PairClash clash;
    std::string group;  // of a and of b: "piping | structure"
    ClashStatus status = ClashStatus::fresh;
    std::vector<ClashRegion> regions = {};
    std::optional<std::array<std::int64_t, 2>> square = {};
};

// What was looked at. Candidate pairs are those whose boxes come close enough.
struct ClashCoverage {
    std::size_t tested_pairs = 0;
    std::size_t carried_pairs = 0;   // taken from the baseline, since neither part changed
    std::size_t untested_pairs = 0;  // not reached
};

struct ClashReport {
    std::vector<ClashPartInfo> parts;
    std::vector<Unreadable> unreadable;
    std::vector<ClashRow> rows;  // by (a_id, b_id), those without numbers last
    std::size_t candidate_pairs = 0;
    ClashCoverage coverage;
    bool partial = false;
    bool has_baseline = false;
    double seconds = 0;
    ClashLimits limits;
    std::uint64_t rules_digest = 0;
    std::string units;  // may be empty
    std::optional<ClashGrid> grid;
};

// Its distance or depth is below what the facets of its two parts may be off the surfaces that they stand
// for.
bool depends_on_facets(const ClashReport& report, const ClashRow& row);
// "piping | structure", whichever comes first.
std::string group_pair(const std::string& a, const std::string& b);
// Neither approved nor resolved.
bool counts(const ClashRow& row);

std::string as_json(const ClashReport& report);
std::string as_csv(const ClashReport& report);
std::string as_summary(const ClashReport& report);
// One file for a browser; `files` are what was asked about.
std::string as_page(const ClashReport& report, const std::vector<std::string>& files);
std::string as_bcf(const ClashReport& report, double scale);

}  // namespace allide::cli
