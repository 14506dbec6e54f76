// A scene on disk, larger than memory if need be: an MKtree of its objects in one file that is written once
// and read page by page. Questions to it stand in allide/index.hpp.
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

namespace allide {

namespace index {
class Reader;
}

struct IndexBuildOptions {
    // The most that a leaf with several objects takes on disk, in bytes; rounded up to whole pages of 4096.
    // A single object may take more; its triangles then have pages of their own.
    std::uint64_t leaf_bytes = 65536;
    // Memory to work in, in bytes; beyond it the disk beside the new file is used. One that cannot be kept is
    // refused, with the least that is needed: parts are worked on as a whole, and divided by the boxes of
    // all. None: as needed.
    std::optional<std::uint64_t> memory_limit = {};
    unsigned threads = 0;  // at most so many; 0: one a core
    LoadOptions load = {};
    // Called now and then with what is done and what there is to do, in units of its own; false: give up.
    std::function<bool(std::uint64_t done, std::uint64_t all)> progress = {};
};

// The columns of the paper's table 1, and what else the first page tells.
struct IndexInfo {
    std::uint64_t triangles = 0;
    std::uint64_t objects = 0;  // parts with triangles, numbered from 0 over all files
    std::uint64_t shapes = 0;   // meshes that are stored; instances share them
    std::uint64_t levels = 0;   // of the deepest leaf; a lone leaf has level 0
    std::uint64_t inner_nodes = 0;
    std::uint64_t leaves = 0;
    std::uint64_t split_trees = 0;          // inner nodes whose children's boxes overlap
    double split_depth = 0;                 // the mean depth of these SplitTrees
    std::uint64_t blurred_split_trees = 0;  // those with a cell in which both children have surface
    std::uint64_t bytes = 0;                // of the file
    std::uint64_t block_size = 0, blocks = 0;
    std::uint64_t leaf_bytes = 0;
    std::uint32_t format_version = 0;
    std::uint64_t source_digest = 0;  // of names and triangles, whatever files they came from
    std::uint64_t root_digest = 0;
    std::optional<Box> bounds = {};
};

struct IndexOpenOptions {
    // What may be kept of the file between questions, in bytes.
    std::uint64_t memory_limit = std::uint64_t{1} << 30;
};

// Move-only. Const is safe from any number of threads: what is kept between questions is locked.
class Index {
  public:
    // Reads scenes part by part and writes the index beside `file`; then, when all of it is on the disk,
    // renames it: a kill at any moment leaves the old file or the new one. The same bytes for the same
    // scenes, whatever the threads, the memory limit and the machine.
    static Result<IndexInfo> build(std::span<const std::filesystem::path> scenes,
                                   const std::filesystem::path& file, const IndexBuildOptions& options = {});
    // Reads the first page only. Damage elsewhere is found when what it hit is read.
    static Result<Index> open(const std::filesystem::path& file, const IndexOpenOptions& options = {});
    // Reads every byte: an error names the first page that is changed, missing or too much.
    static Result<IndexInfo> verify(const std::filesystem::path& file);

    // Do the first bytes, or the extension .allide, say that this is an index?
    static bool recognises(const std::filesystem::path& file);

    IndexInfo info() const;
    const index::Reader& reader() const { return *reader_; }

    Index(Index&&) noexcept;
    Index& operator=(Index&&) noexcept;
    ~Index();

