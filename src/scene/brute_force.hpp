// The pair queries without a tree: every object against every other. Tests compare the tree with them.
#pragma once

#include "scene/pair_tracker.hpp"

#include <vector>

namespace allide::scene {

// Gives the same answer as Scene::candidate_pairs.
std::vector<CandidatePair> all_candidates(const PairTracker::Question& question);
// Gives the same answer as Scene::colliding_pairs, without even using bounding boxes.
std::vector<ObjectPair> all_colliding(const PairTracker::Question& question);

}  // namespace allide::scene
