// The experiments of paper 004, one function per section.
#pragma once

#include "experiments.hpp"

namespace allide::bench {

void box_tests(Report& report, const Settings& settings);
void covariance_table(Report& report, const Settings& settings);
void cost_table(Report& report, const Settings& settings);
void tightness_table(Report& report, const Settings& settings);
void close_proximity(Report& report, const Settings& settings);
void scene_table(Report& report, const Settings& settings);
void level_drawing(Report& report, const Settings& settings);

}  // namespace allide::bench
