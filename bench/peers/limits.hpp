// Cheaper queries of allide compared with its distance: distance limits, and the cache for coherent motion.
#pragma once

#include "peers/bodies.hpp"
#include "support/report.hpp"

namespace allide::bench {

void report_limits(Report& report, const std::vector<Pairing>& pairings);

}  // namespace allide::bench
