// Scenes on disk, larger than memory if need be. An index is one file that holds the objects of a scene in an
// MKtree; it is written once, and a query reads only those pages that it needs.
//
//     Index::build(files, "ship.allide").value();
//     const Index ship = Index::open("ship.allide").value();
//     if (collides(crate.at(pose), ship).value()) …
#pragma once

#include <allide/geometry.hpp>
#include <allide/io.hpp>
#include <allide/predict.hpp>
#include <allide/query.hpp>
#include <allide/result.hpp>
#include <allide/scene.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ALLIDE_EXPORT allide {

namespace detail {
struct IndexAccess;
struct IndexFile;
}  // namespace detail

// ---- Building and opening.

struct IndexBuildOptions {
    // The largest size on disk of a leaf with several objects, in bytes; rounded up to whole pages of 4096. A
    // single object may be larger; its triangles then have pages of their own.
    std::uint64_t leaf_bytes = 65536;
    // Working memory, in bytes; what exceeds it goes to files in the folder of the new index. A limit that
    // cannot be met is refused, with the smallest one that can: each part is processed as a whole, and
    // dividing the scene takes the boxes of all parts. Empty: no limit.
    std::optional<std::uint64_t> memory_limit = {};
    unsigned threads = 0;  // at most this many; 0: one per core
    LoadOptions load = {};
    // Called from time to time with the work done and the total, in arbitrary units. Return false to cancel.
    std::function<bool(std::uint64_t done, std::uint64_t all)> progress = {};
};

// The columns of the paper's table 1, and the other facts on the first page.
struct IndexInfo {
    std::uint64_t triangles = 0;
    std::uint64_t objects = 0;  // parts with triangles, numbered from 0 over all files
    std::uint64_t shapes = 0;   // stored meshes, which instances share
    std::uint64_t levels = 0;   // depth of the deepest leaf; a single leaf has level 0
    std::uint64_t inner_nodes = 0;
    std::uint64_t leaves = 0;
    std::uint64_t split_trees = 0;          // inner nodes whose children's boxes overlap
    double split_depth = 0;                 // the mean depth of their SplitTrees
    std::uint64_t blurred_split_trees = 0;  // SplitTrees with a cell that holds surface of both children
    std::uint64_t bytes = 0;                // size of the file
    std::uint64_t block_size = 0, blocks = 0;
    std::uint64_t leaf_bytes = 0;
    std::uint32_t format_version = 0;
    std::uint64_t source_digest = 0;  // of names and triangles, whatever files they came from
    std::uint64_t root_digest = 0;
    std::optional<Box> bounds = {};
};

struct IndexOpenOptions {
    // The size of the cache that keeps pages of the file between queries, in bytes.
    std::uint64_t memory_limit = std::uint64_t{1} << 30;
};

// An open index. Move-only; const members are safe from any number of threads, since the cache is locked. An
// Index that has been moved from holds no file: it can be assigned to or destroyed, and every query throws
// PreconditionError.
class Index {
  public:
    // Reads the scenes part by part and writes the index to a temporary file, which is renamed to `file` when
    // all of it is on disk: if the process is killed, the old file or the new one is left. The bytes depend
    // only on the scenes, not on the number of threads, the memory limit or the machine.
    static Result<IndexInfo> build(std::span<const std::filesystem::path> scenes,
                                   const std::filesystem::path& file, const IndexBuildOptions& options = {});
    // Reads the first page only. Damage elsewhere is found when a query reads the damaged page.
    static Result<Index> open(const std::filesystem::path& file, const IndexOpenOptions& options = {});
    // Reads every byte. The Error names the first page that is damaged, missing or superfluous.
    static Result<IndexInfo> verify(const std::filesystem::path& file);

    // True if the first bytes or the extension .allide say that this is an index.
    static bool recognises(const std::filesystem::path& file);

    IndexInfo info() const;

    Index(Index&&) noexcept;
    Index& operator=(Index&&) noexcept;
    ~Index();

  private:
    friend struct detail::IndexAccess;
    explicit Index(std::unique_ptr<detail::IndexFile> file);
    std::unique_ptr<detail::IndexFile> file_;  // null after a move
};

// ---- Queries. They answer as the same query on all objects in memory would, and read only what they need.
// An Error means that a page that was read is damaged, and names it.

// An object of an indexed scene.
struct IndexedObject {
    std::uint32_t id = 0;  // the number of the part over all files of the scene
    std::string name = {};
};

// Does the part touch the surface of any object? Result<bool> does not convert to bool: ask for its value().
Result<bool> collides(const Placed& part, const Index& scene);
// All objects whose surfaces it touches, by id.
Result<std::vector<IndexedObject>> touched_objects(const Placed& part, const Index& scene);

struct IndexDistance {
    Distance distance = {};  // to the nearest object; infinite if there is none
    std::optional<IndexedObject> object =
        {};  // the nearest; among equally near ones that with the smallest id
};
Result<IndexDistance> distance(const Placed& part, const Index& scene);

