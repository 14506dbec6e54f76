#include "io/gltf/buffers.hpp"

#include "io/file/file.hpp"
#include "io/text/base64.hpp"
#include "io/text/uri.hpp"

#include <fmt/format.h>

namespace allide::io {

std::string_view GltfBuffers::view(std::uint64_t number, const Place& user) {
    const JsonObject view = document_.item("bufferViews", "bufferView", number, user);
    const std::string_view bytes = buffer(view.integer("buffer"), view.place());
    const std::uint64_t offset = view.integer_if_any("byteOffset").value_or(0);
    const std::uint64_t length = view.integer("byteLength");
    if (offset > bytes.size() || length > bytes.size() - offset)
        view.place().fail(fmt::format("bytes {} to {} exceed its buffer of {} bytes", offset, offset + length,
                                      bytes.size()));
    return bytes.substr(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
}

std::string_view GltfBuffers::buffer(std::uint64_t number, const Place& user) {
    if (const auto known = buffers_.find(number); known != buffers_.end()) return known->second;
    const JsonObject buffer = document_.item("buffers", "buffer", number, user);
    const std::string_view bytes = load(buffer);
    const std::uint64_t length = buffer.integer("byteLength");
    if (bytes.size() < length)
        buffer.place().fail(
            fmt::format("expected {1} bytes as byteLength says, found {0}", bytes.size(), length));
    return buffers_.emplace(number, bytes.substr(0, static_cast<std::size_t>(length))).first->second;
}

std::string_view GltfBuffers::load(const JsonObject& buffer) {
    const Place place = buffer.place();
    if (!buffer.has("uri")) {
        if (place.number == 0 && binary_chunk_) return *binary_chunk_;
        place.fail("expected a uri or a binary chunk of the file, found neither");
    }
    // Embedded data may be most of the file, so the URI is not copied if it has no escape sequences.
    const auto plain = buffer.unescaped_string_if_any("uri");
    const std::string resolved = plain ? std::string() : buffer.string_if_any("uri");
    const std::string_view uri = plain ? *plain : resolved;
    if (!uri.starts_with("data:")) return external_file(std::string(uri), place);
    const auto comma = uri.find(',');
    constexpr std::string_view mark = ";base64";
    if (comma == std::string::npos || !uri.substr(0, comma).ends_with(mark))
        place.fail("expected a data URI in base64");
    auto bytes = decode_base64(uri.substr(comma + 1));
    if (!bytes) place.fail("expected valid base64 in its data URI");
    return embedded_.insert_or_assign(place.number, *std::move(bytes)).first->second;
}

std::string_view GltfBuffers::external_file(const std::string& uri, const Place& place) {
    const auto relative = relative_path_of(uri);
    if (!relative)
        place.fail("expected the relative path of a file below this folder, found " + io::quoted(uri));
    if (!folder_)
        place.fail("it is in the file " + io::quoted(uri) +
                       ", which is not opened for a mesh that is read from memory",
                   ErrorCode::cannot_open);
    const std::filesystem::path path = *folder_ / *relative;
    if (const auto known = files_.find(path); known != files_.end()) return known->second;
    if (const auto known = mapped_.find(path); known != mapped_.end()) return known->second.bytes();
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored))
        place.fail("expected a regular file: " + io::quoted(uri), ErrorCode::cannot_open);
    if (external_files_ == ExternalFiles::mapped) {
        auto file = MappedFile::open(path);
        if (!file) place.fail(io::quoted(uri) + ": " + file.error().message, ErrorCode::cannot_open);
        bytes_loaded_ += file->bytes().size();
        return mapped_.emplace(path, *std::move(file)).first->second.bytes();
    }
    auto bytes = read_file(path);
    if (!bytes) place.fail(io::quoted(uri) + ": " + bytes.error().message, ErrorCode::cannot_open);
    bytes_loaded_ += bytes->size();
    return files_.emplace(path, *std::move(bytes)).first->second;
}

}  // namespace allide::io
