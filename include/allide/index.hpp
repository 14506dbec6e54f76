// Scenes on disk, which may be larger than memory. An index is one file that holds the objects of a scene in
// a tree of boxes (an MKtree, Franquesa-Niubó and Brunet 2004). Scenes may be appended to it, and a query
// reads only those pages that it needs.
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
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
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

// Options of Index::build.
struct IndexBuildOptions {
    // The largest size on disk of a leaf with several objects, in bytes; 65,536 by default, rounded up to
    // whole pages of 4096. A single object may be larger; its triangles are then stored in separate pages.
    std::uint64_t leaf_bytes = 65536;
    // The limit of working memory, in bytes. Data beyond it is written to files in the folder of the new
    // index. A limit that is too small is refused, and the error names the smallest possible one: each part
    // is processed as a whole, and dividing the scene needs the boxes of all parts. Empty, the default: no
    // limit.
    std::optional<std::uint64_t> memory_limit = {};
    // The maximum number of threads. 0, the default, uses one thread per core.
    unsigned threads = 0;
    // Options of the readers.
    LoadOptions load = {};
    // If set, called repeatedly with the work done and the total, in arbitrary units. Returning false cancels
    // the build.
    std::function<bool(std::uint64_t done, std::uint64_t all)> progress = {};
};

// Statistics from the first page of an index, including table 1 of Franquesa-Niubó and Brunet (2004).
struct IndexInfo {
    std::uint64_t triangles = 0;
    // The number of parts with triangles. They are numbered from 0 over all files.
    std::uint64_t objects = 0;
    // The number of stored meshes; instances of a part share one.
    std::uint64_t shapes = 0;
    // The depth of the deepest leaf; a tree of one leaf has 0.
    std::uint64_t levels = 0;
    std::uint64_t inner_nodes = 0;
    std::uint64_t leaves = 0;
    // The number of inner nodes whose children's boxes overlap. Each has a SplitTree: a tree of planes that
    // divides the overlap into cells and records which child has surface in which cell.
    std::uint64_t split_trees = 0;
    // The mean depth of the SplitTrees.
    double split_depth = 0;
    // The number of SplitTrees with a cell that contains surface of both children.
    std::uint64_t blurred_split_trees = 0;
    // The size of the file in bytes.
    std::uint64_t bytes = 0;
    std::uint64_t block_size = 0, blocks = 0;
    // The number of times that scenes were added: 1 for the build, and one more for each append.
    std::uint64_t segments = 0;
    // The size of what an interrupted append has left after the last block. It is ignored, and the next
    // append removes it.
    std::uint64_t unfinished_bytes = 0;
    std::uint64_t leaf_bytes = 0;
    std::uint32_t format_version = 0;
    // A digest of the parts' names and triangles. It does not depend on the files that they came from.
    std::uint64_t source_digest = 0;
    std::uint64_t root_digest = 0;
    std::optional<Box> bounds = {};
};

// Options of Index::open.
struct IndexOpenOptions {
    // The size of the cache of file pages that is kept between queries, in bytes; 1 GiB by default.
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
    // Adds the parts of the scenes to an index without rewriting what is there: their numbers continue after
    // those of the index. Leaves have the size limit of the index. If the process is killed, the file is the
    // old index, possibly with unfinished_bytes, or the new one; if an Error is returned, it is the old one.
    // Open indexes keep answering for the old scene. A second append to the same file at the same time is
    // refused.
    static Result<IndexInfo> append(std::span<const std::filesystem::path> scenes,
                                    const std::filesystem::path& file, const IndexBuildOptions& options = {});
    // Joins indexes that were each built from one part of a list of scenes; `parts` is in the order of that
    // list. The file is the one that build() writes for the whole list, byte for byte. The scenes are not
    // read again, and the bounding volumes of objects are not computed again.
    static Result<IndexInfo> join(std::span<const std::filesystem::path> parts,
                                  const std::filesystem::path& file, const IndexBuildOptions& options = {});
    // Reads only the first page and the list of segments (see IndexInfo::segments). Damage elsewhere is found
    // when a query reads the damaged page.
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
    // The number of the part over all files of the scene.
    std::uint32_t id = 0;
    std::string name = {};
};

// Does the part touch the surface of any object? Result<bool> does not convert to bool: ask for its value().
Result<bool> collides(const Placed& part, const Index& scene);
// All objects whose surfaces the part touches, sorted by id.
Result<std::vector<IndexedObject>> touched_objects(const Placed& part, const Index& scene);

// The distance of a part to an indexed scene.
struct IndexDistance {
    // The distance to the nearest object; infinite if the scene is empty.
    Distance distance = {};
    // The nearest object, or the one with the smallest id among several at the same distance.
    std::optional<IndexedObject> object = {};
};
Result<IndexDistance> distance(const Placed& part, const Index& scene);

// An object near a part, and its distance.
struct NearObject {
    IndexedObject object = {};
    Distance distance = {};
};
// All objects at most `clearance` from the part, sorted by id, each with its distance. The clearance is
// finite and not negative; with 0, these are the objects that the part touches.
Result<std::vector<NearObject>> objects_within(const Placed& part, const Index& scene, double clearance);

