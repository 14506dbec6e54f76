#include "index/build/scene_files.hpp"

#include "index/build/spilled_scene.hpp"
#include "index/file/index_failure.hpp"
#include "io/collect/affine.hpp"
#include "io/file/failure.hpp"
#include "io/formats/format.hpp"
#include "io/gltf/stream.hpp"
#include "model/part_cutter.hpp"

#include <map>
#include <new>
#include <stdexcept>
#include <vector>

namespace allide::index {
namespace {

// Calls `work`. If it fails or runs out of memory, throws an IndexFailure that names the file.
template <typename Work>
auto with_file_name(const std::filesystem::path& file, const Work& work) -> decltype(work()) {
    const auto no_memory = [&] {
        throw_error({.code = ErrorCode::too_large,
                     .message = "the file does not fit into memory",
                     .file = file.string()});
    };
    try {
        return work();
    } catch (io::Failure& failure) {
        failure.error.file = file.string();
        throw_error(std::move(failure.error));
    } catch (const std::bad_alloc&) {
        no_memory();
    } catch (const std::length_error&) {
        no_memory();
    }
    throw std::logic_error("unreachable");
}

MeshData data_of(const Mesh& mesh, const InstanceMap& map) {
    MeshData data;
    data.vertices.reserve(mesh.vertices().size());
    for (const Vec3& vertex : mesh.vertices())
        data.vertices.push_back(map == io::identity_map ? vertex : io::mapped(map, vertex));
    data.triangles.assign(mesh.triangles().begin(), mesh.triangles().end());
    data.source = mesh.source();
    return data;
}

Mesh mapped_mesh(const Mesh& mesh, const InstanceMap& map) {
    return map == io::identity_map ? mesh : Mesh::from(data_of(mesh, map)).value();
}

std::uint64_t memory_of(const Mesh& mesh) {
    return mesh.vertices().size() * sizeof(Vec3) + mesh.triangles().size() * sizeof(TriangleIndices);
}

std::optional<InstanceMap> matrix_of(const InstanceMap& map) {
    return map == io::identity_map ? std::nullopt : std::optional(map);
}

// Reads the mesh of each instance when that instance is next. Meshes with several instances are cached.
class GltfSceneFile : public SceneFile {
  public:
    GltfSceneFile(io::MappedFile file, const std::filesystem::path& path, const SceneFileOptions& options)
        : path_(path),
          stream_(std::move(file), path, options.spill_folder),
          cache_limit_(options.cache_bytes),
          uses_(stream_.meshes(), 0) {
        for (std::size_t i = 0; i < stream_.instances(); ++i) ++uses_[stream_.mesh_number(i)];
    }

    std::optional<ScenePart> next() override {
        return with_file_name(path_, [&] { return next_part(); });
    }
    double share_done() const override {
        return stream_.instances() == 0 ? 1
                                        : static_cast<double>(at_) / static_cast<double>(stream_.instances());
    }
    void release_pages() override { stream_.release_pages(); }

  private:
    std::optional<ScenePart> next_part() {
        while (at_ < stream_.instances()) {
            const std::size_t instance = at_++;
            const std::uint32_t number = stream_.mesh_number(instance);
            const bool shared = uses_[number] > 1;
            const Mesh mesh = shared ? cached_mesh(instance) : stream_.mesh(instance);
            if (mesh.triangles().empty()) continue;
            any_ = true;
            ScenePart part{.name = stream_.name(instance), .traits = mesh.part_traits(0)};
            part.mesh = shared ? mesh : mapped_mesh(mesh, stream_.map(instance));
            if (shared) {
                part.shared = number;
                part.matrix = matrix_of(stream_.map(instance));
            }
            return part;
        }
        if (!any_)
            io::fail(
                {.code = ErrorCode::bad_syntax, .message = "expected triangles in the scene, found none"});
        return std::nullopt;
    }

