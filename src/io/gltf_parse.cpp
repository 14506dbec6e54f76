// Of glTF's JSON only what says where triangles are is kept. The rest (materials, animations, bounds,
// whatever programs put beside) may be large or deep and is passed over while it is read.
#include "io/gltf_json.hpp"

#include <algorithm>
#include <utility>

namespace allide::io {
namespace {

// Sorted.
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

class Builder final : public nlohmann::json_sax<Json> {
  public:
    Builder() noexcept(false) = default;
    Json take() { return std::move(root_); }
    bool number_is_too_large() const { return number_is_too_large_; }
    std::size_t byte() const { return byte_; }

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t&) override { return add(value); }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& name) override {
        if (skipped_ == 0) {
            skip_next_ = !std::binary_search(wanted_keys.begin(), wanted_keys.end(), name);
            key_ = std::move(name);
        }
        return true;
    }
    bool parse_error(std::size_t byte, const std::string&, const Json::exception& error) override {
        byte_ = byte;
        number_is_too_large_ = error.id == 406;
        return false;
    }

  private:
    // The place for a value; null where it is not wanted.
    Json* place() {
        if (skipped_ > 0 || std::exchange(skip_next_, false)) return nullptr;
        if (open_.empty()) return &root_;
        Json& parent = *open_.back();
        if (parent.is_object()) return &parent[key_];
        parent.push_back(nullptr);
        return &parent.back();
    }
    template <typename Value>
    bool add(Value&& value) {
        if (Json* where = place()) *where = std::forward<Value>(value);
        return true;
    }
    bool open(Json empty) {
        constexpr std::size_t deepest = 32;
        Json* where = open_.size() < deepest ? place() : nullptr;
        if (where == nullptr) {
            ++skipped_;
            return true;
        }
        *where = std::move(empty);
        open_.push_back(where);  // stays where it is while it is open: only the innermost one grows
        return true;
    }
    bool close() {
        if (skipped_ > 0) {
            --skipped_;
            return true;
        }
        Json& closed = *open_.back();
        open_.pop_back();
        // Two bytes of text must not become a map in memory: a file may hold millions of them.
        if (closed.is_object() && closed.empty() && !open_.empty()) closed = Json(Json::value_t::discarded);
        return true;
    }

    Json root_;
    std::vector<Json*> open_;
    std::string key_;
    bool skip_next_ = false;
    std::uint64_t skipped_ = 0;  // depth within what is passed over
    bool number_is_too_large_ = false;
    std::size_t byte_ = 0;
};

}  // namespace

Json parse_gltf_json(std::string_view text, std::uint64_t start) {
    static_assert(std::is_sorted(wanted_keys.begin(), wanted_keys.end()));
    Builder builder;
    if (Json::sax_parse(text.begin(), text.end(), &builder)) return builder.take();
    const std::uint64_t byte = std::min<std::uint64_t>(builder.byte(), text.size());
    fail({.code = ErrorCode::bad_syntax,
          .message = builder.number_is_too_large() ? "a number of the JSON is out of range"
                                                   : "the JSON is broken here, or ends too early",
          .file = {},
          .byte = start + byte});
}

}  // namespace allide::io
