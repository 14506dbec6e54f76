// A glTF file, instance by instance and mesh by mesh: what a scene larger than memory is read with.
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
    // Checks the JSON, its nodes and what its meshes refer to; throws Failure. Faults in the buffers are
    // found when a mesh is made. What is known of instances is put down in the folder.
    GltfStream(MappedFile file, const std::filesystem::path& path, const std::filesystem::path& spill_folder);
    GltfStream(const GltfStream&) = delete;
    GltfStream& operator=(const GltfStream&) = delete;

    // Nodes with a mesh, in the order in which parts are numbered. Those whose mesh turns out to be empty are
    // no parts.
    std::size_t instances() const { return instances_.size(); }
    std::string name(std::size_t instance) const;
    const Affine& map(std::size_t instance) const;
    // Meshes of the same accessors have one number, from 0.
    std::uint32_t mesh_number(std::size_t instance) const { return instances_[instance].number; }
    std::uint32_t meshes() const { return meshes_; }

    // The instance's mesh in its own coordinates; throws Failure.
    Mesh mesh(std::size_t instance);

    void give_back() { breath_.out(); }

  private:
    const JsonSpill* listening();  // the document may give the file's memory back from its first byte on
    struct Stand {
        std::uint32_t node, mesh, number, map;
    };
    MappedFile file_;
    std::string name_;
    Breath breath_;
    JsonSpill spill_;
    NoteLog log_;
    GltfPieces pieces_;
    GltfDocument document_;
    GltfNodes nodes_;
    GltfBuffers buffers_;
    GltfAccessors accessors_;
    GltfMeshes reader_;
    Spilled<Stand> instances_;
    Spilled<Affine> maps_;
    std::uint32_t meshes_ = 0;
};

}  // namespace allide::io
