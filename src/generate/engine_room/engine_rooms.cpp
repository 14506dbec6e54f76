// Many engine rooms side by side. They are generated one at a time, so that only one has to be in memory.
#include <allide/extra/engine_rooms.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace allide {
namespace {

constexpr std::uint64_t alone_up_to = 10'000'000, most_of_all = 100'000'000, triangles_a_room = 1'000'000;
// Distances between the origins of adjacent rooms. Both are multiples of 1/128 mm, the lattice on which all
// coordinates lie. A room of a million triangles is 18 m broad and less than 60 m long.
constexpr double pitch_x = 64'000, pitch_y = 24'000;

Error rooms_refusal(ErrorCode code, std::string message) {
    return {.code = code, .message = std::move(message)};
}

bool fits_its_place(const Mesh& room) {
    return std::all_of(room.vertices().begin(), room.vertices().end(), [](const Vec3& v) {
        return v.x >= -1000 && v.x <= pitch_x - 2000 && std::abs(v.y) <= pitch_y / 2 - 1000;
    });
}

Result<EngineRoom> moved_room(const EngineRoom& room, std::uint64_t number, std::uint64_t rows,
                              std::uint32_t first_part) {
    MeshData data;
    data.source = room.mesh.source();
    const std::uint64_t column = number / rows, row = number % rows;
    const Vec3 shift{pitch_x * static_cast<double>(column), pitch_y * static_cast<double>(row), 0};
    for (const Vec3& v : room.mesh.vertices())
        data.vertices.push_back({v.x + shift.x, v.y + shift.y, v.z + shift.z});
    data.triangles.assign(room.mesh.triangles().begin(), room.mesh.triangles().end());
    data.part_of.reserve(data.triangles.size());
    for (std::uint32_t i = 0; i < data.triangles.size(); ++i) data.part_of.push_back(room.mesh.part_of(i));
    for (const std::string& name : room.mesh.part_names())
        data.part_names.push_back(fmt::format("room-{:03}/{}", number + 1, name));
    auto mesh = Mesh::from(std::move(data));
    if (!mesh) return mesh.error();
    EngineRoom moved{*std::move(mesh), room.pairs};
    for (DeliberatePair& pair : moved.pairs) {
        pair.part_a += first_part;
        pair.part_b += first_part;
    }
    return moved;
}

// The size of share `number` when `whole` is divided into `count` shares. If there is a remainder, the first
// shares are larger by one.
std::uint64_t share_of(std::uint64_t whole, std::uint64_t number, std::uint64_t count) {
    return whole / count + (number < whole % count ? 1 : 0);
}

}  // namespace

std::optional<Error> generate_engine_rooms(
    const EngineRoomOptions& options, const std::function<std::optional<Error>(const EngineRoom&)>& take) {
    if (options.triangles > most_of_all)
        return rooms_refusal(ErrorCode::bad_argument,
                             fmt::format("engine rooms have up to {} triangles together, not {}", most_of_all,
                                         options.triangles));
    if (options.triangles <= alone_up_to) {
        const Result<EngineRoom> room = generate_engine_room(options);
        return room ? take(*room) : std::optional(room.error());
    }
    const std::uint64_t count = options.triangles / triangles_a_room;
    const auto rows = static_cast<std::uint64_t>(std::ceil(std::sqrt(2.0 * static_cast<double>(count))));
    std::uint64_t parts = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        const Result<EngineRoom> room =
            generate_engine_room({.triangles = share_of(options.triangles, i, count),
                                  .seed = options.seed * 1000 + i,
                                  .clashes = share_of(options.clashes, i, count),
                                  .clearances = share_of(options.clearances, i, count)});
        if (!room) return room.error();
        if (!fits_its_place(room->mesh))
            return rooms_refusal(ErrorCode::bad_argument, "a room is larger than the place that it has");
        const Result<EngineRoom> moved = moved_room(*room, i, rows, static_cast<std::uint32_t>(parts));
        if (!moved) return moved.error();
        if (auto error = take(*moved)) return error;
        parts += room->mesh.part_names().size();
    }
    return std::nullopt;
}

}  // namespace allide
