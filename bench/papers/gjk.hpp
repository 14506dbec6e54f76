// The test of Gilbert, Johnson and Keerthi in libccd's implementation.
#pragma once

#include "papers/sat.hpp"

namespace allide::bench {

// False if the program was built without libccd; the test must not be called then.
bool has_gjk();
bool boxes_overlap_by_gjk(const BoxPair<double>& pair);

}  // namespace allide::bench
