#include "io/gltf/stream.hpp"

namespace allide::io {

GltfStream::GltfStream(MappedFile file, const std::filesystem::path& path,
                       const std::filesystem::path& spill_folder)
    : file_(std::move(file)),
      name_(path.string()),
      spill_{spill_folder, breath_},
      pieces_(gltf_pieces(file_.bytes(), log_)),
      document_(pieces_.json, pieces_.json_start, listening()),
      nodes_(document_, log_),
      buffers_(document_, pieces_.chunk, path.parent_path(), FilesBeside::mapped),
      accessors_(document_, buffers_, file_.bytes().size()),
      reader_(document_, accessors_, log_, name_),
      instances_(spill_folder),
      maps_(spill_folder) {
    breath_.add([this] { buffers_.give_back(); });
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
    instances_.settle();
    maps_.settle();
    breath_.add([this] { instances_.give_back(); });
    breath_.add([this] { maps_.give_back(); });
}

const JsonSpill* GltfStream::listening() {
    breath_.add([this] { file_.give_back(); });
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
    accessors_.forget();
    return mesh;
}

}  // namespace allide::io
