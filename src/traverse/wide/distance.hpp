// Two wide trees against each other: the default engine's search for what is near.
#pragma once

#include "traverse/collect/closest_pairs.hpp"
#include "traverse/wide/two_trees.hpp"

namespace allide::traverse {

// Offers every pair of triangles that may be within the reach of `near`, nearest first as far as boxes tell,
// in an order that is the same on every machine. False, and nothing offered, for sizes and places that single
// precision cannot hold side by side.
bool find_near(const WideSide& a, const WideSide& b, NearPairs& near, const kernel::DistanceTester& tester,
               WideCounters& counters);

}  // namespace allide::traverse
