// glTF accessors: typed views of the buffers. Elements are decoded only when they are read, so that many
// accessors of the same bytes take no memory.
#pragma once

#include "io/gltf/buffers.hpp"
#include "io/gltf/document.hpp"

#include <allide/geometry.hpp>

#include <map>

namespace allide::io {

enum class ComponentType : std::uint32_t {
    int8 = 5120,
    uint8 = 5121,
    int16 = 5122,
    uint16 = 5123,
    uint32 = 5125,
    float32 = 5126,
};
std::size_t size_of(ComponentType type);

// An accessor that was checked: the bytes of all its elements exist.
struct Accessor {
    Place place = {};
    std::uint64_t count = 0;
    ComponentType type = ComponentType::float32;
    bool normalized = false;
    std::size_t components = 1;
    const char* data = nullptr;  // null: all elements are zero
    std::size_t stride = 0;

    // Sparse elements replace those of `data`; they are in ascending order of their indices.
    std::uint64_t sparse_count = 0;
    const char* sparse_numbers = nullptr;
    ComponentType sparse_type = ComponentType::uint32;
    const char* sparse_values = nullptr;

    std::uint32_t integer(std::uint64_t element) const;  // for accessors with one component
    Vec3 point(std::uint64_t element) const;             // for accessors with three components

  private:
    const char* element_at(std::uint64_t element) const;  // null if the element is zero
};

class GltfAccessors {
  public:
    GltfAccessors(const GltfDocument& document, GltfBuffers& buffers, std::uint64_t file_size)
        : document_(document), buffers_(buffers), file_size_(file_size) {}

    const Accessor& positions(std::uint64_t number, const Place& user);
    const Accessor& indices(std::uint64_t number, const Place& user);
    // Total size of the file and of all buffers loaded so far.
    std::uint64_t bytes_known() const { return file_size_ + buffers_.bytes_loaded(); }

    // Removes all accessors from the cache, which invalidates references to them.
    void clear_cache() { known_.clear(); }

  private:
    const Accessor& accessor(std::uint64_t number, const Place& user);
    Accessor read(const JsonObject& json);
    void read_dense(Accessor& accessor, const JsonObject& json);
    void read_sparse(Accessor& accessor, const JsonObject& sparse);
    // Pointer to `count` elements of `size` bytes, `stride` bytes apart. Fails if they exceed `bytes`.
    const char* elements(std::string_view bytes, std::uint64_t offset, std::uint64_t count, std::size_t size,
                         std::size_t stride, const Place& place);

    const GltfDocument& document_;
    GltfBuffers& buffers_;
    std::uint64_t file_size_;
    std::map<std::uint64_t, Accessor> known_;
};

}  // namespace allide::io
