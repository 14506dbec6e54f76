#include "base/names.hpp"

#include <allide/extra/engines.hpp>

#include <array>

namespace allide {
namespace {

constexpr base::Names volumes{std::array{
    base::Name{Volume::automatic, "default"},
    base::Name{Volume::aabb, "aabb"},
    base::Name{Volume::obb, "obb"},
    base::Name{Volume::sphere, "sphere"},
    base::Name{Volume::kdop6, "kdop6"},
    base::Name{Volume::kdop8, "kdop8"},
    base::Name{Volume::kdop12, "kdop12"},
    base::Name{Volume::kdop14, "kdop14"},
    base::Name{Volume::kdop18, "kdop18"},
    base::Name{Volume::kdop26, "kdop26"},
    base::Name{Volume::kdop50, "kdop50"},
}};
constexpr base::Names realigns{std::array{
    base::Name{Realign::automatic, "default"},
    base::Name{Realign::zachmann, "zachmann"},
    base::Name{Realign::zachmann_multi, "zachmann_multi"},
    base::Name{Realign::vertices, "vertices"},
    base::Name{Realign::major_axes, "major_axes"},
    base::Name{Realign::occupancy, "occupancy"},
    base::Name{Realign::hill_climb, "hill_climb"},
}};
constexpr base::Names builders{std::array{
    base::Name{Builder::automatic, "default"},
    base::Name{Builder::zachmann, "zachmann"},
    base::Name{Builder::midpoint, "midpoint"},
    base::Name{Builder::mean, "mean"},
    base::Name{Builder::median, "median"},
    base::Name{Builder::sah, "sah"},
}};

}  // namespace

std::span<const Volume> all_volumes() {
    return volumes.values();
}
std::string_view name_of(Volume volume) {
    return volumes.name_of(volume);
}
Result<Volume> volume_from_name(std::string_view name) {
    return volumes.find(name, "volume");
}
bool is_kdop(Volume volume) {
    return volume >= Volume::kdop6 && volume <= Volume::kdop50;
}

std::span<const Realign> all_realigns() {
    return realigns.values();
}
std::string_view name_of(Realign realign) {
    return realigns.name_of(realign);
}
Result<Realign> realign_from_name(std::string_view name) {
    return realigns.find(name, "realignment");
}

std::span<const Builder> all_builders() {
    return builders.values();
}
std::string_view name_of(Builder builder) {
    return builders.name_of(builder);
}
Result<Builder> builder_from_name(std::string_view name) {
    return builders.find(name, "builder");
}

}  // namespace allide
