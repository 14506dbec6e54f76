// The narrow phase of the tracked pairs.
#pragma once

#include "scene/pair_tracker.hpp"

#include <vector>

namespace allide::scene {

// Queries the pairs whose verdict is unknown, stores it, and returns all touching pairs in ascending order.
std::vector<ObjectPair> touching_pairs(PairTracker& tracker, const Objects& objects, unsigned threads);

}  // namespace allide::scene
