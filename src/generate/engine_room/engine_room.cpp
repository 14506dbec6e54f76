// Builds the whole room and adjusts it to the wanted number of triangles: first its length, then the level of
// detail of round shapes.
#include "base/float_environment.hpp"
#include "generate/engine_room/pairs.hpp"
#include "generate/engine_room/plan.hpp"
#include "generate/shapes/split.hpp"

#include <allide/extra/engine_rooms.hpp>
#include <allide/extra/shapes.hpp>

#include <algorithm>
#include <cmath>
#include <new>
#include <optional>

#include <fmt/format.h>

namespace allide {

namespace {

using mesh::ship::RoomState;

constexpr std::uint64_t least_triangles = 60'000, most_triangles = 10'000'000;
constexpr double coarsest = 0.4, finest = 4;

struct Room {
    RoomState state;
    std::vector<DeliberatePair> pairs;
    std::uint64_t triangles() const { return state.assembly.triangles(); }
};

// The length of the ship, the number of parts per bay and the level of detail all grow with the number of
// triangles.
double density_for(std::uint64_t triangles) {
    return std::sqrt(static_cast<double>(triangles) / 100'000);
}
double length_for(std::uint64_t triangles) {
    return std::sqrt(density_for(triangles));
}

Room built(const EngineRoomOptions& options, int bays, double level) {
    Room room{{mesh::ship::Plan(bays), mesh::ship::Assembly(level, options.seed), base::Random(options.seed),
               density_for(options.triangles)},
              {}};
    build_structure(room.state);
    build_main_engines(room.state);
    build_access(room.state);
    build_machines(room.state);
    build_services(room.state);
    build_piping(room.state);
    room.pairs = add_deliberate_pairs(room.state, options.clashes, options.clearances);
    return room;
}

bool is_enough(std::uint64_t count, std::uint64_t wanted) {
    return std::max(count, wanted) - std::min(count, wanted) <= wanted / 100;
}

// The room of this length with about the wanted number of triangles; empty if no level of detail gives that.
// The number grows almost linearly with the level, so linear interpolation converges in a few steps.
std::optional<Room> fitted(const EngineRoomOptions& options, int bays, bool& too_long) {
    const auto wanted = static_cast<double>(options.triangles);
    Room coarse = built(options, bays, coarsest);
    too_long = coarse.triangles() > options.triangles;
    if (mesh::is_near(coarse.triangles(), options.triangles)) return coarse;
    if (too_long) return std::nullopt;
    double low = coarsest, high = 0, low_count = static_cast<double>(coarse.triangles()), high_count = 0;
    for (int step = 0; step < 30; ++step) {
        const double share =
            high == 0 ? 0 : std::clamp((wanted - low_count) / (high_count - low_count), 0.1, 0.9);
        const double level = high == 0 ? std::min(finest, 1.5 * low) : low + share * (high - low);
        Room room = built(options, bays, level);
        const std::uint64_t count = room.triangles();
        if (is_enough(count, options.triangles) || (step > 12 && mesh::is_near(count, options.triangles)))
            return room;
        if (count < options.triangles && level == finest) return std::nullopt;
        (count < options.triangles ? low : high) = level;
        (count < options.triangles ? low_count : high_count) = static_cast<double>(count);
    }
    return std::nullopt;
}

std::optional<Room> fitted(const EngineRoomOptions& options) {
    int bays = std::max(4, static_cast<int>(std::lround(5 * length_for(options.triangles))));
    for (int attempt = 0; attempt < 40 && bays >= 3; ++attempt) {
        bool too_long = false;
        if (auto room = fitted(options, bays, too_long)) return room;
        bays += too_long ? -1 : std::max(1, bays / 8);
    }
    return std::nullopt;
}

Result<Mesh> mesh_of(const std::vector<mesh::ship::Part>& parts) {
    MeshData data;
    data.source = "engine-room";
    for (const mesh::ship::Part& part : parts) {
        const auto shift = static_cast<std::uint32_t>(data.vertices.size());
        const auto number = static_cast<std::uint32_t>(data.part_names.size());
        data.vertices.insert(data.vertices.end(), part.solid.vertices.begin(), part.solid.vertices.end());
        for (const TriangleIndices& t : part.solid.triangles)
            data.triangles.push_back({t[0] + shift, t[1] + shift, t[2] + shift});
        data.part_of.resize(data.triangles.size(), number);
        data.part_names.push_back(part.name);
    }
    return Mesh::from(std::move(data));
}

Error refusal(ErrorCode code, std::string message) {
    Error error;
    error.code = code;
    error.message = std::move(message);
    return error;
}

Result<EngineRoom> made(const EngineRoomOptions& options) {
    std::optional<Room> room = fitted(options);
    if (!room)
        return refusal(ErrorCode::bad_argument,
                       fmt::format("no engine room of about {} triangles was found", options.triangles));
    const std::uint64_t wanted = options.clashes + options.clearances;
    if (room->pairs.size() < wanted)
        return refusal(
            ErrorCode::bad_argument,
            fmt::format("an engine room of {} triangles has no place for {} deliberate clashes and "
                        "clearances, only for {}",
                        options.triangles, wanted, room->pairs.size()));
    auto mesh = mesh_of(room->state.assembly.parts());
    if (!mesh) return mesh.error();
    std::sort(room->pairs.begin(), room->pairs.end(), [](const DeliberatePair& a, const DeliberatePair& b) {
        return std::pair(a.part_a, a.part_b) < std::pair(b.part_a, b.part_b);
    });
    return EngineRoom{*std::move(mesh), std::move(room->pairs)};
}

}  // namespace

Result<EngineRoom> generate_engine_room(const EngineRoomOptions& options) {
    const base::DefaultFloatEnvironment environment;
    if (options.triangles < least_triangles || options.triangles > most_triangles)
        return refusal(ErrorCode::bad_argument,
                       fmt::format("an engine room has from {} to {} triangles, not {}", least_triangles,
                                   most_triangles, options.triangles));
    constexpr std::uint64_t most_pairs = 1'000'000;
    if (options.clashes > most_pairs || options.clearances > most_pairs)
        return refusal(ErrorCode::bad_argument, fmt::format("at most {} clashes or clearances", most_pairs));
    try {
        return made(options);
    } catch (const std::bad_alloc&) {
        return refusal(
            ErrorCode::too_large,
            fmt::format("not enough memory for an engine room of {} triangles", options.triangles));
    }
}

}  // namespace allide
