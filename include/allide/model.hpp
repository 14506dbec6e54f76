// Models: a mesh with the bounding volume tree that makes its queries fast. Build a model once, then place it
// and query it from any number of threads.
//
//     const Model bolt = load_model("bolt.obj").value();
//     const Placed here = bolt.at(Pose::translation({0, 0, 25}));
//     // `here` is one side of a query, see allide/query.hpp.
#pragma once

#include <allide/extra/engines.hpp>
#include <allide/geometry.hpp>
#include <allide/mesh.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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
    // The bounding volume of the nodes; by default that of the fastest engine.
    Volume volume = Volume::automatic;
    // The rule by which triangles are divided; by default the best one for the volume.
    Builder builder = Builder::automatic;
    // The realignment of k-DOP volumes. With another volume, Model::build refuses all values except the
    // default.
    Realign realign = Realign::automatic;
    // The data that leaves of k-DOP trees store; their k-DOP by default.
    LeafVolumes leaf_volumes = LeafVolumes::stored;
    // The nodes that store a hull for Realign::hill_climb; all by default.
    HullNodes hulls = HullNodes::all;
    // Every bounding volume is enlarged by this on all sides. A length in model units, finite and not
    // negative; 0 by default.
    double inflation = 0;
    // Boxes inside a closed mesh speed up overlap_solid and contains if solids interpenetrate deeply, but
    // building takes longer. None by default.
    InnerVolumes inner_volumes = InnerVolumes::none;
};

// The size of a tree.
struct TreeInfo {
    // The number of nodes.
    std::uint64_t nodes = 0;
    // The number of leaves.
    std::uint64_t leaves = 0;
    // The depth of the deepest leaf; a tree of one node has 0.
    std::uint64_t depth = 0;
    // The number of leaves at depth 0, 1, 2, …
    std::vector<std::uint64_t> leaves_at_depth = {};
    // The bytes of the inner nodes, and of the leaves' volumes if they are stored.
    std::uint64_t volume_bytes = 0;
    // The bytes of additional data for realignments.
    std::uint64_t realign_bytes = 0;
    // The bytes of the triangles' numbers and corners in tree order.
    std::uint64_t triangle_bytes = 0;
    // The sum of the three numbers above, without the mesh's own vertices and indices.
    std::uint64_t bytes = 0;
};

// Measures of a tree's quality after Zachmann (1998). Rounded; takes a while for large k-DOP trees.
struct TreeQuality {
    // The sum of the volumes of all nodes, in cubed model units.
    double total_volume = 0;
    // The volume that two siblings share, summed over all inner nodes.
    double sibling_overlap = 0;
};

// An immutable model. Copies are cheap: they share the data. Const members are safe from any number of
// threads. A model that has been moved from has no triangles.
class Model {
  public:
    // A model without triangles; it touches nothing.
    Model();
    Model(const Model&) = default;
    Model& operator=(const Model&) = default;
    Model(Model&& other) noexcept;
    Model& operator=(Model&& other) noexcept;
    ~Model() = default;

    // An Error if a vertex that a triangle uses is not finite, or if the options cannot be combined.
    static Result<Model> build(const Mesh& mesh, const BuildOptions& options = {});

    // The model at a pose, ready to be queried. It refers to this model, which must outlive it; a temporary
    // model cannot be placed.
    Placed at(const Pose& pose) const&;
    // The model at the identity pose.
    Placed at_rest() const&;
    Placed at(const Pose& pose) const&& = delete;
    Placed at_rest() const&& = delete;
    // The model on a motion, see allide/motion.hpp. The model must outlive the result.
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

struct LoadOptions;  // defined in allide/io.hpp
// load_mesh and Model::build in one step. A file that save_model wrote is not built again if `options` are
// the default ones.
Result<Model> load_model(const std::filesystem::path& file, const BuildOptions& options = {});
Result<Model> load_model(const std::filesystem::path& file, const BuildOptions& options,
                         const LoadOptions& load);

// ---- Built models in files. A file keeps the mesh with its parts, colours and notes, the tree and the inner
// boxes, so that a model is loaded many times faster than it is built. Queries on a loaded model give the
// same answers, in the same order, as on the model that was saved. Every block of the file has a checksum:
// any changed, missing or appended byte is found, and the Error names its place.

// Writes the whole file or nothing; an Error if that fails or if the model has another bounding volume than
// the default. A file can be read only on machines of the same byte order.
std::optional<Error> save_model(const Model& model, const std::filesystem::path& file);
// The bytes of such a file.
Result<std::string> saved_model_bytes(const Model& model);
// Reads a file that save_model wrote. The file is mapped into memory where possible: it must not be changed
// while the model or a copy of it lives. Replacing it, as save_model does, is allowed.
Result<Model> load_saved_model(const std::filesystem::path& file);
// The same from memory. `name` stands for the file in messages.
Result<Model> read_saved_model(std::span<const std::byte> bytes, std::string_view name);

// ---- The parts of a mesh as meshes and models of their own, to make a scene from.

// A part of a model, as a mesh of its own.
struct Part {
    std::string name = {};
    // The part's triangles in their order, and the vertices that they use.
    Mesh mesh = {};
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
    // True if queries may take more than twice as long as with a new tree.
    bool rebuild_suggested = false;
};

// Options of DeformableModel::move_vertices.
struct RefitOptions {
    // The maximum number of threads. 0, the default, uses one thread per core.
    unsigned threads = 0;
};

// Owns its mesh and its tree. Non-const members are for one thread at a time, const members for any number
// while nothing changes. Every query answers exactly as for a Model that is built from the same mesh. A
// DeformableModel that has been moved from has no triangles.
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

    // Rebuilds the whole tree, which is then as good as that of a new model.
    void rebuild();
    // Rebuilds only those parts of the tree that have become inefficient. Returns the number of triangles
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
    // A Model that keeps the present state. The call copies nothing, but the next change copies all data.
    Model snapshot() const;

  private:
    struct State;
    explicit DeformableModel(std::unique_ptr<State> state);
    const State& state() const;
    State& state();
    std::unique_ptr<State> state_;  // null after a move
};

}  // namespace allide
