// Times of impact: comparison of allide with engines that sample poses and engines that use conservative
// advancement.
#pragma once

namespace allide::bench {

class Report;
struct Settings;

void run_motion(Report& report, const Settings& settings);

}  // namespace allide::bench
