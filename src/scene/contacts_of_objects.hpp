// All contacts between the objects of a scene.
#pragma once

#include "scene/objects.hpp"

#include <vector>

namespace allide::scene {

// The contacts of each candidate pair that has any, in the order of `pairs`.
std::vector<ObjectContacts> contacts_of(const Objects& objects, const std::vector<CandidatePair>& pairs,
                                        const CollidingOptions& options);

}  // namespace allide::scene
