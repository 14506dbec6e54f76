#include "io/gltf/accessors.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace allide::io {
namespace {

std::uint32_t bits_at(const char* at, std::size_t size) {
    std::uint32_t bits = 0;
    for (std::size_t i = size; i-- > 0;) bits = bits << 8 | static_cast<unsigned char>(at[i]);
    return bits;
}

std::uint32_t integer_at(const char* at, ComponentType type) {
    return bits_at(at, size_of(type));
}

double component_at(const char* at, ComponentType type, bool normalized) {
    const std::uint32_t bits = bits_at(at, size_of(type));
    const auto scaled = [normalized](int value, int most) {
        return normalized ? std::max(static_cast<double>(value) / most, -1.0) : static_cast<double>(value);
    };
    switch (type) {
        case ComponentType::int8:
            return scaled(static_cast<std::int8_t>(bits), 127);
        case ComponentType::uint8:
            return scaled(static_cast<int>(bits), 255);
        case ComponentType::int16:
            return scaled(static_cast<std::int16_t>(bits), 32767);
        case ComponentType::uint16:
            return scaled(static_cast<int>(bits), 65535);
        case ComponentType::uint32:
            return static_cast<double>(bits);
        case ComponentType::float32:
            break;
    }
    return double{std::bit_cast<float>(bits)};
}

ComponentType component_type(const JsonObject& json) {
    const std::uint64_t code = json.integer("componentType");
    if (code < 5120 || code > 5126 || code == 5124)
        json.place().fail(fmt::format("expected a known componentType, found {}", code));
    return static_cast<ComponentType>(code);
}

bool is_index_type(ComponentType type) {
    return type == ComponentType::uint8 || type == ComponentType::uint16 || type == ComponentType::uint32;
}

// Number of components of SCALAR and VEC3; 0 for all other types, which are not needed.
std::size_t components_of(const JsonObject& json) {
    const std::string type = json.string_if_any("type");
    return type == "SCALAR" ? 1 : (type == "VEC3" ? 3 : 0);
}

}  // namespace

std::size_t size_of(ComponentType type) {
    switch (type) {
        case ComponentType::int8:
        case ComponentType::uint8:
            return 1;
        case ComponentType::int16:
        case ComponentType::uint16:
            return 2;
        case ComponentType::uint32:
        case ComponentType::float32:
            break;
    }
    return 4;
}

const char* Accessor::element_at(std::uint64_t element) const {
    std::uint64_t first = 0;
    for (std::uint64_t last = sparse_count; first < last;) {
        const std::uint64_t middle = first + (last - first) / 2;
        const std::uint32_t number = integer_at(sparse_numbers + middle * size_of(sparse_type), sparse_type);
        if (number == element) return sparse_values + middle * components * size_of(type);
        (number < element ? first : last) = number < element ? middle + 1 : middle;
    }
    return data == nullptr ? nullptr : data + element * stride;
}

std::uint32_t Accessor::integer(std::uint64_t element) const {
    const char* at = element_at(element);
    return at == nullptr ? 0 : integer_at(at, type);
}

Vec3 Accessor::point(std::uint64_t element) const {
    const char* at = element_at(element);
    if (at == nullptr) return {};
    const std::size_t size = size_of(type);
    return {component_at(at, type, normalized), component_at(at + size, type, normalized),
            component_at(at + 2 * size, type, normalized)};
}

const Accessor& GltfAccessors::positions(std::uint64_t number, const Place& user) {
    const Accessor& found = accessor(number, user);
    if (found.components != 3) found.place.fail("expected positions of type VEC3");
    if (found.type == ComponentType::uint32)
        found.place.fail("expected positions of another componentType than 5125");
    if (found.type != ComponentType::float32 && !document_.uses_quantization())
        found.place.fail("expected positions as floats, since KHR_mesh_quantization is not used");
    return found;
}

const Accessor& GltfAccessors::indices(std::uint64_t number, const Place& user) {
    const Accessor& found = accessor(number, user);
    if (found.components != 1) found.place.fail("expected indices of type SCALAR");
    if (!is_index_type(found.type)) found.place.fail("expected indices of an unsigned integer type");
    return found;
}

