// Engine rooms that are too large for one Mesh in memory, made piece by piece.
#pragma once

#include <allide/extra/shapes.hpp>

#include <functional>
#include <optional>

namespace allide {

// A ship's engine room with its tanks, in millimetres: a scene of many named parts, "piping/…",
// "structure/…".
struct EngineRoomOptions {
    std::uint64_t triangles = 100'000;  // met within 5 %; from 60,000 to 10 million
    std::uint64_t seed = 1;             // the same options give the same bytes
    std::uint64_t clashes = 0;          // pairs of parts that are made to intersect
    std::uint64_t clearances = 0;       // pairs of parts that are made to come very close
};

enum class PairKind { clash, clearance };

// Two parts that were put too close on purpose.
struct DeliberatePair {
    std::uint32_t part_a = 0, part_b = 0;  // numbers of parts, part_a < part_b
    PairKind kind = PairKind::clash;
    // clash: how far b has to move along `direction` until the two only touch. clearance: the distance.
    double depth_or_gap = 0;
    Vec3 direction;  // along an axis, from a to b
};

// Every part is closed. No two parts touch but the clashes, and no two come within 2 mm but the listed pairs,
// whose gaps are from 0.25 to 1.5 mm.
struct EngineRoom {
    Mesh mesh;
    std::vector<DeliberatePair> pairs;  // by (part_a, part_b)
};

// An Error if there cannot be about so many triangles or if there is no place for so many pairs.
Result<EngineRoom> generate_engine_room(const EngineRoomOptions& options = {});

// Up to 10 million triangles: the one engine room of generate_engine_room(). Up to 100 million: rooms of
// about a million each, in rows side by side, their parts' names beginning with "room-003/" and so on; no
// two parts of different rooms come near each other. Each is given to `take` and then forgotten; numbers of
// parts in pairs count over all rooms. What `take` returns ends it.
std::optional<Error> generate_engine_rooms(
    const EngineRoomOptions& options, const std::function<std::optional<Error>(const EngineRoom&)>& take);

}  // namespace allide
