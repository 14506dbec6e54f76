// Adds parts that deliberately clash with another part or nearly touch it.
#pragma once

#include "generate/engine_room/plan.hpp"

#include <allide/extra/engine_rooms.hpp>
#include <allide/extra/shapes.hpp>

namespace allide::mesh::ship {

// Adds a small tube or box next to some part of the room for each pair. Returns fewer pairs if there is not
// enough space.
std::vector<DeliberatePair> add_deliberate_pairs(RoomState& state, std::uint64_t clashes,
                                                 std::uint64_t clearances);

}  // namespace allide::mesh::ship
