#include "base/names.hpp"

#include <allide/model.hpp>

#include <array>

namespace allide {
namespace {

constexpr base::Names volumes{std::array{
    base::Name{Volume::automatic, "default"},
    base::Name{Volume::obb, "obb"},
}};
constexpr base::Names builders{std::array{
    base::Name{Builder::automatic, "default"},
    base::Name{Builder::mean, "mean"},
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
