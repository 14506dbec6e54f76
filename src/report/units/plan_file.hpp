// The file of a plan: a head with the list of units, the settings of the report, and the pairs of each unit.
// A worker reads the head and the pairs of its unit only. All functions throw IndexFailure, which names the
// file.
#pragma once

#include "index/file/byte_stream.hpp"

#include <allide/extra/clash_plan.hpp>
#include <allide/query.hpp>

#include <cstdint>
#include <filesystem>
#include <vector>

namespace allide::detail::report {

struct PlannedPair {
    std::uint32_t a = 0, b = 0;
    std::uint32_t limits = 0;  // index in PlanHead::limits
    friend bool operator==(const PlannedPair&, const PlannedPair&) = default;
};

struct PlanHead {
    ClashPlanInfo info = {};
    std::vector<ClashLimits> limits = {};  // without duplicates
    std::uint64_t settings_bytes = 0, settings_digest = 0;
    std::vector<std::uint64_t> unit_digests = {};  // digests of the pairs of each unit
    std::uint64_t bytes = 0;                       // size of the head
};

// Data that only merging needs.
struct PlanReport {
    index::Bytes settings = {};     // see plan_settings.hpp
    std::vector<double> sags = {};  // estimated sags by part; empty unless the limits of pairs contain them
};

// Writes the plan; `pairs` are those of all units, in the order of the units. Sets info.id, info.cost,
// info.pairs and the digests of the head.
void write_plan(const std::filesystem::path& file, PlanHead& head, const PlanReport& report,
                const std::vector<PlannedPair>& pairs);

PlanHead read_plan_head(const std::filesystem::path& file);
PlanReport read_plan_report(const std::filesystem::path& file, const PlanHead& head);
// Reads the pairs of a unit. Requires that the unit exists.
std::vector<PlannedPair> read_unit_pairs(const std::filesystem::path& file, const PlanHead& head,
                                         std::uint64_t unit);

}  // namespace allide::detail::report
