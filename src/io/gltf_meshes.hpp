// glTF's meshes: the triangles of their primitives.
#pragma once

#include "io/gltf_accessors.hpp"
#include "io/notes.hpp"

#include <allide/mesh.hpp>

#include <map>
#include <string>
#include <vector>

namespace allide::io {

class GltfMeshes {
  public:
    GltfMeshes(const GltfDocument& document, GltfAccessors& accessors, NoteLog& notes, std::string_view file)
        : document_(document), accessors_(accessors), notes_(notes), file_(file) {}

    // The number among `all()` of a mesh of the file. Meshes that only look different, being of the same
    // accessors, share one.
    std::uint32_t number_of(std::uint64_t mesh);
    const std::vector<Mesh>& all() const { return meshes_; }
    std::vector<Mesh> take() { return std::move(meshes_); }

  private:
    struct Primitive {
        std::uint64_t mode = 4;
        std::optional<std::uint64_t> positions = {};
        std::optional<std::uint64_t> indices = {};
        friend auto operator<=>(const Primitive&, const Primitive&) = default;
    };
    Primitive primitive_of(const JsonObject& json) const;
    Mesh read(const JsonObject& mesh, const std::vector<Primitive>& primitives);
    // A primitive with its accessors; nothing, with a note, for one without triangles.
    struct Source {
        std::uint64_t mode = 4;
        const Accessor* positions = nullptr;
        const Accessor* indices = nullptr;
        std::uint64_t triangles = 0;
    };
    std::optional<Source> source_of(const Primitive& primitive, const Place& mesh);
    void add(const Source& source, MeshData& data);
    std::uint64_t most_triangles() const;
    std::uint32_t vertex(const Accessor& positions, std::uint64_t number, MeshData& data);

    const GltfDocument& document_;
    GltfAccessors& accessors_;
    NoteLog& notes_;
    std::string_view file_;
    std::uint64_t triangles_ = 0;
    std::vector<Mesh> meshes_;
    std::map<std::uint64_t, std::uint32_t> numbers_;
    std::map<std::vector<Primitive>, std::uint32_t> same_;

    // Which vertex a position of the current primitive has become, plus one; 0 for those not used yet.
    std::vector<std::uint32_t> vertex_of_;
    std::vector<std::uint64_t> used_;
};

}  // namespace allide::io
