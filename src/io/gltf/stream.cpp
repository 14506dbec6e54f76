#include "io/gltf/stream.hpp"

namespace allide::io {

GltfStream::GltfStream(MappedFile file, const std::filesystem::path& path,
                       const std::filesystem::path& spill_folder)
    : file_(std::move(file)),
      name_(path.string()),
      spill_{spill_folder, releaser_},
      pieces_(gltf_pieces(file_.bytes(), log_)),
      document_(pieces_.json, pieces_.json_start, start_spilling()),
      nodes_(document_, log_),
      buffers_(document_, pieces_.chunk, path.parent_path(), ExternalFiles::mapped),
      accessors_(document_, buffers_, file_.bytes().size()),
      reader_(document_, accessors_, log_, name_),
      instances_(spill_folder),
      maps_(spill_folder) {
    releaser_.add([this] { buffers_.release_pages(); });
    Affine last = identity_map;
    maps_.push_back(last);
    nodes_.for_each([&](const PlacedMesh& placed) {
        if (placed.map != last) maps_.push_back(last = placed.map);
        const std::uint32_t number = reader_.number_of(placed.mesh);
        meshes_ = std::max(meshes_, number + 1);
        instances_.push_back({static_cast<std::uint32_t>(placed.node),
                              static_cast<std::uint32_t>(placed.mesh), number,
                              static_cast<std::uint32_t>(maps_.size() - 1)});
    });
    instances_.finish_writing();
    maps_.finish_writing();
    releaser_.add([this] { instances_.release_pages(); });
    releaser_.add([this] { maps_.release_pages(); });
}

const JsonSpill* GltfStream::start_spilling() {
    releaser_.add([this] { file_.release_pages(); });
    return &spill_;
}

std::string GltfStream::name(std::size_t instance) const {
    return instance_name(document_, instances_[instance].node, instances_[instance].mesh);
}

const Affine& GltfStream::map(std::size_t instance) const {
    return maps_[instances_[instance].map];
}

Mesh GltfStream::mesh(std::size_t instance) {
    Mesh mesh = reader_.make(std::uint64_t{instances_[instance].mesh});
    accessors_.clear_cache();
    return mesh;
}

}  // namespace allide::io
