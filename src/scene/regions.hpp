// Where the contacts of a clash hang together.
#pragma once

#include <allide/scene.hpp>

#include <vector>

namespace allide::scene {

std::vector<ClashRegion> regions_of_clash(const Placed& a, const Placed& b, const PairClash& clash);

}  // namespace allide::scene
