// Engine rooms that are too large for one Mesh in memory, made piece by piece.
#pragma once

#include <allide/shapes.hpp>

#include <functional>
#include <optional>

namespace allide {

// Up to 10 million triangles: the one engine room of generate_engine_room(). Up to 100 million: rooms of
// about a million each, in rows side by side, their parts' names beginning with "room-003/" and so on; no
// two parts of different rooms come near each other. Each is given to `take` and then forgotten; numbers of
// parts in pairs count over all rooms. What `take` returns ends it.
std::optional<Error> generate_engine_rooms(
    const EngineRoomOptions& options, const std::function<std::optional<Error>(const EngineRoom&)>& take);

}  // namespace allide
