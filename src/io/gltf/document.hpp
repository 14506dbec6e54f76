// The JSON of a glTF file with checked access. If a member is missing, has the wrong type or is out of range,
// access fails with an error that names the item in glTF's terms, e.g. "accessor 3".
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

// An item of the file, e.g. "accessor 3". Without `what`: the whole file.
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
    // A non-negative integer of at most 2⁵³. The result of each function …_if_any() is empty if there is no
    // member `key`.
    std::uint64_t integer(const char* key) const;
    std::optional<std::uint64_t> integer_if_any(const char* key) const;
    std::string string_if_any(const char* key) const;
    // The string without copying it; empty also if it contains escape sequences.
    std::optional<std::string_view> unescaped_string_if_any(const char* key) const;
    bool flag(const char* key) const;
    std::optional<JsonObject> object_if_any(const char* key) const;
    // The items of the array; no items if there is no member `key`.
    JsonValue::Items array(const char* key) const;
    // The value of an item of the array `key`, which must be a non-negative integer.
    std::uint64_t integer_item(const char* key, const JsonValue& item) const;
    template <std::size_t N>
    std::optional<std::array<double, N>> numbers_if_any(const char* key) const {
        std::array<double, N> out{};
        return read_numbers(key, out) ? std::optional(out) : std::nullopt;
    }

  private:
    std::optional<JsonValue> text_value(const char* key) const;
    // Returns false if there is no member `key`.
    bool read_numbers(const char* key, std::span<double> out) const;

    JsonValue json_;
    Place place_;
};

// The top-level arrays of the document: accessors, bufferViews, buffers, meshes, nodes, scenes.
class GltfDocument {
  public:
    // `start` is the offset of the text in the file. With `spill`, the positions of values are stored on
    // disk. Text and spill must outlive the document.
    GltfDocument(std::string_view text, std::uint64_t start, const JsonSpill* spill = nullptr);
    GltfDocument(const GltfDocument&) = delete;
    GltfDocument& operator=(const GltfDocument&) = delete;

    JsonObject root() const { return {json_.root(), {"glTF", 2}}; }
    std::uint64_t count(const char* array) const { return items_of(array).items.size(); }
    // Fails if there is no such item. The error names `user`, the item that refers to it.
    JsonObject item(const char* array, const char* what, std::uint64_t number, const Place& user) const;
    // The iterator for which place() returned `place`.
    JsonValue::Items::Iterator item_at(std::uint32_t place) const { return {json_, place}; }
    bool uses_quantization() const { return uses_quantization_; }

  private:
    struct Array {
        const char* key;
        std::span<const std::uint32_t> items = {};  // position of each item in the document
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
