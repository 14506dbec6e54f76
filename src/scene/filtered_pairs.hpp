// Objects near a box, and the pairs that filters leave out of an answer.
#pragma once

#include "scene/boxes.hpp"
#include "scene/pair_tracker.hpp"

#include <allide/scene.hpp>

#include <cstdint>
#include <vector>

namespace allide::scene {

// The clearance and the object's padding, rounded up.
double padded(const Objects& objects, std::uint32_t number, double clearance);

// Calls found(number) for every object whose box may be within the clearance of the box. The tracker must be
// up to date. `stack` is a scratch buffer.
template <typename Found>
void for_objects_near(const PairTracker& tracker, const Box& box, double clearance,
                      std::vector<std::uint32_t>& stack, const Found& found) {
    tracker.tree().find(grown(bounds_of(box), clearance), stack, found);
    for (const std::uint32_t number : tracker.unbounded()) found(number);
}

// The pairs that are left out although their boxes are within the clearance, in ascending order. The tracker
// must be up to date.
std::vector<FilteredPair> filtered_pairs(const PairTracker::Question& question, const PairTracker& tracker,
                                         double clearance);

// Sorts by (a, b).
void sort_pairs(std::vector<FilteredPair>& pairs);

}  // namespace allide::scene