struct NearObject {
    IndexedObject object = {};
    Distance distance = {};
};
// All objects at most `clearance` from the part, by id, each with its distance. The clearance is finite and
// not negative; 0: the objects that it touches.
Result<std::vector<NearObject>> objects_within(const Placed& part, const Index& scene, double clearance);

struct IndexClashOptions {
    ClashOptions pairs = {};  // Search::tree only
    // Pairs for which it returns false are not candidates, as with Scene::set_filter. Called from any thread.
    std::function<bool(ObjectId a, ObjectId b)> filter = {};
    // Memory for facts about objects, in addition to the cache of the index; in bytes, approximately.
    std::uint64_t memory_limit = std::uint64_t{1} << 28;
};
// All clashes between two objects: the same that a Scene of all objects finds. An ObjectId's number is the
// object's id.
Result<Clashes> clashes(const Index& scene, const IndexClashOptions& options = {});

// An object without its triangles.
struct IndexedPart {
    IndexedObject object = {};
    Box box = {};
    std::uint64_t triangles = 0;
    std::uint64_t digest = 0;  // digest_of() its mesh
    PartTraits traits = {};
};
// All objects, by id.
Result<std::vector<IndexedPart>> parts_of(const Index& scene);
// The model of one object, in the coordinates of the scene. The id must be less than the number of objects.
Result<Model> model_of(const Index& scene, std::uint32_t id);

// ---- Prediction: when does a moving model first touch any object (Franquesa-Niubó, Brunet 2004)?

// Selects how the overlap of two nodes' boxes is handled. The answers are the same.
enum class SplitTrees {
    used,     // a SplitTree tells which child has surface in which cell of the overlap
    ignored,  // every cell may hold surface of both children; to measure what SplitTrees save
};

struct IndexPredictOptions {
    double tolerance = 1e-9;  // as in PredictOptions
    double clearance = 0;     // likewise
    Pose scene = {};          // the pose of the whole scene
    SplitTrees split_trees = SplitTrees::used;
    // Brute force tests every object of the scene, each with its tree.
    Search search = Search::tree;
};

// An interval of the motion's time.
struct LeafSpan {
    double t0 = 0, t1 = 0;
    friend bool operator==(const LeafSpan&, const LeafSpan&) = default;
};

// The times at which the bounding ball of the moving model may meet the contents of a leaf.
struct LeafTimes {
    std::uint32_t leaf = 0;            // counted from left to right, from 0
    double t0 = 0, t1 = 0;             // from the first time to the last
    std::vector<LeafSpan> spans = {};  // sorted, disjoint: the ball may leave and come again
    friend bool operator==(const LeafTimes&, const LeafTimes&) = default;
};

// Statistics of a prediction, step by step.
struct IndexSearch {
    std::uint64_t leaves = 0;  // in the index
    // The number of leaves left after each step:
    // [0] those that the moving model's ball may meet during the whole motion;
    // [1] of these, those with an object whose spheres the ball may meet;
    // [2] whose polyhedron the model's triangles may meet;
    // [3] with which there is a contact, certain or possible, not after the first one.
    // A leaf whose time comes after the first contact is not opened, and counts in [0] only.
    std::array<std::uint64_t, 4> leaves_after_step = {};
    // The same for objects; [0] counts those of the leaves that were opened.
    std::array<std::uint64_t, 4> objects_after_step = {};
    std::uint64_t block_size = 0;
    std::uint64_t blocks = 0;                    // in the index
    std::uint64_t blocks_read = 0;               // from disk, not from the cache
    std::uint64_t bytes_read = 0;                // likewise
    std::vector<LeafTimes> leaf_intervals = {};  // for the leaves that the ball may meet, by (t0, leaf)
};

struct IndexPrediction {
    // The answer of predict() for the scene as one body. If several objects are touched at the same time, the
    // one with the smallest id is named; `triangle_b` is numbered within that object.
    Prediction prediction = {};
    std::optional<IndexedObject> object = {};  // empty if clear
    IndexSearch search = {};
};

Result<IndexPrediction> predict(const Moving& mover, const Index& scene,
                                const IndexPredictOptions& options = {});
// One after the other, in order. Pages that one has read stay in the cache for the next.
Result<std::vector<IndexPrediction>> predict(std::span<const Moving> movers, const Index& scene,
                                             const IndexPredictOptions& options = {});

// Every time interval in which the moving model touches at least one object.
Result<ContactIntervals> contact_intervals(const Moving& mover, const Index& scene,
                                           const IndexPredictOptions& options = {});

// The objects that the moving model may meet at any time of the motion, as the first three steps leave them,
// by id.
Result<std::vector<IndexedObject>> objects_met(const Moving& mover, const Index& scene,
                                               const IndexPredictOptions& options = {});

}  // namespace allide
