// Comparison of allide with other engines.
#pragma once

namespace allide::bench {

class Report;
struct Settings;

void run_peers(Report& report, const Settings& settings);

}  // namespace allide::bench
