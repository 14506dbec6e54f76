// Joint paths: certified checks compared with configurations that FCL samples.
#pragma once

namespace allide::bench {

class Report;
struct Settings;

void run_robots(Report& report, const Settings& settings);

}  // namespace allide::bench
