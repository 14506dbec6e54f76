// Parts that are put too close to another on purpose.
#pragma once

#include "generate/engine_room/plan.hpp"

#include <allide/extra/engine_rooms.hpp>
#include <allide/extra/shapes.hpp>

namespace allide::mesh::ship {

// Adds a small tube or box beside some part of the room for each pair. Fewer pairs come back if the room has
// no place for all.
std::vector<DeliberatePair> add_deliberate_pairs(Yard& yard, std::uint64_t clashes, std::uint64_t clearances);

}  // namespace allide::mesh::ship
