// The narrow phase for the pairs of the PairTracker.
#pragma once

#include "scene/pair_tracker.hpp"

#include <vector>

namespace allide::scene {

// Decides the pairs whose verdict is unknown, and returns all touching pairs in ascending order.
std::vector<ObjectPair> touching_pairs(PairTracker& tracker, const Objects& objects, unsigned threads);

}  // namespace allide::scene
