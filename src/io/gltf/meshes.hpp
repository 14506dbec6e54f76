// glTF's meshes: the triangles of their primitives.
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

    // Reads a mesh of the file unless that has been done. Meshes that only look different, being of the same
    // accessors, are one.
    void read(std::uint64_t mesh);

    // Which of the meshes of different accessors a mesh of the file is, counted from 0, without reading it.
    std::uint32_t number_of(std::uint64_t mesh);
    // A mesh of the file by itself, not kept.
    Mesh make(std::uint64_t mesh);

    struct Shared {
        std::vector<Mesh> meshes;
        std::vector<std::uint32_t> numbers;  // which of them a mesh of the file is, where it has been read
    };
    Shared take() && { return {std::move(meshes_), std::move(numbers_)}; }

  private:
    static constexpr std::uint32_t not_read = 0xffffffff;
    static constexpr std::uint32_t no_accessor = 0xffffffff;
    // A mesh may have millions, so they are small.
    struct Primitive {
        std::uint32_t mode = 4;
        std::uint32_t positions = no_accessor;
        std::uint32_t indices = no_accessor;
        friend auto operator<=>(const Primitive&, const Primitive&) = default;
    };
    JsonObject json_of(std::uint64_t mesh) const;
    std::vector<Primitive> primitives_of(const JsonObject& mesh) const;
    Primitive primitive_of(const JsonObject& json) const;
    SameMeshes::Entry known_as(std::uint64_t mesh, const std::vector<Primitive>& primitives);
    std::uint32_t accessor_of(const JsonObject& json, const char* key) const;
    Mesh make(const JsonObject& mesh, const std::vector<Primitive>& primitives);
    // A primitive with its accessors; nothing, with a note, for one without triangles.
    struct Source {
        std::uint64_t mode = 4;
        const Accessor* positions = nullptr;
        const Accessor* indices = nullptr;
        std::uint64_t triangles = 0;
        std::uint64_t most_vertices() const { return std::min(positions->count, 3 * triangles); }
    };
    std::optional<Source> source_of(const Primitive& primitive, const Place& mesh);
    void add(const Source& source, MeshData& data, Blocks<Vec3>& vertices);
    std::uint64_t most_memory() const;
    std::uint32_t vertex(const Accessor& positions, std::uint64_t number, Blocks<Vec3>& vertices);

    const GltfDocument& document_;
    GltfAccessors& accessors_;
    NoteLog& notes_;
    std::string_view file_;
    std::uint64_t memory_ = 0;  // of the triangles and vertices of all meshes
    std::vector<Mesh> meshes_;
    std::vector<std::uint32_t> numbers_;
    SameMeshes same_;

    // Which vertex a position of the current primitive has become, plus one; 0 for those not used yet.
    std::vector<std::uint32_t> vertex_of_;
    std::vector<std::uint32_t> used_;
};

}  // namespace allide::io