// Options of clashes() on an index.
struct IndexClashOptions {
    // Options of the clash search. Only Search::tree is supported.
    ClashOptions pairs = {};
    // Pairs for which this returns false are not candidates, as with Scene::set_filter. Called from any
    // thread. By default there is no filter.
    std::function<bool(ObjectId a, ObjectId b)> filter = {};
    // The approximate size of a cache of object data, in bytes, in addition to the cache of the index; 256
    // MiB by default.
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
    // The value of digest_of() for its mesh.
    std::uint64_t digest = 0;
    PartTraits traits = {};
};
// All objects of the scene, sorted by id.
Result<std::vector<IndexedPart>> parts_of(const Index& scene);
// The model of one object, in the coordinates of the scene. The id must be less than the number of objects.
Result<Model> model_of(const Index& scene, std::uint32_t id);

// ---- Prediction: when does a moving model first touch any object (Franquesa-Niubó, Brunet 2004)?

// Selects how the overlap of two nodes' boxes is handled. The answers are the same.
enum class SplitTrees {
    // A SplitTree says which cells of the overlap contain surface of which child.
    used,
    // Every cell is assumed to contain surface of both children. This measures the gain from SplitTrees.
    ignored,
};

// Options of predict() on an index.
struct IndexPredictOptions {
    // As PredictOptions::tolerance: a fraction of the motion, from 1e-13 to 0.1; 1e-9 by default.
    double tolerance = 1e-9;
    // As PredictOptions::clearance: a length, finite and not negative; 0 by default.
    double clearance = 0;
    // The pose of the whole scene; the identity by default.
    Pose scene = {};
    // The use of SplitTrees; they are used by default.
    SplitTrees split_trees = SplitTrees::used;
    // The search method; the index's tree by default. Brute force tests every object of the scene, each with
    // its own tree.
    Search search = Search::tree;
    // contact_intervals stops after this many intervals, certain and undecided ones together; no limit by
    // default. predict ignores it.
    std::size_t max_intervals = std::numeric_limits<std::size_t>::max();
};

// An interval of the motion's time.
struct LeafSpan {
    double t0 = 0, t1 = 0;
    friend bool operator==(const LeafSpan&, const LeafSpan&) = default;
};

// The times at which the bounding ball of the moving model may touch the contents of a leaf.
struct LeafTimes {
    // The number of the leaf, from 0, counted from left to right in the tree.
    std::uint32_t leaf = 0;
    // The first and the last time at which the ball may touch the leaf.
    double t0 = 0, t1 = 0;
    // The time intervals, sorted and disjoint: the ball may leave the leaf and return.
    std::vector<LeafSpan> spans = {};
    friend bool operator==(const LeafTimes&, const LeafTimes&) = default;
};

// Statistics of a prediction, step by step.
struct IndexSearch {
    // The number of leaves in the index.
    std::uint64_t leaves = 0;
    // The number of leaves left after each step:
    // [0] those that the moving model's bounding ball may touch during the whole motion;
    // [1] of these, those with an object whose stored bounding spheres the ball may touch;
    // [2] of these, those with an object whose bounding polyhedron the model's triangles may touch;
    // [3] of these, those with an object for which a contact, certain or possible, was found. Objects whose
    // time comes after the first contact are not searched. A leaf whose time comes after the first contact is
    // not opened, and counts in [0] only.
    std::array<std::uint64_t, 4> leaves_after_step = {};
    // The number of objects left after the same steps; [0] counts all objects of the leaves that were opened.
    std::array<std::uint64_t, 4> objects_after_step = {};
    std::uint64_t block_size = 0;
    // The number of blocks (pages of the file) in the index.
    std::uint64_t blocks = 0;
    // The number of blocks read from disk, not from the cache.
    std::uint64_t blocks_read = 0;
    // The number of bytes read from disk, not from the cache.
    std::uint64_t bytes_read = 0;
    // The leaves that the ball may touch, sorted by (t0, leaf).
    std::vector<LeafTimes> leaf_intervals = {};
};

// The result of predict() on an index.
struct IndexPrediction {
    // The answer of predict() for the scene as one body. If several objects are touched at the same time, the
    // one with the smallest id is named; `triangle_b` is numbered within that object.
    Prediction prediction = {};
    // The object that is touched first. Empty if the outcome is clear.
    std::optional<IndexedObject> object = {};
    IndexSearch search = {};
};

Result<IndexPrediction> predict(const Moving& mover, const Index& scene,
                                const IndexPredictOptions& options = {});
// Predicts the movers one after the other. Pages that one prediction has read stay in the cache for the next.
Result<std::vector<IndexPrediction>> predict(std::span<const Moving> movers, const Index& scene,
                                             const IndexPredictOptions& options = {});

// Every time interval in which the moving model touches at least one object.
Result<ContactIntervals> contact_intervals(const Moving& mover, const Index& scene,
                                           const IndexPredictOptions& options = {});

// The objects that the moving model may touch at some time of the motion: those that are left after the first
// three steps of IndexSearch, sorted by id.
Result<std::vector<IndexedObject>> objects_met(const Moving& mover, const Index& scene,
                                               const IndexPredictOptions& options = {});

}  // namespace allide