const Accessor& GltfAccessors::accessor(std::uint64_t number, const Place& user) {
    if (const auto known = known_.find(number); known != known_.end()) return known->second;
    return known_.emplace(number, read(document_.item("accessors", "accessor", number, user))).first->second;
}

Accessor GltfAccessors::read(const JsonObject& json) {
    Accessor accessor;
    accessor.place = json.place();
    accessor.count = json.integer("count");
    accessor.type = component_type(json);
    accessor.normalized = json.flag("normalized");
    accessor.components = components_of(json);
    if (accessor.components == 0) accessor.place.fail("expected type SCALAR or VEC3");
    if (accessor.count > std::uint64_t{0xffffffff})
        accessor.place.fail(fmt::format("expected fewer than 2^32 elements, found {}", accessor.count),
                            ErrorCode::too_large);
    if (json.has("bufferView")) {
        read_dense(accessor, json);
    } else if (accessor.count > bytes_known()) {
        accessor.place.fail(fmt::format("expected a bufferView for {} elements, found none", accessor.count),
                            ErrorCode::too_large);
    }
    if (const auto sparse = json.object_if_any("sparse")) read_sparse(accessor, *sparse);
    return accessor;
}

void GltfAccessors::read_dense(Accessor& accessor, const JsonObject& json) {
    const std::uint64_t number = json.integer("bufferView");
    const JsonObject view = document_.item("bufferViews", "bufferView", number, accessor.place);
    const std::size_t size = accessor.components * size_of(accessor.type);
    const std::uint64_t stride = view.integer_if_any("byteStride").value_or(size);
    if (stride < size || stride > 65536)
        view.place().fail(fmt::format("expected a byteStride from {} to 65536, found {}", size, stride));
    accessor.stride = static_cast<std::size_t>(stride);
    accessor.data =
        elements(buffers_.view(number, accessor.place), json.integer_if_any("byteOffset").value_or(0),
                 accessor.count, size, accessor.stride, accessor.place);
}

void GltfAccessors::read_sparse(Accessor& accessor, const JsonObject& sparse) {
    const auto numbers = sparse.object_if_any("indices"), values = sparse.object_if_any("values");
    if (!numbers || !values) accessor.place.fail("sparse: expected indices and values");
    accessor.sparse_count = sparse.integer("count");
    accessor.sparse_type = component_type(*numbers);
    if (!is_index_type(accessor.sparse_type))
        accessor.place.fail("sparse: expected indices of an unsigned type");
    const auto bytes_of = [&](const JsonObject& json, std::size_t size) {
        return elements(buffers_.view(json.integer("bufferView"), accessor.place),
                        json.integer_if_any("byteOffset").value_or(0), accessor.sparse_count, size, size,
                        accessor.place);
    };
    accessor.sparse_numbers = bytes_of(*numbers, size_of(accessor.sparse_type));
    accessor.sparse_values = bytes_of(*values, accessor.components * size_of(accessor.type));
    std::uint64_t next = 0;
    for (std::uint64_t i = 0; i < accessor.sparse_count; ++i) {
        const std::uint32_t number =
            integer_at(accessor.sparse_numbers + i * size_of(accessor.sparse_type), accessor.sparse_type);
        if (number < next) accessor.place.fail("sparse: expected ascending indices");
        if (number >= accessor.count)
            accessor.place.fail(
                fmt::format("sparse: expected indices below {}, found {}", accessor.count, number),
                ErrorCode::bad_index);
        next = std::uint64_t{number} + 1;
    }
}

const char* GltfAccessors::elements(std::string_view bytes, std::uint64_t offset, std::uint64_t count,
                                    std::size_t size, std::size_t stride, const Place& place) {
    if (count == 0) return bytes.data();
    const bool fits = offset <= bytes.size() && size <= bytes.size() - offset &&
                      count - 1 <= (bytes.size() - offset - size) / stride;
    if (!fits)
        place.fail(fmt::format("{} elements from byte {} on exceed its bufferView of {} bytes", count, offset,
                               bytes.size()));
    return bytes.data() + offset;
}

}  // namespace allide::io
