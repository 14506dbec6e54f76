// The meshes of a glTF file: the triangles of their primitives.
#pragma once

#include "io/collect/notes.hpp"
#include "io/file/blocks.hpp"
#include "io/gltf/accessors.hpp"
#include "io/gltf/same_meshes.hpp"

#include <allide/mesh.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace allide::io {

class GltfMeshes {
  public:
    GltfMeshes(const GltfDocument& document, GltfAccessors& accessors, NoteLog& notes, std::string_view file)
        : document_(document),
          accessors_(accessors),
          notes_(notes),
          file_(file),
          numbers_(document.count("meshes"), not_read) {}

    // Reads a mesh of the file unless it was read before. Meshes that use the same accessors become one.
    void read(std::uint64_t mesh);

    // Index of the mesh among those that use different accessors, from 0. Does not read the triangles.
    std::uint32_t number_of(std::uint64_t mesh);
    // Reads a mesh of the file and returns it without storing it.
    Mesh make(std::uint64_t mesh);

    struct Shared {
        std::vector<Mesh> meshes;
        std::vector<std::uint32_t> numbers;  // for each mesh of the file that was read: its index in `meshes`
    };
    Shared take() && { return {std::move(meshes_), std::move(numbers_)}; }

  private:
    static constexpr std::uint32_t not_read = 0xffffffff;
    static constexpr std::uint32_t no_accessor = 0xffffffff;
    // Kept small, because a mesh may have millions of primitives.
    struct Primitive {
        std::uint32_t mode = 4;
        std::uint32_t positions = no_accessor;
        std::uint32_t indices = no_accessor;
        friend auto operator<=>(const Primitive&, const Primitive&) = default;
    };
    JsonObject json_of(std::uint64_t mesh) const;
    std::vector<Primitive> primitives_of(const JsonObject& mesh) const;
    Primitive primitive_of(const JsonObject& json) const;
    MeshDeduplicator::Entry find_or_add(std::uint64_t mesh, const std::vector<Primitive>& primitives);
    std::uint32_t accessor_of(const JsonObject& json, const char* key) const;
    Mesh make(const JsonObject& mesh, const std::vector<Primitive>& primitives);
    // A primitive with its accessors looked up.
    struct Source {
        std::uint64_t mode = 4;
        const Accessor* positions = nullptr;
        const Accessor* indices = nullptr;
        std::uint64_t triangles = 0;
        std::uint64_t most_vertices() const { return std::min(positions->count, 3 * triangles); }
    };
    // Empty for a primitive without triangles, about which a note is added.
    std::optional<Source> source_of(const Primitive& primitive, const Place& mesh);
    void add(const Source& source, MeshData& data, BlockList<Vec3>& vertices);
    std::uint64_t memory_limit() const;
    std::uint32_t vertex(const Accessor& positions, std::uint64_t number, BlockList<Vec3>& vertices);

    const GltfDocument& document_;
    GltfAccessors& accessors_;
    NoteLog& notes_;
    std::string_view file_;
    std::uint64_t memory_ = 0;  // size in bytes of the triangles and vertices of all meshes
    std::vector<Mesh> meshes_;
    std::vector<std::uint32_t> numbers_;
    MeshDeduplicator deduplicator_;

    // Per position of the current primitive: its vertex number plus one, or 0 if it is not used yet.
    std::vector<std::uint32_t> vertex_of_;
    std::vector<std::uint32_t> used_;
};

}  // namespace allide::io
