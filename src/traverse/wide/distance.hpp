// Two wide trees against each other: the default engine's distance search.
#pragma once

#include "traverse/collect/closest_pairs.hpp"
#include "traverse/wide/two_trees.hpp"

namespace allide::traverse {

// Offers every pair of triangles that may be within the reach of `near`, roughly nearest first, in the same
// order on every machine. Returns false without having offered anything if single precision cannot represent
// both trees in one frame.
bool find_near(const WideSide& a, const WideSide& b, NearPairs& near, const kernel::DistanceTester& tester,
               WideCounters& counters);

}  // namespace allide::traverse
