// Models: a mesh with the bounding volume tree that makes its queries fast. Build a model once, then place it
// and query it from any number of threads.
//
//     const Model bolt = load_model("bolt.obj").value();
//     const Placed here = bolt.at(Pose::translation({0, 0, 25}));    // one side of a query, see
//     allide/query.hpp
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

namespace ALLIDE_EXPORT allide {

class Motion;
class Moving;
class Placed;
namespace detail {
struct ModelAccess;
struct ModelData;
}  // namespace detail

// How the tree is built. No option changes an answer.
struct BuildOptions {
    Volume volume = Volume::automatic;
    Builder builder = Builder::automatic;
    // For k-DOP volumes; with another volume Model::build refuses anything but the default.
    Realign realign = Realign::automatic;
    LeafVolumes leaf_volumes = LeafVolumes::stored;
    HullNodes hulls = HullNodes::all;  // with Realign::hill_climb
    // Every bounding volume is enlarged by this on all sides: a length in model units, finite and not
    // negative.
    double inflation = 0;
    // Boxes inside a closed mesh speed up overlap_solid and contains where solids interpenetrate deeply.
    // Building takes longer.
    InnerVolumes inner_volumes = InnerVolumes::none;
};

// The size of a tree.
struct TreeInfo {
    std::uint64_t nodes = 0;
    std::uint64_t leaves = 0;
    std::uint64_t depth = 0;                          // of the deepest leaf; a single node has depth 0
    std::vector<std::uint64_t> leaves_at_depth = {};  // the number of leaves at depth 0, 1, 2, …
    std::uint64_t volume_bytes = 0;    // inner nodes, and the leaves' volumes where they are stored
    std::uint64_t realign_bytes = 0;   // what realignment stores in addition
    std::uint64_t triangle_bytes = 0;  // the triangles' numbers and corners in tree order
    std::uint64_t bytes = 0;           // all three, without the mesh's own vertices and indices
};

// Measures of a tree's quality after Zachmann (1998). Rounded; takes a while for large k-DOP trees.
struct TreeQuality {
    double total_volume = 0;     // the sum of all nodes' volumes, in cubed model units
    double sibling_overlap = 0;  // the volume that two siblings share, summed over all inner nodes
};

// An immutable model. Copies are cheap: they share the data. Const members are safe from any number of
// threads. A model that has been moved from has no triangles.
class Model {
  public:
    Model();  // no triangles: it touches nothing
    Model(const Model&) = default;
    Model& operator=(const Model&) = default;
    Model(Model&& other) noexcept;
    Model& operator=(Model&& other) noexcept;
    ~Model() = default;

    // An Error if a vertex that a triangle uses is not finite, or if the options do not go together.
    static Result<Model> build(const Mesh& mesh, const BuildOptions& options = {});

    // The model at a pose, ready to be queried. It refers to this model, which must outlive it; a temporary
    // model cannot be placed.
    Placed at(const Pose& pose) const&;
    Placed at_rest() const&;  // at the identity
    Placed at(const Pose& pose) const&& = delete;
    Placed at_rest() const&& = delete;
    // The model on a motion, see allide/motion.hpp. Refers to this model likewise.
    Moving along(const Motion& motion) const&;
    Moving along(const Motion& motion) const&& = delete;

    const Mesh& mesh() const;
    // Boxes that no triangle meets and whose points are all inside the mesh; the largest first. Empty unless
    // BuildOptions::inner_volumes asked for them.
    std::span<const Box> inner_boxes() const;
    TreeInfo tree() const;
    TreeQuality tree_quality() const;

  private:
    friend class DeformableModel;
    friend struct detail::ModelAccess;
    explicit Model(std::shared_ptr<const detail::ModelData> data);
    std::shared_ptr<const detail::ModelData> data_;
};

// A model at a pose: one side of a query. A view like std::string_view: cheap to copy, valid while the model
// lives.
class Placed {
  public:
    const Pose& pose() const { return pose_; }

