// The twins without a tree: every object against every object.
#pragma once

#include "scene/pair_tracker.hpp"

#include <vector>

namespace allide::scene {

std::vector<CandidatePair> all_candidates(const PairTracker::Question& question);
// Boxes are not looked at either.
std::vector<ObjectPair> all_colliding(const PairTracker::Question& question);

}  // namespace allide::scene
