// A model: a mesh with the tree that makes its queries fast. Build it once, ask it from any thread.
#pragma once

#include <allide/geometry.hpp>
#include <allide/mesh.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

namespace allide {

class Placed;
namespace detail {
struct ModelData;
}

// The bounding volume of the tree. Every volume gives the same answers; they differ in speed and memory.
enum class Volume {
    automatic,  // "default": the fastest that is built in
    obb,        // oriented boxes (Gottschalk, Lin, Manocha 1996)
};
// How the tree is divided.
enum class Builder {
    automatic,  // "default": the volume's own
    mean,       // at the mean of the triangles' centres along the box's longest axis, then the others
};

std::span<const Volume> all_volumes();
std::string_view name_of(Volume volume);
Result<Volume> volume_from_name(std::string_view name);
std::span<const Builder> all_builders();
std::string_view name_of(Builder builder);
Result<Builder> builder_from_name(std::string_view name);

struct BuildOptions {
    Volume volume = Volume::automatic;
    Builder builder = Builder::automatic;
};

struct TreeInfo {
    std::uint64_t nodes = 0;
    std::uint64_t leaves = 0;
    std::uint64_t depth = 0;  // of the deepest leaf; a lone root has depth 0
    std::uint64_t bytes = 0;  // nodes and leaf data, without the mesh's own vertices and indices
};

// Immutable and cheap to copy: copies share the data. Const is safe from any number of threads.
class Model {
  public:
    Model();  // no triangles: touches nothing
    // Fails if a vertex that a triangle uses is not finite.
    static Result<Model> build(const Mesh& mesh, const BuildOptions& options = {});

    // The model at a pose, to ask about. Refers to this model, which must outlive it.
    Placed at(const Pose& pose) const&;
    Placed at_rest() const&;  // at the identity
    Placed at(const Pose& pose) const&& = delete;
    Placed at_rest() const&& = delete;

    const Mesh& mesh() const;
    TreeInfo tree() const;

  private:
    friend class Placed;
    explicit Model(std::shared_ptr<const detail::ModelData> data);
    std::shared_ptr<const detail::ModelData> data_;
};

// A model and a pose: one side of a question. A view, like std::string_view.
class Placed {
  public:
    const Pose& pose() const { return pose_; }
    const detail::ModelData& data() const { return *data_; }

  private:
    friend class Model;
    Placed(const detail::ModelData& data, const Pose& pose) : data_(&data), pose_(pose) {}
    const detail::ModelData* data_;
    Pose pose_;
};

// load_mesh and Model::build in one step.
Result<Model> load_model(const std::filesystem::path& file, const BuildOptions& options = {});

}  // namespace allide
