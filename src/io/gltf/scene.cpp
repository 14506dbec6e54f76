#include "io/gltf/scene.hpp"

#include <fmt/format.h>

namespace allide::io {

GltfScene::GltfScene(std::string_view bytes, std::string_view file,
                     const std::optional<std::filesystem::path>& folder)
    : file_(file),
      pieces_(gltf_pieces(bytes, log_)),
      document_(pieces_.json, pieces_.json_start),
      nodes_(document_, log_) {
    read_meshes(folder, bytes.size());
    count_instances();
    notes_ = std::move(log_).take();
}

void GltfScene::read_meshes(const std::optional<std::filesystem::path>& folder, std::uint64_t size) {
    GltfBuffers buffers(document_, pieces_.chunk, folder);
    GltfAccessors accessors(document_, buffers, size);
    GltfMeshes meshes(document_, accessors, log_, file_);
    nodes_.for_each([&](const PlacedMesh& placed) { meshes.read(placed.mesh); });
    shared_ = std::move(meshes).take();
}

void GltfScene::count_instances() {
    nodes_.for_each([&](const PlacedMesh& placed) {
        const Mesh& mesh = meshes()[shared_.numbers[placed.mesh]];
        if (!mesh.triangles().empty()) return totals_.add(mesh);
        log_.add(NoteKind::empty_part, [&] {
            return Note{.message = fmt::format("node {} has no triangles and is left out", placed.node)};
        });
    });
    if (totals_.instances == 0)
        fail({.code = ErrorCode::bad_syntax,
              .message = "expected triangles in the scene, found none",
              .file = {}});
}

std::string instance_name(const GltfDocument& document, std::uint64_t node, std::uint64_t mesh) {
    // Longer names are not used, because any number of nodes may take their names from the same mesh.
    constexpr std::size_t longest_shared_name = 256;
    const JsonObject json = document.item("nodes", "node", node, {});
    std::string name = json.string_if_any("name");
    if (!name.empty()) return name;
    name = document.item("meshes", "mesh", mesh, json.place()).string_if_any("name");
    return name.empty() || name.size() > longest_shared_name ? json.place().text() : name;
}

Assembly GltfScene::assembly() const {
    Assembly assembly{.meshes = meshes(), .source = file_, .notes = notes_};
    assembly.instances.reserve(totals_.instances);
    for_each([&](const Instance& instance) { assembly.instances.push_back(instance); });
    return assembly;
}

Result<Mesh> GltfScene::flattened() const {
    if (totals_.instances == 1) {
        std::optional<Mesh> alone;
        for_each([&](const Instance& instance) {
            const Mesh& mesh = meshes()[instance.mesh];
            if (adds_nothing_to(instance, mesh, file_, notes_.size())) alone = mesh;
        });
        if (alone) return *std::move(alone);
    }
    if (auto error = refusal_to_flatten(totals_, meshes(), file_)) return *std::move(error);
    Flattener flattener(totals_, file_, notes_);
    for_each([&](const Instance& instance) { flattener.add(meshes()[instance.mesh], instance); });
    return std::move(flattener).finish();
}

}  // namespace allide::io
