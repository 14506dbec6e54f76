// Scenes of moving convex bodies, and point clouds, beside other engines.
#pragma once

#include "experiments.hpp"

namespace allide::bench {

void report_shapes(Report& report, const Settings& settings);

}  // namespace allide::bench
