// When will they touch? allide beside engines that sample, and that advance by the distance.
#pragma once

namespace allide::bench {

class Report;
struct Settings;

void run_motion(Report& report, const Settings& settings);

}  // namespace allide::bench
