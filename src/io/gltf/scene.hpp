// A glTF file in memory: its meshes, and access to its instances one by one.
#pragma once

#include "io/collect/flatten.hpp"
#include "io/gltf/meshes.hpp"
#include "io/gltf/nodes.hpp"

#include <filesystem>
#include <optional>

namespace allide::io {

// The JSON text and the buffer of a glTF or GLB file.
struct GltfPieces {
    std::string_view json;
    std::uint64_t json_start = 0;
    std::optional<std::string_view> chunk = {};  // the buffer of a GLB file
};
// Splits the bytes of a JSON or GLB file into these pieces.
GltfPieces gltf_pieces(std::string_view bytes, NoteLog& notes);
// The part name for a node that has a mesh: the node's name, else the mesh's, else a name such as "node 3".
std::string instance_name(const GltfDocument& document, std::uint64_t node, std::uint64_t mesh);

class GltfScene {
  public:
    // Checks the whole file; throws Failure if it is not valid. The bytes must outlive this object.
    GltfScene(std::string_view bytes, std::string_view file,
              const std::optional<std::filesystem::path>& folder);

    const std::vector<Mesh>& meshes() const { return shared_.meshes; }
    const InstanceTotals& totals() const { return totals_; }
    const std::vector<Note>& notes() const { return notes_; }

    // Visits the instances that have triangles, in order. They are not stored: an instance has a few bytes in
    // the file and would take ten times as much in memory.
    template <typename Visit>
    void for_each(const Visit& visit) const {
        Instance instance;
        nodes_.for_each([&](const PlacedMesh& placed) {
            instance.mesh = shared_.numbers[placed.mesh];
            const std::size_t triangles = meshes()[instance.mesh].triangles().size();
            if (triangles == 0) return;
            instance.name = instance_name(document_, placed.node, placed.mesh);
            instance.matrix = placed.map;
            instance.parent = placed.parent;
            visit(std::as_const(instance));
            instance.first_triangle += triangles;
        });
    }

    Assembly assembly() const;
    Result<Mesh> flattened() const;

  private:
    void read_meshes(const std::optional<std::filesystem::path>& folder, std::uint64_t size);
    void count_instances();

    std::string file_;
    NoteLog log_;
    GltfPieces pieces_;
    GltfDocument document_;
    GltfNodes nodes_;
    GltfMeshes::Shared shared_;
    InstanceTotals totals_;
    std::vector<Note> notes_;
};

}  // namespace allide::io