    Mesh cached_mesh(std::size_t instance) {
        const std::uint32_t number = stream_.mesh_number(instance);
        if (const auto known = cache_.find(number); known != cache_.end()) return known->second;
        Mesh mesh = stream_.mesh(instance);
        if (cached_bytes_ + memory_of(mesh) > cache_limit_) {
            cache_.clear();
            cached_bytes_ = 0;
        }
        cached_bytes_ += memory_of(mesh);
        cache_.emplace(number, mesh);
        return mesh;
    }

    std::filesystem::path path_;
    io::GltfStream stream_;
    std::uint64_t cache_limit_, cached_bytes_ = 0;
    std::vector<std::uint32_t> uses_;  // number of instances of each mesh
    std::map<std::uint32_t, Mesh> cache_;
    std::size_t at_ = 0;
    bool any_ = false;
};

// A file that is read into memory as a whole, and whose parts are then returned one by one.
class WholeSceneFile : public SceneFile {
  public:
    explicit WholeSceneFile(Assembly assembly)
        : assembly_(std::move(assembly)), uses_(assembly_.meshes.size(), 0) {
        for (const Instance& instance : assembly_.instances) ++uses_[instance.mesh];
    }

    std::optional<ScenePart> next() override {
        while (at_ < assembly_.instances.size()) {
            const Instance& instance = assembly_.instances[at_];
            const Mesh& mesh = assembly_.meshes[instance.mesh];
            if (mesh.part_names().size() == 1) {
                ++at_;
                if (!mesh.triangles().empty()) return whole_mesh(instance, mesh);
            } else if (auto part = piece(instance, mesh)) {
                return part;
            } else {
                cutter_.reset();
                ++at_;
            }
        }
        return std::nullopt;
    }
    double share_done() const override {
        const double parts = cutter_ ? static_cast<double>(cutter_->parts()) : 1;
        return (static_cast<double>(at_) + static_cast<double>(piece_) / parts) /
               static_cast<double>(std::max<std::size_t>(1, assembly_.instances.size()));
    }

  private:
    ScenePart whole_mesh(const Instance& instance, const Mesh& mesh) const {
        const bool shared = uses_[instance.mesh] > 1;
        ScenePart part{.name = instance.name,
                       .traits = instance.traits == PartTraits{} ? mesh.part_traits(0) : instance.traits};
        part.mesh = shared ? mesh : mapped_mesh(mesh, instance.matrix);
        if (shared) {
            part.shared = instance.mesh;
            part.matrix = matrix_of(instance.matrix);
        }
        return part;
    }
    std::optional<ScenePart> piece(const Instance& instance, const Mesh& mesh) {
        if (!cutter_) {
            cutter_.emplace(mesh);
            piece_ = 0;
        }
        while (piece_ < cutter_->parts()) {
            const std::size_t number = piece_++;
            if (cutter_->triangles_of(number) == 0) continue;
            Part part = cutter_->cut(number);
            return ScenePart{.name = std::move(part.name),
                             .traits = part.traits,
                             .mesh = mapped_mesh(part.mesh, instance.matrix)};
        }
        return std::nullopt;
    }

    Assembly assembly_;
    std::vector<std::uint32_t> uses_;
    std::size_t at_ = 0, piece_ = 0;
    std::optional<detail::PartCutter> cutter_;
};

}  // namespace

std::unique_ptr<SceneFile> open_scene_file(const std::filesystem::path& file,
                                           const SceneFileOptions& options) {
    auto mapped = io::MappedFile::open(file);
    if (!mapped) throw_error(mapped.error());
    const auto format = io::sniff(mapped->bytes(), file.string());
    if (format && is_spilled(*format))
        return with_file_name(
            file, [&] { return open_spilled_scene(*mapped, *format, file, options.spill_folder); });
    if (format == io::InputFormat::gltf)
        return with_file_name(file, [&]() -> std::unique_ptr<SceneFile> {
            return std::make_unique<GltfSceneFile>(*std::move(mapped), file, options);
        });
    auto assembly = load_assembly(file, options.load);
    if (!assembly) throw_error(assembly.error());
    return std::make_unique<WholeSceneFile>(*std::move(assembly));
}

Mesh placed_part(const ScenePart& part) {
    return part.matrix ? mapped_mesh(part.mesh, *part.matrix) : part.mesh;
}

}  // namespace allide::index