  private:
    friend class DeformableModel;
    friend class Model;
    friend class Moving;
    friend struct detail::ModelAccess;
    Placed(const detail::ModelData& data, const Pose& pose) : data_(&data), pose_(pose) {}
    const detail::ModelData* data_;
    Pose pose_;
};

// load_mesh and Model::build in one step.
struct LoadOptions;  // <allide/io.hpp>
Result<Model> load_model(const std::filesystem::path& file, const BuildOptions& options = {});
Result<Model> load_model(const std::filesystem::path& file, const BuildOptions& options,
                         const LoadOptions& load);

// ---- The parts of a mesh as meshes and models of their own, to make a scene from.

struct Part {
    std::string name = {};
    Mesh mesh = {};  // the part's triangles in their order, and the vertices that they use
    PartTraits traits = {};
};

// Every part that has triangles, in order.
std::vector<Part> parts_of(const Mesh& mesh);

// A digest of all triangles by position, whatever their order and numbering; the same on every machine. −0
// counts as 0. Meshes with different digests differ in the position of some corner.
std::uint64_t digest_of(const Mesh& mesh);

// One model per part, in the order of the parts, built with at most `threads` threads (0: one per core). An
// entry is an Error where Model::build gives one.
std::vector<Result<Model>> build_models(std::span<const Part> parts, unsigned threads = 0);

// ---- A model whose vertices move. Its triangles stay the same. Refitting its tree to new positions takes a
// fraction of the time of building it, and the model says when the tree has become so inefficient that a
// rebuild pays.

// The efficiency of a tree that was built for other positions than the present ones.
struct TreeAge {
    // The expected cost of a query relative to that just after the last build: 1 is as good as new.
    double cost = 1;
    // Queries may take more than twice as long as with a new tree.
    bool rebuild_suggested = false;
};

struct RefitOptions {
    unsigned threads = 0;  // at most this many; 0: one per core
};

// Owns its mesh and its tree. Non-const members are for one thread at a time, const members for any number
// while nothing changes. Every query answers exactly as for a Model that is built from the same mesh. A
// DeformableModel that has been moved from is that of an empty mesh.
class DeformableModel {
  public:
    // Fails as Model::build does. Only the default volume can be refitted, with the builders `automatic`,
    // `sah` and `median`; other options are refused.
    static Result<DeformableModel> build(const Mesh& mesh, const BuildOptions& options = {});

    DeformableModel(DeformableModel&&) noexcept;
    DeformableModel& operator=(DeformableModel&&) noexcept;
    DeformableModel(const DeformableModel&) = delete;
    DeformableModel& operator=(const DeformableModel&) = delete;
    ~DeformableModel();

    // Moves all vertices, given in the order of the mesh's, and refits the tree. Fails, and changes nothing,
    // if there are more or fewer positions than vertices, or if one that a triangle uses is not finite. The
    // tree is the same for any number of threads.
    Result<TreeAge> move_vertices(std::span<const Vec3> positions, const RefitOptions& options = {});
    TreeAge age() const;

    // Builds the whole tree anew; it is then as good as that of a new model.
    void rebuild();
    // Builds only those parts of the tree anew that have become inefficient. Returns the number of triangles
    // in them, which may be 0 or all.
    std::size_t rebuild_worst();

    // The model at a pose, ready to be queried. Valid until vertices move, the tree is rebuilt, or the model
    // is gone.
    Placed at(const Pose& pose) const&;
    Placed at_rest() const&;
    Placed at(const Pose& pose) const&& = delete;
    Placed at_rest() const&& = delete;

    // The mesh with its present vertices. A copy of it keeps them when the vertices move on.
    const Mesh& mesh() const;
    TreeInfo tree() const;
    // A Model that keeps the present state. Taking it costs nothing, but the next move copies all data.
    Model snapshot() const;

  private:
    struct State;
    explicit DeformableModel(std::unique_ptr<State> state);
    const State& state() const;
    State& state();
    std::unique_ptr<State> state_;  // null after a move
};

}  // namespace allide
