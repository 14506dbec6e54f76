// Binary STL: a header of 80 bytes, a count, then 50 bytes per triangle (normal, three corners, two spare
// bytes), all little-endian. Vertices are not merged: each triangle has three of its own.
#include "base/cancel.hpp"
#include "io/file/failure.hpp"
#include "io/formats/readers.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <limits>

#include <fmt/format.h>

namespace allide::io {
namespace {

constexpr std::size_t header_size = 84;
constexpr std::size_t triangle_size = 50;

std::uint32_t little_endian(const char* at) {
    std::uint32_t value = 0;
    for (int i = 3; i >= 0; --i) value = value << 8 | static_cast<unsigned char>(at[i]);
    return value;
}

std::uint64_t expected_size(std::string_view bytes) {
    return header_size + triangle_size * std::uint64_t{little_endian(bytes.data() + 80)};
}

[[noreturn]] void fail_at(std::uint64_t byte, std::string_view file, std::string message) {
    fail({.code = ErrorCode::bad_syntax,
          .message = std::move(message),
          .file = std::string(file),
          .byte = byte});
}

// True if the rest is padding: some programs append zeros, or fewer bytes than a triangle has. Any other
// bytes may be triangles that a wrong count hides, and dropping triangles could hide a collision.
bool is_padding(std::string_view rest) {
    return rest.size() < triangle_size ||
           std::all_of(rest.begin(), rest.end(), [](char c) { return c == '\0'; });
}

void check_size(std::string_view bytes, std::string_view file) {
    if (bytes.size() < header_size)
        fail_at(bytes.size(), file,
                "expected the 84 bytes of a binary STL header, found the end of the file");
    const std::uint64_t expected = expected_size(bytes);
    const std::uint64_t count = (expected - header_size) / triangle_size;
    if (bytes.size() < expected)
        fail_at(bytes.size(), file,
                fmt::format("the file ends after {} of the {} triangles that its header counts",
                            (bytes.size() - header_size) / triangle_size, count));
    if (!is_padding(bytes.substr(static_cast<std::size_t>(expected))))
        fail_at(expected, file,
                fmt::format("{} bytes follow the {} triangles that the header counts",
                            bytes.size() - expected, count));
    if (count * 3 > std::numeric_limits<std::uint32_t>::max())
        fail({.code = ErrorCode::too_large,
              .message = "the mesh has too many triangles",
              .file = std::string(file)});
}

Vec3 corner_at(const char* at) {
    const auto coordinate = [at](int i) { return double{std::bit_cast<float>(little_endian(at + 4 * i))}; };
    return {coordinate(0), coordinate(1), coordinate(2)};
}

}  // namespace

bool fits_binary_stl(std::string_view bytes) {
    return bytes.size() >= header_size && bytes.size() == expected_size(bytes);
}

Result<Mesh> read_stl_binary(std::string_view bytes, std::string_view file) {
    check_size(bytes, file);
    const std::uint32_t count = little_endian(bytes.data() + 80);
    if (count == 0) fail_at(header_size - 4, file, "the file has no triangles");
    MeshData data{
        .vertices = {}, .triangles = {}, .part_names = {}, .part_of = {}, .source = std::string(file)};
    if (const auto expected = expected_size(bytes); bytes.size() > expected)
        data.notes.push_back(
            {.message = fmt::format("{} bytes of padding follow the triangles", bytes.size() - expected)});
    data.vertices.reserve(3 * std::size_t{count});
    data.triangles.reserve(count);
    const char* at = bytes.data() + header_size;
    const base::CancelCheck check_cancelled;
    for (std::uint32_t i = 0; i < count; ++i, at += triangle_size) {
        check_cancelled();
        for (int corner = 1; corner <= 3; ++corner) data.vertices.push_back(corner_at(at + 12 * corner));
        data.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    return Mesh::from(std::move(data));
}

}  // namespace allide::io
