// The stage between double precision and whole numbers: eight pairs at once in numbers of two doubles.
#pragma once

#include "kernel/triangle/triangle_filter.hpp"

#include <allide/geometry.hpp>

namespace allide::kernel {

// Adds what is certain of the first `count` pairs to the verdicts. Leaves all as it is where the poses only
// turn axes into each other: whole numbers are as quick there.
void filter_finely(const FilterPairs& pairs, std::size_t count, const Pose& pose_a, const Pose& pose_b,
                   FilterVerdicts& verdicts);

}  // namespace allide::kernel
