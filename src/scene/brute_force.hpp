// The pair queries without a tree: every object against every object. Tests compare them with the tree.
#pragma once

#include "scene/pair_tracker.hpp"

#include <vector>

namespace allide::scene {

// The answer of Scene::candidate_pairs.
std::vector<CandidatePair> all_candidates(const PairTracker::Question& question);
// The answer of Scene::colliding_pairs, computed without bounding boxes too.
std::vector<ObjectPair> all_colliding(const PairTracker::Question& question);

}  // namespace allide::scene
