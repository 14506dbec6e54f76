#include "io/gltf_stream.hpp"

namespace allide::io {

GltfStream::GltfStream(MappedFile file, const std::filesystem::path& path)
    : file_(std::move(file)),
      name_(path.string()),
      pieces_(gltf_pieces(file_.bytes(), log_)),
      document_(pieces_.json, pieces_.json_start),
      nodes_(document_, log_),
      buffers_(document_, pieces_.chunk, path.parent_path(), FilesBeside::mapped),
      accessors_(document_, buffers_, file_.bytes().size()),
      reader_(document_, accessors_, log_, name_) {
    nodes_.for_each([&](const PlacedMesh& placed) {
        if (placed.map != maps_.back()) maps_.push_back(placed.map);
        const std::uint32_t number = reader_.number_of(placed.mesh);
        meshes_ = std::max(meshes_, number + 1);
        instances_.push_back({static_cast<std::uint32_t>(placed.node),
                              static_cast<std::uint32_t>(placed.mesh), number,
                              static_cast<std::uint32_t>(maps_.size() - 1)});
    });
}

std::string GltfStream::name(std::size_t instance) const {
    return instance_name(document_, instances_[instance].node, instances_[instance].mesh);
}

const Affine& GltfStream::map(std::size_t instance) const {
    return maps_[instances_[instance].map];
}

Mesh GltfStream::mesh(std::size_t instance) {
    Mesh mesh = reader_.make(std::uint64_t{instances_[instance].mesh});
    accessors_.forget();
    return mesh;
}

void GltfStream::give_back() const {
    file_.give_back();
    buffers_.give_back();
}

}  // namespace allide::io
