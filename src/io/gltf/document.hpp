// The JSON of a glTF file with checked access: a missing member, a wrong type or a value out of range fails
// with the place in glTF's terms, e.g. "accessor 3".
#pragma once

#include "io/file/failure.hpp"
#include "io/file/page_release.hpp"
#include "io/text/json.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace allide::io {

// An item of the file, e.g. "accessor 3"; without `what`, the whole file.
struct Place {
    const char* what = nullptr;
    std::uint64_t number = 0;

    std::string text() const { return std::string(what) + ' ' + std::to_string(number); }
    [[noreturn]] void fail(const std::string& message, ErrorCode code = ErrorCode::bad_syntax) const;
};

class JsonObject {
  public:
    JsonObject(const JsonValue& json, Place place);

    const Place& place() const { return place_; }
    bool has(const char* key) const { return json_.find(key).has_value(); }
    // A non-negative integer of at most 2⁵³. The functions …_if_any() return nothing if there is no such
    // member.
    std::uint64_t integer(const char* key) const;
    std::optional<std::uint64_t> integer_if_any(const char* key) const;
    std::string string_if_any(const char* key) const;
    // The same without a copy; empty if it contains escape sequences.
    std::optional<std::string_view> unescaped_string_if_any(const char* key) const;
    bool flag(const char* key) const;
    std::optional<JsonObject> object_if_any(const char* key) const;
    // The items of the array; no items if there is no such member.
    JsonValue::Items array(const char* key) const;
    // An item of the array `key`, which must be a non-negative integer.
    std::uint64_t integer_item(const char* key, const JsonValue& item) const;
    template <std::size_t N>
    std::optional<std::array<double, N>> numbers_if_any(const char* key) const {
        std::array<double, N> out{};
        return read_numbers(key, out) ? std::optional(out) : std::nullopt;
    }

  private:
    std::optional<JsonValue> text_value(const char* key) const;
    // False if there is no such member.
    bool read_numbers(const char* key, std::span<double> out) const;

    JsonValue json_;
    Place place_;
};

// The top-level arrays of the document: accessors, bufferViews, buffers, meshes, nodes, scenes.
class GltfDocument {
  public:
    // `start` is the offset of the text in the file. With `spill`, positions are stored on disk. Text and
    // spill must outlive the document.
    GltfDocument(std::string_view text, std::uint64_t start, const JsonSpill* spill = nullptr);
    GltfDocument(const GltfDocument&) = delete;
    GltfDocument& operator=(const GltfDocument&) = delete;

    JsonObject root() const { return {json_.root(), {"glTF", 2}}; }
    std::uint64_t count(const char* array) const { return items_of(array).items.size(); }
    // Fails if there is no such item; the error names the place of `user`, which refers to the item.
    JsonObject item(const char* array, const char* what, std::uint64_t number, const Place& user) const;
    // The iterator whose place() was `place`.
    JsonValue::Items::Iterator item_at(std::uint32_t place) const { return {json_, place}; }
    bool uses_quantization() const { return uses_quantization_; }

  private:
    struct Array {
        const char* key;
        std::span<const std::uint32_t> items = {};  // the place of each item
        std::vector<std::uint32_t> in_memory = {};
        std::optional<SpilledList<std::uint32_t>> spilled = {};
    };
    const Array& items_of(const char* array) const;
    static void store(Array& array, const JsonValue::Items& items);
    void spill(Array& array, const JsonValue::Items& items) const;
    void check_version() const;
    void check_extensions() const;
    bool names_quantization(const char* list) const;

    const JsonSpill* spill_;
    JsonDocument json_;
    std::array<Array, 6> arrays_{
        {{"accessors"}, {"bufferViews"}, {"buffers"}, {"meshes"}, {"nodes"}, {"scenes"}}};
    bool uses_quantization_ = false;
};

}  // namespace allide::io
