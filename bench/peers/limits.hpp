// allide's distance compared with its own cheaper queries: distance limits, and a cache for coherent motion.
#pragma once

#include "peers/bodies.hpp"
#include "support/report.hpp"

namespace allide::bench {

void report_limits(Report& report, const std::vector<Pairing>& pairings);

}  // namespace allide::bench
