// glTF 2.0, as JSON or as GLB. The scene's nodes place meshes, which stay shared.
#include "io/gltf_accessors.hpp"
#include "io/gltf_buffers.hpp"
#include "io/gltf_meshes.hpp"
#include "io/gltf_nodes.hpp"
#include "io/readers.hpp"
#include "io/text.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace allide::io {
namespace {

struct Container {
    std::string_view json;
    std::uint64_t json_start = 0;
    std::optional<std::string_view> chunk = {};  // a GLB's own buffer
};

[[noreturn]] void fail_at(std::uint64_t byte, std::string message) {
    fail({.code = ErrorCode::bad_syntax, .message = std::move(message), .file = {}, .byte = byte});
}

std::uint32_t little_endian(std::string_view bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

// GLB: "glTF", version, length; then chunks of length, type, bytes.
class Glb {
  public:
    Glb(std::string_view bytes, NoteLog& notes) : bytes_(bytes), notes_(notes) {}

    Container open() {
        constexpr std::size_t header_size = 12;
        if (bytes_.size() < header_size)
            fail_at(bytes_.size(), "the file ends within the 12 bytes that start a GLB");
        if (const std::uint32_t version = little_endian(bytes_, 4); version != 2)
            fail_at(4, fmt::format("the file is a GLB of version {}, not 2", version));
        cut_to(little_endian(bytes_, 8));
        Container container;
        for (at_ = header_size; at_ < bytes_.size();) take_chunk(container);
        if (container.json.empty()) fail_at(bytes_.size(), "the file has no chunk of JSON");
        return container;
    }

  private:
    void cut_to(std::uint32_t length) {
        if (length < 12) fail_at(8, fmt::format("a GLB of {} bytes cannot be", length));
        if (length > bytes_.size())
            fail_at(bytes_.size(),
                    fmt::format("the file ends after {} of the {} bytes that its header announces",
                                bytes_.size(), length));
        if (length < bytes_.size())
            notes_.add(NoteKind::trailing, [&] {
                return Note{.message = fmt::format("{} bytes follow the end that the header announces",
                                                   bytes_.size() - length)};
            });
        bytes_ = bytes_.substr(0, length);
    }

    void take_chunk(Container& container) {
        constexpr std::uint32_t json_type = 0x4e4f534a, binary_type = 0x004e4942;
        const std::size_t left = bytes_.size() - at_;
        if (left < 8) fail_at(at_, "the file ends within the head of a chunk");
        const std::uint32_t length = little_endian(bytes_, at_), type = little_endian(bytes_, at_ + 4);
        if (length > left - 8)
            fail_at(at_, fmt::format("a chunk of {} bytes does not fit, {} are left", length, left - 8));
        const std::string_view chunk = bytes_.substr(at_ + 8, length);
        const bool is_first = at_ == 12;
        if (is_first != (type == json_type))
            fail_at(at_ + 4, "the first chunk of a GLB, and no other, is JSON");
        if (is_first) {
            container.json = chunk;
            container.json_start = at_ + 8;
        } else if (type == binary_type && !container.chunk) {
            container.chunk = chunk;
        } else {
            notes_.add(NoteKind::left_out, [&] {
                return Note{.message =
                                fmt::format("the chunk at byte {} is of another type and left out", at_)};
            });
        }
        at_ += 8 + std::size_t{length};
    }

    std::string_view bytes_;
    NoteLog& notes_;
    std::size_t at_ = 0;
};

std::string name_of(const GltfDocument& document, const PlacedMesh& placed) {
    const JsonObject node = document.item("nodes", "node", placed.node, {});
    std::string name = node.text_if_any("name");
    if (name.empty()) name = document.item("meshes", "mesh", placed.mesh, node.place()).text_if_any("name");
    return name.empty() ? node.place().text() : name;
}

void add_instances(Assembly& assembly, const GltfDocument& document, GltfMeshes& meshes, NoteLog& notes) {
    std::uint64_t triangles = 0;
    for (const PlacedMesh& placed : placed_meshes(document, notes)) {
        Instance instance{.name = name_of(document, placed),
                          .mesh = meshes.number_of(placed.mesh),
                          .matrix = placed.map,
                          .first_triangle = triangles};
        const std::uint64_t count = meshes.all()[instance.mesh].triangles().size();
        triangles += count;
        if (count > 0) {
            assembly.instances.push_back(std::move(instance));
            continue;
        }
        notes.add(NoteKind::empty_part, [&] {
            return Note{.message = fmt::format("node {} has no triangles and is no part", placed.node)};
        });
    }
}

}  // namespace

bool starts_as_glb(std::string_view bytes) {
    return bytes.starts_with("glTF");
}

bool looks_like_gltf(std::string_view text) {
    text = without_mark(text);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '{' &&
           text.find("\"asset\"") != std::string_view::npos;
}

Assembly read_gltf(std::string_view bytes, std::string_view file,
                   const std::optional<std::filesystem::path>& folder) {
    NoteLog notes;
    const std::string_view text = without_mark(bytes);
    const Container container =
        starts_as_glb(bytes) ? Glb(bytes, notes).open() : Container{text, bytes.size() - text.size()};
    const GltfDocument document(parse_gltf_json(container.json, container.json_start));
    GltfBuffers buffers(document, container.chunk, folder);
    GltfAccessors accessors(document, buffers, bytes.size());
    GltfMeshes meshes(document, accessors, notes, file);
    Assembly assembly{.source = std::string(file)};
    add_instances(assembly, document, meshes, notes);
    if (assembly.instances.empty())
        fail({.code = ErrorCode::bad_syntax, .message = "the scene has no triangles", .file = {}});
    assembly.meshes = meshes.take();
    assembly.notes = std::move(notes).take();
    return assembly;
}

}  // namespace allide::io
