// Comparison of whole scenes with other engines: moving boxes, and the clashes of assemblies.
#pragma once

namespace allide::bench {

class Report;
struct Settings;

void run_clash(Report& report, const Settings& settings);

void compare_moving_boxes(Report& report, const Settings& settings);
void compare_clash_jobs(Report& report, const Settings& settings);

}  // namespace allide::bench
