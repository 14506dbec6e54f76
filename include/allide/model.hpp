// A model: a mesh with the tree that makes its queries fast. Build it once, ask it from any thread.
#pragma once

#include <allide/extra/engines.hpp>
#include <allide/geometry.hpp>
#include <allide/mesh.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace allide {

class Motion;
class Moving;
class Placed;
namespace detail {
struct ModelData;
struct ModelMaker;
}  // namespace detail

struct BuildOptions {
    Volume volume = Volume::automatic;
    Builder builder = Builder::automatic;
    // For k-DOP volumes; with another volume Model::build refuses anything but the default.
    Realign realign = Realign::automatic;
    LeafVolumes leaf_volumes = LeafVolumes::stored;
    HullNodes hulls = HullNodes::all;  // with Realign::hill_climb
    // Every volume is grown by this on all sides: a length in model units, finite and not negative. It
    // changes no answer.
    double inflation = 0;
    // Makes overlap_solid and contains quicker where solids are deep in each other, and building slower. It
    // changes no answer.
    InnerVolumes inner_volumes = InnerVolumes::none;
};

struct TreeInfo {
    std::uint64_t nodes = 0;
    std::uint64_t leaves = 0;
    std::uint64_t depth = 0;                          // of the deepest leaf; a lone root has depth 0
    std::vector<std::uint64_t> leaves_at_depth = {};  // how many leaves have depth 0, 1, 2, …
    std::uint64_t volume_bytes = 0;    // inner nodes, and the leaves' volumes where they are stored
    std::uint64_t realign_bytes = 0;   // what the realignment keeps beside them
    std::uint64_t triangle_bytes = 0;  // the triangles' numbers and corners in tree order
    std::uint64_t bytes = 0;           // all three, without the mesh's own vertices and indices
};

// What makes a tree good, after Zachmann (1998). Rounded; takes a while for large k-DOP trees.
struct TreeQuality {
    double total_volume = 0;  // the contents of all nodes' volumes, summed, in cubed model units
    double sibling_overlap =
        0;  // what the volumes of two siblings have in common, summed over all inner nodes
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
    // The model on its way; allide/motion.hpp. Refers to this model likewise.
    Moving along(const Motion& motion) const&;
    Moving along(const Motion& motion) const&& = delete;

    const Mesh& mesh() const;
    // No triangle meets them, and all of their points are inside; the largest first. Empty unless asked for.
    std::span<const Box> inner_boxes() const;
    TreeInfo tree() const;
    TreeQuality tree_quality() const;

  private:
    friend class DeformableModel;
    friend class Placed;
    friend struct detail::ModelMaker;
    explicit Model(std::shared_ptr<const detail::ModelData> data);
    std::shared_ptr<const detail::ModelData> data_;
};

// A model and a pose: one side of a question. A view, like std::string_view.
class Placed {
  public:
    const Pose& pose() const { return pose_; }
    const detail::ModelData& data() const { return *data_; }

  private:
    friend class DeformableModel;
    friend class Model;
    friend class Moving;
    Placed(const detail::ModelData& data, const Pose& pose) : data_(&data), pose_(pose) {}
    const detail::ModelData* data_;
    Pose pose_;
};

// load_mesh and Model::build in one step.
struct LoadOptions;  // <allide/io.hpp>
Result<Model> load_model(const std::filesystem::path& file, const BuildOptions& options = {});
Result<Model> load_model(const std::filesystem::path& file, const BuildOptions& options,
                         const LoadOptions& load);

// ---- The parts of a mesh as meshes and models of their own: what a scene is made of.

struct Part {
    std::string name = {};
    Mesh mesh = {};  // the part's triangles in their order, and the vertices that they use
    PartTraits traits = {};
};

// Every part that has triangles, in order.
std::vector<Part> parts_of(const Mesh& mesh);

// Tells apart parts whose triangles differ in the place of any corner, whatever their order: a number that is
// the same on every machine. −0 counts as 0.
std::uint64_t digest_of(const Mesh& mesh);

// A model of each part, over all cores; fails where Model::build does.
std::vector<Result<Model>> build_models(std::span<const Part> parts, unsigned threads = 0);

// ---- A model whose vertices move. Its triangles stay; its tree follows the vertices in a fraction of the
// time that building it takes, and says when it has aged so much that building it anew pays.

// How well a tree that was divided for other positions suits the present ones.
struct TreeAge {
    // What a query is expected to cost, beside what it did when the tree was divided: 1 is as good as new.
    double cost = 1;
    // Queries may take more than twice the time that they would with a tree built anew.
    bool rebuild_suggested = false;
};

struct RefitOptions {
    unsigned threads = 0;  // at most so many; 0: one a core
};

// Owns its mesh and tree; for one thread at a time while it changes, for any number while it does not.
//
// Every query answers exactly as it would on a Model that is built of the same mesh.
class DeformableModel {
  public:
    // Fails as Model::build does. Only the default volume follows moving vertices, divided by the builders
    // `automatic`, `sah` or `median`; other options are refused.
    static Result<DeformableModel> build(const Mesh& mesh, const BuildOptions& options = {});

    DeformableModel(DeformableModel&&) noexcept;
    DeformableModel& operator=(DeformableModel&&) noexcept;
    DeformableModel(const DeformableModel&) = delete;
    DeformableModel& operator=(const DeformableModel&) = delete;
    ~DeformableModel();

    // Puts the vertices where they are now, in the order of the mesh's, and fits the tree to them. Fails, and
    // changes nothing, if there are more or fewer than the mesh has, or if one that a triangle uses is not
    // finite. The tree is the same for any number of threads.
    Result<TreeAge> move_vertices(std::span<const Vec3> positions, const RefitOptions& options = {});
    TreeAge age() const;

    // Divides all triangles anew; the tree is then as good as a new model's.
    void rebuild();
    // Divides anew only what has gone bad, and returns how many triangles that were: none, some or all.
    std::size_t rebuild_worst();

    // The model at a pose, to ask about. Good until vertices move, the tree is rebuilt, or the model is gone.
    Placed at(const Pose& pose) const&;
    Placed at_rest() const&;
    Placed at(const Pose& pose) const&& = delete;
    Placed at_rest() const&& = delete;

    // The vertices as they are now; a copy of it stays as it is when they move on.
    const Mesh& mesh() const;
    TreeInfo tree() const;
    // A model that stays as this one is now. Taking it costs nothing, but the next move makes a copy of all.
    Model snapshot() const;

  private:
    struct State;
    explicit DeformableModel(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace allide
