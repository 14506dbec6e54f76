// Compares scenes of moving convex bodies, and point clouds, with other engines.
#pragma once

#include "experiments.hpp"

namespace allide::bench {

void report_shapes(Report& report, const Settings& settings);

}  // namespace allide::bench
