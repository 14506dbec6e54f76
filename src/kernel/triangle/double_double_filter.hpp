// The filter stage between double precision and exact integers: eight pairs at once in double-double.
#pragma once

#include "kernel/triangle/triangle_filter.hpp"

#include <allide/geometry.hpp>

namespace allide::kernel {

// Adds the proven verdicts of the first `count` pairs to `verdicts`. Does nothing if both poses only permute
// axes and translate, since exact integers are as fast in that case.
void filter_in_double_double(const FilterPairs& pairs, std::size_t count, const Pose& pose_a,
                             const Pose& pose_b, FilterVerdicts& verdicts);

}  // namespace allide::kernel
