// A glTF file that has been read: its meshes, and its instances one after the other.
#pragma once

#include "io/collect/flatten.hpp"
#include "io/gltf/meshes.hpp"
#include "io/gltf/nodes.hpp"

#include <filesystem>
#include <optional>

namespace allide::io {

// Where a file's pieces are.
struct GltfPieces {
    std::string_view json;
    std::uint64_t json_start = 0;
    std::optional<std::string_view> chunk = {};  // a GLB's own buffer
};
// JSON, or a GLB.
GltfPieces gltf_pieces(std::string_view bytes, NoteLog& notes);
// The name of the part that a node with a mesh is.
std::string instance_name(const GltfDocument& document, std::uint64_t node, std::uint64_t mesh);

class GltfScene {
  public:
    // Finds every fault that the file has. The bytes must outlive this.
    GltfScene(std::string_view bytes, std::string_view file,
              const std::optional<std::filesystem::path>& folder);

    const std::vector<Mesh>& meshes() const { return shared_.meshes; }
    const InstanceTotals& totals() const { return totals_; }
    const std::vector<Note>& notes() const { return notes_; }

    // The instances in order, those without triangles left out. They are not kept: made of a few bytes of
    // text each, they would take ten times as much.
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
