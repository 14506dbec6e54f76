#include "io/gltf/document.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace allide::io {
namespace {

// The keys that are needed to find triangles, sorted. All other members (materials, animations, bounds,
// custom data) may be large or deeply nested and are skipped.
constexpr std::array<std::string_view, 40> wanted_keys{
    "EXT_mesh_gpu_instancing",
    "KHR_draco_mesh_compression",
    "POSITION",
    "accessors",
    "asset",
    "attributes",
    "buffer",
    "bufferView",
    "bufferViews",
    "buffers",
    "byteLength",
    "byteOffset",
    "byteStride",
    "children",
    "componentType",
    "count",
    "extensions",
    "extensionsRequired",
    "extensionsUsed",
    "indices",
    "matrix",
    "mesh",
    "meshes",
    "mode",
    "name",
    "nodes",
    "normalized",
    "primitives",
    "rotation",
    "scale",
    "scene",
    "scenes",
    "skin",
    "sparse",
    "translation",
    "type",
    "uri",
    "values",
    "version",
    "weights",
};
static_assert(std::is_sorted(wanted_keys.begin(), wanted_keys.end()));

// True for extensions that do not change triangles. Quantization does change them, but is supported.
bool affects_appearance_only(std::string_view extension) {
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

}  // namespace

void Place::fail(const std::string& message, ErrorCode code) const {
    io::fail({.code = code, .message = what == nullptr ? message : text() + ": " + message, .file = {}});
}

JsonObject::JsonObject(const JsonValue& json, Place place) : json_(json), place_(place) {
    if (!json.is_object()) place.fail("expected an object in braces");
}

std::uint64_t JsonObject::integer(const char* key) const {
    const auto value = integer_if_any(key);
    if (!value) place_.fail(fmt::format("expected a member {}, found none", key));
    return *value;
}

std::optional<std::uint64_t> JsonObject::integer_if_any(const char* key) const {
    const auto found = json_.find(key);
    if (!found) return std::nullopt;
    const auto value = found->integer();
    if (!value) place_.fail(fmt::format("{}: expected an integer from 0 to 2^53", key));
    return value;
}

std::optional<JsonValue> JsonObject::text_value(const char* key) const {
    const auto found = json_.find(key);
    if (found && !found->is_text()) place_.fail(fmt::format("{}: expected a string", key));
    return found;
}

std::string JsonObject::string_if_any(const char* key) const {
    const auto found = text_value(key);
    return found ? found->text() : std::string();
}

std::optional<std::string_view> JsonObject::unescaped_string_if_any(const char* key) const {
    const auto found = text_value(key);
    return found ? found->unescaped_text() : std::string_view();
}

bool JsonObject::flag(const char* key) const {
    const auto found = json_.find(key);
    if (!found) return false;
    if (!found->is_boolean()) place_.fail(fmt::format("{}: expected true or false", key));
    return found->flag();
}

std::optional<JsonObject> JsonObject::object_if_any(const char* key) const {
    const auto found = json_.find(key);
    if (!found) return std::nullopt;
    if (!found->is_object()) place_.fail(fmt::format("{}: expected an object in braces", key));
    return JsonObject(*found, place_);
}

JsonValue::Items JsonObject::array(const char* key) const {
    const auto found = json_.find(key);
    if (!found) return json_.items();  // an empty range, because json_ is an object
    if (!found->is_array()) place_.fail(fmt::format("{}: expected an array", key));
    return found->items();
}

std::uint64_t JsonObject::integer_item(const char* key, const JsonValue& item) const {
    const auto value = item.integer();
    if (!value) place_.fail(fmt::format("{}: expected integers from 0 to 2^53", key));
    return *value;
}

bool JsonObject::read_numbers(const char* key, std::span<double> out) const {
    if (!has(key)) return false;
    std::size_t count = 0;
    for (const JsonValue& item : array(key)) {
        if (count == out.size() || !item.is_number()) {
            count = 0;
            break;
        }
        out[count++] = item.number();
    }
    if (count != out.size()) place_.fail(fmt::format("{}: expected {} numbers", key, out.size()));
    return true;
}

GltfDocument::GltfDocument(std::string_view text, std::uint64_t start, const JsonSpill* spill)
    : spill_(spill), json_(text, start, wanted_keys, spill) {
    check_version();
    check_extensions();
    for (Array& array : arrays_) {
        const JsonValue::Items items = root().array(array.key);
        spill_ == nullptr ? store(array, items) : this->spill(array, items);
    }
    uses_quantization_ = names_quantization("extensionsUsed") || names_quantization("extensionsRequired");
}

void GltfDocument::store(Array& array, const JsonValue::Items& items) {
    array.in_memory.reserve(items.count());
    for (auto item = items.begin(); item != items.end(); ++item) array.in_memory.push_back(item.place());
    array.items = array.in_memory;
}

void GltfDocument::spill(Array& array, const JsonValue::Items& items) const {
    constexpr std::size_t bytes_per_item = 512;
    auto& spilled = array.spilled.emplace(spill_->folder);
    for (auto item = items.begin(); item != items.end(); ++item) {
        spilled.push_back(item.place());
        spill_->releaser.accessed(bytes_per_item);
    }
    spilled.finish_writing();
    array.items = spilled.items();
    spill_->releaser.add([&spilled] { spilled.release_pages(); });
}

void GltfDocument::check_version() const {
    const auto asset = root().object_if_any("asset");
    const std::string version = asset ? asset->string_if_any("version") : std::string();
    if (version != "2" && !version.starts_with("2."))
        root().place().fail(version.empty() ? "expected asset.version, found none"
                                            : "expected glTF version 2.x, found " + io::quoted(version),
                            ErrorCode::unknown_format);
}

void GltfDocument::check_extensions() const {
    for (const JsonValue& item : root().array("extensionsRequired")) {
        if (!item.is_text()) root().place().fail("extensionsRequired: expected strings");
        const std::string name = item.text();
        if (affects_appearance_only(name)) continue;
        root().place().fail(
            is_compression(name)
                ? "the meshes are compressed by " + name + ", which is not supported"
                : "the file requires the extension " + io::quoted(name) + ", which is not supported",
            ErrorCode::unknown_format);
    }
}

bool GltfDocument::names_quantization(const char* list) const {
    for (const JsonValue& item : root().array(list))
        if (item.is_text() && item.text() == "KHR_mesh_quantization") return true;
    return false;
}

const GltfDocument::Array& GltfDocument::items_of(const char* array) const {
    const auto found = std::find_if(arrays_.begin(), arrays_.end(), [array](const Array& known) {
        return std::string_view(known.key) == array;
    });
    return *found;
}

JsonObject GltfDocument::item(const char* array, const char* what, std::uint64_t number,
                              const Place& user) const {
    constexpr std::size_t bytes_per_access = 4096;
    if (spill_ != nullptr) spill_->releaser.accessed(bytes_per_access);
    const auto items = items_of(array).items;
    if (number >= items.size())
        user.fail(fmt::format("refers to {} {}, but the file has {}", what, number, items.size()),
                  ErrorCode::bad_index);
    return {*item_at(items[static_cast<std::size_t>(number)]), {what, number}};
}

}  // namespace allide::io
