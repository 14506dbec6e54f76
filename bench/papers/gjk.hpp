// Gilbert, Johnson, Keerthi's test, as libccd does it.
#pragma once

#include "papers/sat.hpp"

namespace allide::bench {

// False where the program was built without libccd; then the test must not be called.
bool has_gjk();
bool boxes_overlap_by_gjk(const BoxPair<double>& pair);

}  // namespace allide::bench