  private:
    explicit Index(std::unique_ptr<index::Reader> reader);
    std::unique_ptr<index::Reader> reader_;
};

// ---- Questions to a scene that lies in an index: when does a mover first touch any of its objects, and
// which of them touch a part that is put somewhere, or how near they are. Only what a question can meet is
// read.
//
// An Error tells that something that was read is damaged, and names the page.

// Whether the overlap of two nodes' boxes is told apart by its SplitTree. The answers are the same.
enum class SplitTrees {
    used,
    ignored,  // whatever is in the overlap may belong to both: to see what they bring
};

struct IndexPredictOptions {
    double tolerance = 1e-9;  // as of PredictOptions
    double clearance = 0;     // likewise
    Pose scene = {};          // where the scene stands
    SplitTrees split_trees = SplitTrees::used;
    // Brute force: every object of the scene is asked, each of them by its tree.
    Search search = Search::tree;
};

struct IndexedObject {
    std::uint32_t id = 0;  // the number of the part over all files of the scene
    std::string name = {};
};

// A span of the motion's time.
struct LeafSpan {
    double t0 = 0, t1 = 0;
    friend bool operator==(const LeafSpan&, const LeafSpan&) = default;
};

// When the ball around the mover may meet what a leaf holds.
struct LeafTimes {
    std::uint32_t leaf = 0;            // from left to right, from 0
    double t0 = 0, t1 = 0;             // from the first to the last of them
    std::vector<LeafSpan> spans = {};  // sorted, disjoint: the ball may leave and come again
    friend bool operator==(const LeafTimes&, const LeafTimes&) = default;
};

// How a prediction came about, step by step (Franquesa-Niubó, Brunet 2004).
struct IndexSearch {
    std::uint64_t leaves = 0;  // of the index
    // Of the leaves: those that the mover's ball may meet during the whole motion; those of them with an
    // object whose spheres it may meet; whose polyhedron the mover's triangles may meet; and with which there
    // is contact, or perhaps, not after the first. A leaf whose time comes after the first contact is not
    // opened, and counts in the first number only.
    std::array<std::uint64_t, 4> leaves_after_step = {};
    // The same of objects; first those of the leaves that were opened.
    std::array<std::uint64_t, 4> objects_after_step = {};
    std::uint64_t block_size = 0;
    std::uint64_t blocks = 0;                    // of the index
    std::uint64_t blocks_read = 0;               // from the disk, not from what was kept of it
    std::uint64_t bytes_read = 0;                // likewise
    std::vector<LeafTimes> leaf_intervals = {};  // of those that the ball may meet, by (t0, leaf)
};

struct IndexPrediction {
    // What predict() says of the scene as one body. Of objects that are touched at the same time the one
    // with the smallest number counts; `triangle_b` is numbered in that object.
    Prediction prediction = {};
    std::optional<IndexedObject> object = {};  // empty if clear
    IndexSearch search = {};
};

Result<IndexPrediction> predict(const Moving& mover, const Index& scene,
                                const IndexPredictOptions& options = {});
// One after the other, in their order. What one has read is there for the next, within the index's limit.
Result<std::vector<IndexPrediction>> predict(std::span<const Moving> movers, const Index& scene,
                                             const IndexPredictOptions& options = {});

// Every time span in which the mover touches at least one object.
Result<ContactIntervals> contact_intervals(const Moving& mover, const Index& scene,
                                           const IndexPredictOptions& options = {});

// The objects that the mover may meet at any time of the motion, as the first three steps leave them, by
// number.
Result<std::vector<IndexedObject>> objects_met(const Moving& mover, const Index& scene,
                                               const IndexPredictOptions& options = {});

// Does the part touch any object's surface?
Result<bool> collides(const Placed& part, const Index& scene);
// All objects whose surfaces it touches, by number.
Result<std::vector<IndexedObject>> touched_objects(const Placed& part, const Index& scene);

struct IndexDistance {
    Distance distance = {};                    // to the nearest object; infinite if there is none
    std::optional<IndexedObject> object = {};  // of equally near ones that with the smallest number
};
Result<IndexDistance> distance(const Placed& part, const Index& scene);

struct NearObject {
    IndexedObject object = {};
    Distance distance = {};
};
// All objects that are at most so far from the part, by number, each with its distance. The clearance is
// finite and not negative; 0: those that it touches.
Result<std::vector<NearObject>> objects_within(const Placed& part, const Index& scene, double clearance);

struct IndexClashOptions {
    ClashOptions pairs = {};  // of `search` only the tree is there
    // Pairs for which it returns false are no candidates, as those that a Scene's filter leaves out. Asked
    // from any thread.
    std::function<bool(ObjectId a, ObjectId b)> filter = {};
    // What is known of objects, beside what the index keeps of its file, in bytes, about.
    std::uint64_t memory_limit = std::uint64_t{1} << 28;
};
// What is wrong between any two objects: the same clashes that a Scene of all of them would find. The number
// of an ObjectId is that of the part.
Result<Clashes> clashes(const Index& scene, const IndexClashOptions& options = {});

// Of every object, by number, without its triangles.
struct IndexedPart {
    IndexedObject object = {};
    Box box = {};
    std::uint64_t triangles = 0;
    std::uint64_t digest = 0;  // digest_of() its mesh
    PartTraits traits = {};
};
Result<std::vector<IndexedPart>> parts_of(const Index& scene);
// The model of one object, where it stands in the scene; the id is less than the number of objects.
Result<Model> model_of(const Index& scene, std::uint32_t id);

}  // namespace allide
