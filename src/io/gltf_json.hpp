// glTF's JSON with checked access: what is missing, of another type or out of range fails with the place that
// a reader of the file knows, e.g. "accessor 3".
#pragma once

#include "io/failure.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace allide::io {

using Json = nlohmann::json;

// "accessor 3"; a place without a number is the file as a whole.
struct Place {
    const char* what = nullptr;
    std::uint64_t number = 0;

    std::string text() const { return std::string(what) + ' ' + std::to_string(number); }
    [[noreturn]] void fail(const std::string& message, ErrorCode code = ErrorCode::bad_syntax) const;
};

class JsonObject {
  public:
    JsonObject(const Json& json, Place place);

    const Place& place() const { return place_; }
    bool has(const char* key) const { return json_->contains(key); }
    // A whole number that is not negative, at most 2⁵³.
    std::uint64_t whole(const char* key) const;
    std::optional<std::uint64_t> whole_if_any(const char* key) const;
    std::string text_if_any(const char* key) const;
    bool flag(const char* key) const;
    std::optional<JsonObject> object_if_any(const char* key) const;
    // The array, an empty one if there is none.
    const Json& array(const char* key) const;
    std::vector<std::uint64_t> wholes(const char* key) const;
    template <std::size_t N>
    std::optional<std::array<double, N>> numbers_if_any(const char* key) const {
        const std::vector<double> found = numbers(key, N);
        if (found.empty()) return std::nullopt;
        std::array<double, N> out{};
        std::copy(found.begin(), found.end(), out.begin());
        return out;
    }

  private:
    std::vector<double> numbers(const char* key, std::size_t count) const;

    const Json* json_;
    Place place_;
};

// What matters of the document; `start` is where its text starts in the file.
Json parse_gltf_json(std::string_view text, std::uint64_t start);

// The document's arrays, e.g. "accessors", whose items are called "accessor 3".
class GltfDocument {
  public:
    explicit GltfDocument(Json json);

    JsonObject root() const { return {json_, {"glTF", 2}}; }
    std::uint64_t count(const char* array) const { return root().array(array).size(); }
    // Fails, on behalf of the one who refers to it, if there is no such item.
    JsonObject item(const char* array, const char* what, std::uint64_t number, const Place& user) const;
    bool uses(std::string_view extension) const;

  private:
    void check_version() const;
    void check_extensions() const;

    Json json_;
};

}  // namespace allide::io
