// All contacts between the objects of a scene.
#pragma once

#include "scene/objects.hpp"

#include <vector>

namespace allide::scene {

// Of those candidate pairs that have any, in their order.
std::vector<ObjectContacts> contacts_of(const Objects& objects, const std::vector<CandidatePair>& pairs,
                                        const CollidingOptions& options);

}  // namespace allide::scene
