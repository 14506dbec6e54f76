// Reads a glTF file that may be larger than memory, one instance and one mesh at a time.
#pragma once

#include "io/file/mapped_file.hpp"
#include "io/gltf/meshes.hpp"
#include "io/gltf/nodes.hpp"
#include "io/gltf/scene.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace allide::io {

class GltfStream {
  public:
    // Checks the JSON, its nodes and the references of its meshes; throws Failure. Errors in the buffers are
    // found only when a mesh is read. The list of instances is stored on disk in the given folder.
    GltfStream(MappedFile file, const std::filesystem::path& path, const std::filesystem::path& spill_folder);
    GltfStream(const GltfStream&) = delete;
    GltfStream& operator=(const GltfStream&) = delete;

    // Number of nodes that have a mesh. They are numbered in the order of parts. Those whose mesh turns out
    // to be empty do not become parts.
    std::size_t instances() const { return instances_.size(); }
    std::string name(std::size_t instance) const;
    const Affine& map(std::size_t instance) const;
    // Number of the instance's mesh, from 0. Meshes with the same accessors have the same number.
    std::uint32_t mesh_number(std::size_t instance) const { return instances_[instance].number; }
    std::uint32_t meshes() const { return meshes_; }

    // Reads the mesh of the instance, in the mesh's own coordinates; throws Failure.
    Mesh mesh(std::size_t instance);

    void release_pages() { releaser_.release(); }

  private:
    const JsonSpill* start_spilling();  // releases the file's memory while the document scans it
    struct InstanceEntry {
        std::uint32_t node, mesh, number, map;
    };
    MappedFile file_;
    std::string name_;
    PageReleaser releaser_;
    JsonSpill spill_;
    NoteLog log_;
    GltfPieces pieces_;
    GltfDocument document_;
    GltfNodes nodes_;
    GltfBuffers buffers_;
    GltfAccessors accessors_;
    GltfMeshes reader_;
    SpilledList<InstanceEntry> instances_;
    SpilledList<Affine> maps_;
    std::uint32_t meshes_ = 0;
};

}  // namespace allide::io
