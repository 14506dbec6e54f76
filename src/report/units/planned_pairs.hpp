// The pairs of parts that a plan divides into units.
#pragma once

#include "index/search/near_pairs.hpp"
#include "report/clash/clash_run.hpp"
#include "report/units/plan_file.hpp"

#include <cstdint>
#include <vector>

namespace allide::detail::report {

struct PlannedPairs {
    std::uint64_t candidates = 0;             // number of pairs near each other
    std::vector<index::NearPair> pairs = {};  // those without an answer in the baseline
    std::vector<PlannedPair> planned = {};    // the same pairs with their limits
    std::vector<ClashLimits> limits = {};     // without duplicates, in the order of first use
};

// Finds the pairs that a plan contains; the result depends on the index and the options only. Requires a
// prepared run on an index. Throws IndexFailure.
PlannedPairs planned_pairs(ClashRun& run);

}  // namespace allide::detail::report
