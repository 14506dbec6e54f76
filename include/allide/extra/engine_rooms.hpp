// Generated engine rooms of ships: scenes of thousands of named parts, with clashes and clearances whose
// number and size are known. Scenes that are too large for one Mesh in memory are generated room by room.
#pragma once

#include <allide/extra/shapes.hpp>

#include <functional>
#include <optional>

namespace ALLIDE_EXPORT allide {

// Options of a ship's engine room with its tanks, in millimetres. Its parts are named "piping/…",
// "structure/…" and so on.
struct EngineRoomOptions {
    // The number of triangles, from 60,000 to 10 million, met within 5 %; 100,000 by default.
    std::uint64_t triangles = 100'000;
    // The seed of the random choices; 1 by default. The same options give the same bytes.
    std::uint64_t seed = 1;
    // The number of pairs of parts that intersect; 0 by default.
    std::uint64_t clashes = 0;
    // The number of pairs of parts that nearly touch; 0 by default.
    std::uint64_t clearances = 0;
};

// The kind of a deliberate pair: its parts intersect, or nearly touch.
enum class PairKind { clash, clearance };

// Two parts that were placed too close on purpose.
struct DeliberatePair {
    // The numbers of the two parts, part_a < part_b.
    std::uint32_t part_a = 0, part_b = 0;
    PairKind kind = PairKind::clash;
    // clash: how far b has to move along `direction` until the two only touch. clearance: the distance.
    double depth_or_gap = 0;
    // The direction from a to b, along a coordinate axis.
    Vec3 direction;
};

// A generated engine room. Every part is closed. No two parts touch except the clashes, and no two come
// within 2 mm of each other except the listed pairs; the gaps of the clearances are from 0.25 to 1.5 mm.
struct EngineRoom {
    Mesh mesh;
    // The pairs, sorted by (part_a, part_b).
    std::vector<DeliberatePair> pairs;
};

// Returns an Error if the numbers of triangles and pairs in the options cannot be met.
Result<EngineRoom> generate_engine_room(const EngineRoomOptions& options = {});

// Passes engine rooms to `take` one by one; each is freed before the next. Up to 10 million triangles there
// is one room, that of generate_engine_room(). Up to 100 million there are rooms of about a million triangles
// each, side by side in rows. Their part names begin with "room-003/" and so on, and no two parts of
// different rooms are close. Part numbers in pairs count over all rooms. If `take` returns an Error,
// generation stops and returns it.
std::optional<Error> generate_engine_rooms(
    const EngineRoomOptions& options, const std::function<std::optional<Error>(const EngineRoom&)>& take);

}  // namespace allide
