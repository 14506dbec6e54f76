// Which of the tracked pairs touch.
#pragma once

#include "scene/pair_tracker.hpp"

#include <vector>

namespace allide::scene {

// Asks about the pairs whose verdict is not known, and notes it. In ascending order.
std::vector<ObjectPair> touching_pairs(PairTracker& tracker, const Objects& objects, unsigned threads);

}  // namespace allide::scene
