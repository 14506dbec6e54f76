// glTF's JSON with checked access: what is missing, of another type or out of range fails with the place that
// a reader of the file knows, e.g. "accessor 3".
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

// "accessor 3"; a place without a number is the file as a whole.
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
    // A whole number that is not negative, at most 2⁵³.
    std::uint64_t whole(const char* key) const;
    std::optional<std::uint64_t> whole_if_any(const char* key) const;
    std::string text_if_any(const char* key) const;
    // The same where it stands, unless something in it is escaped.
    std::optional<std::string_view> plain_text_if_any(const char* key) const;
    bool flag(const char* key) const;
    std::optional<JsonObject> object_if_any(const char* key) const;
    // The array's items, none if there is no such array.
    JsonValue::Items array(const char* key) const;
    // An item of such an array that must be a whole number.
    std::uint64_t whole_item(const char* key, const JsonValue& item) const;
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

// The document's arrays, e.g. "accessors", whose items are called "accessor 3".
class GltfDocument {
  public:
    // `start` is where the text, which must outlive this, starts in the file. With a place to spill to, which
    // must too, little of it is in memory.
    GltfDocument(std::string_view text, std::uint64_t start, const JsonSpill* spill = nullptr);
    GltfDocument(const GltfDocument&) = delete;
    GltfDocument& operator=(const GltfDocument&) = delete;

    JsonObject root() const { return {json_.root(), {"glTF", 2}}; }
    std::uint64_t count(const char* array) const { return items_of(array).items.size(); }
    // Fails, on behalf of the one who refers to it, if there is no such item.
    JsonObject item(const char* array, const char* what, std::uint64_t number, const Place& user) const;
    // Back to an item of some array that an iterator stood at.
    JsonValue::Items::Iterator item_at(std::uint32_t place) const { return {json_, place}; }
    bool uses_quantization() const { return uses_quantization_; }

  private:
    struct Array {
        const char* key;
        std::span<const std::uint32_t> items = {};  // where each one is
        std::vector<std::uint32_t> kept = {};
        std::optional<Spilled<std::uint32_t>> spilled = {};
    };
    const Array& items_of(const char* array) const;
    static void keep(Array& array, const JsonValue::Items& items);
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
