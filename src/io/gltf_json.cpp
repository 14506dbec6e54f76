#include "io/gltf_json.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace allide::io {
namespace {

constexpr std::uint64_t most_whole = std::uint64_t{1} << 53;

std::optional<std::uint64_t> whole_of(const Json& json) {
    if (json.is_number_unsigned()) {
        const auto value = json.get<std::uint64_t>();
        return value <= most_whole ? std::optional(value) : std::nullopt;
    }
    if (!json.is_number_float()) return std::nullopt;
    const auto value = json.get<double>();  // some write 3.0
    const bool fits = value >= 0 && value <= static_cast<double>(most_whole) && std::floor(value) == value;
    return fits ? std::optional(static_cast<std::uint64_t>(value)) : std::nullopt;
}

// Extensions that say something about looks, not about triangles.
bool is_harmless(std::string_view extension) {
    constexpr std::array<std::string_view, 5> known{"KHR_mesh_quantization", "KHR_lights_punctual",
                                                    "KHR_xmp_json_ld", "KHR_xmp", "MSFT_texture_dds"};
    constexpr std::array<std::string_view, 4> starts{"KHR_materials_", "KHR_texture_", "EXT_texture_",
                                                     "EXT_materials_"};
    return std::find(known.begin(), known.end(), extension) != known.end() ||
           std::any_of(starts.begin(), starts.end(),
                       [extension](std::string_view start) { return extension.starts_with(start); });
}

bool is_compression(std::string_view extension) {
    return extension == "KHR_draco_mesh_compression" || extension == "EXT_meshopt_compression" ||
           extension == "KHR_meshopt_compression";
}

// Empty braces are kept as a discarded value, see gltf_parse.cpp.
const Json& empty_object() {
    static const Json empty = Json::object();
    return empty;
}

const Json& empty_array() {
    static const Json empty = Json::array();
    return empty;
}

}  // namespace

void Place::fail(const std::string& message, ErrorCode code) const {
    io::fail({.code = code, .message = what == nullptr ? message : text() + ": " + message, .file = {}});
}

JsonObject::JsonObject(const Json& json, Place place)
    : json_(json.is_discarded() ? &empty_object() : &json), place_(place) {
    if (!json_->is_object()) place.fail("this must be an object in braces");
}

std::uint64_t JsonObject::whole(const char* key) const {
    const auto value = whole_if_any(key);
    if (!value) place_.fail(fmt::format("{} is missing", key));
    return *value;
}

std::optional<std::uint64_t> JsonObject::whole_if_any(const char* key) const {
    const auto found = json_->find(key);
    if (found == json_->end()) return std::nullopt;
    const auto value = whole_of(*found);
    if (!value) place_.fail(fmt::format("{} is not a whole number in its range", key));
    return value;
}

std::string JsonObject::text_if_any(const char* key) const {
    const auto found = json_->find(key);
    if (found == json_->end()) return {};
    if (!found->is_string()) place_.fail(fmt::format("{} is not a text", key));
    return found->get<std::string>();
}

bool JsonObject::flag(const char* key) const {
    const auto found = json_->find(key);
    if (found == json_->end()) return false;
    if (!found->is_boolean()) place_.fail(fmt::format("{} is neither true nor false", key));
    return found->get<bool>();
}

std::optional<JsonObject> JsonObject::object_if_any(const char* key) const {
    const auto found = json_->find(key);
    if (found == json_->end()) return std::nullopt;
    if (!found->is_object() && !found->is_discarded())
        place_.fail(fmt::format("{} is not an object in braces", key));
    return JsonObject(*found, place_);
}

const Json& JsonObject::array(const char* key) const {
    const auto found = json_->find(key);
    if (found == json_->end()) return empty_array();
    if (!found->is_array()) place_.fail(fmt::format("{} is not an array", key));
    return *found;
}

std::vector<std::uint64_t> JsonObject::wholes(const char* key) const {
    std::vector<std::uint64_t> out;
    for (const Json& item : array(key)) {
        const auto value = whole_of(item);
        if (!value) place_.fail(fmt::format("{} holds something that is not a whole number", key));
        out.push_back(*value);
    }
    return out;
}

std::vector<double> JsonObject::numbers(const char* key, std::size_t count) const {
    if (!has(key)) return {};
    const Json& items = array(key);
    const bool good = items.size() == count && std::all_of(items.begin(), items.end(),
                                                           [](const Json& item) { return item.is_number(); });
    if (!good) place_.fail(fmt::format("{} is not made of {} numbers", key, count));
    std::vector<double> out;
    for (const Json& item : items) out.push_back(item.get<double>());
    return out;
}

GltfDocument::GltfDocument(Json json) : json_(std::move(json)) {
    check_version();
    check_extensions();
}

void GltfDocument::check_version() const {
    const auto asset = root().object_if_any("asset");
    const std::string version = asset ? asset->text_if_any("version") : std::string();
    if (version != "2" && !version.starts_with("2."))
        root().place().fail(version.empty() ? "asset.version is missing"
                                            : "the file has version " + io::quoted(version) + ", not 2.x",
                            ErrorCode::unknown_format);
}

void GltfDocument::check_extensions() const {
    for (const Json& item : root().array("extensionsRequired")) {
        if (!item.is_string()) root().place().fail("extensionsRequired is not made of texts");
        const auto& name = item.get_ref<const std::string&>();
        if (is_harmless(name)) continue;
        root().place().fail(is_compression(name)
                                ? "the meshes are compressed by " + name + ", which is not read"
                                : "the file needs the extension " + io::quoted(name) + ", which is not read",
                            ErrorCode::unknown_format);
    }
}

JsonObject GltfDocument::item(const char* array, const char* what, std::uint64_t number,
                              const Place& user) const {
    const Json& items = root().array(array);
    if (number >= items.size())
        user.fail(fmt::format("{} {} does not exist, the file has {}", what, number, items.size()),
                  ErrorCode::bad_index);
    return {items[static_cast<std::size_t>(number)], {what, number}};
}

bool GltfDocument::uses(std::string_view extension) const {
    for (const char* list : {"extensionsUsed", "extensionsRequired"})
        for (const Json& item : root().array(list))
            if (item.is_string() && item.get_ref<const std::string&>() == extension) return true;
    return false;
}

}  // namespace allide::io
