// Questions to a scene that lies in an index: when does a mover first touch any of its objects, and which of
// them touch a part that is put somewhere, or how near they are. Only what a question can meet is read.
//
// An Error tells that something that was read is damaged, and names the page.
#pragma once

#include <allide/clash.hpp>
#include <allide/distance.hpp>
#include <allide/index.hpp>
#include <allide/predict.hpp>
#include <allide/scene.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace allide {

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
