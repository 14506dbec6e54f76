// Scenes of many objects with poses, names and groups; queries for pairs that are near, touch or clash.
#pragma once

#include <allide/model.hpp>
#include <allide/query.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ALLIDE_EXPORT allide {

// Identifies an object of one scene.
// Numbers are assigned from 0 in the order of adding. The number of a removed object is reused with another
// generation, so that an old id never names a new object.
struct ObjectId {
    std::uint32_t number = 0;
    std::uint32_t generation = 0;
    friend auto operator<=>(const ObjectId&, const ObjectId&) = default;
};

// Options of Scene::add.
struct ObjectOptions {
    // The name, which need not be unique; empty by default.
    std::string name = {};
    // The group, for `ignore` and `set_clearance`. Objects without a group share the group "", the default.
    std::string group = {};
};

// Two objects, a < b.
struct ObjectPair {
    ObjectId a, b;
    friend auto operator<=>(const ObjectPair&, const ObjectPair&) = default;
};

// Two objects whose boxes are within the clearance of their groups.
struct CandidatePair {
    ObjectId a, b;
    double clearance = 0;
    friend bool operator==(const CandidatePair&, const CandidatePair&) = default;
};

// Options of queries for candidate pairs.
struct PairOptions {
    // The clearance of pairs whose groups have none set. A length, finite and not negative; 0 by default.
    double clearance = 0;
    // The maximum number of threads. 0, the default, uses one thread per core.
    unsigned threads = 0;
    // The search method; the tree by default. It does not change the answers.
    Search search = Search::tree;
};

// Options of queries for colliding pairs.
struct CollidingOptions {
    // The maximum number of threads. 0, the default, uses one thread per core.
    unsigned threads = 0;
    // The search method; the tree by default. It does not change the answers.
    Search search = Search::tree;
};

// Two objects, a < b, and their triangles that touch.
struct ObjectContacts {
    ObjectId a, b;
    // The pairs in ascending order.
    std::vector<Contact> pairs = {};
    friend bool operator==(const ObjectContacts&, const ObjectContacts&) = default;
};

// A group of connected contacts of a clash, see allide/query.hpp.
struct ClashRegion {
    std::uint64_t contacts = 0;
    // The centre of the bounding box of the region's curves; PairClash::point for a region without curves.
    Vec3 point;
    // The depth of those pieces of surface inside the other part whose border is this region. Not computed
    // yet: always empty.
    std::optional<LocalDepth> depth = {};
    friend bool operator==(const ClashRegion&, const ClashRegion&) = default;
};

// Two objects of a scene, a < b, that clash.
struct Clash : PairClash {
    ObjectId a, b;
    std::vector<ClashRegion> regions = {};
    friend bool operator==(const Clash&, const Clash&) = default;
};

// The detail of each clash in the answer.
enum class ClashDetail {
    // Without regions.
    summary,
    // With regions of connected contacts, which takes about twice as long.
    regions,
};

// Options of Scene::clashes.
struct ClashOptions {
    // The clearance of pairs whose groups have none set, as in ClashLimits: a length, finite and not
    // negative; 0 by default.
    double clearance = 0;
    // The touch limit, as in ClashLimits: a length, finite and not negative; 0 by default.
    double touch = 0;
    // The detail of each clash; a summary by default.
    ClashDetail detail = ClashDetail::summary;
    // The maximum number of threads. 0, the default, uses one thread per core.
    unsigned threads = 0;
    // The search method; the tree by default. It does not change the answers.
    Search search = Search::tree;
    // If set, returns the limits of a pair, in place of `clearance` and `touch`. The clearance of the pair's
    // groups must be at least as large as both limits; otherwise the pair may be missed. Called from any
    // thread.
    std::function<ClashLimits(ObjectId a, ObjectId b)> limits = {};
    // If set, candidate pairs for which this returns false are not tested. Called from any thread.
    std::function<bool(ObjectId a, ObjectId b)> wanted = {};
    // If set, called repeatedly with the number of tested pairs, from any thread but never concurrently.
    // Returning false stops the work.
    std::function<bool(std::size_t done, std::size_t all)> progress = {};
};

// Clashes in ascending order of (a, b).
struct Clashes {
    std::vector<Clash> list = {};
    std::size_t candidate_pairs = 0;
    std::size_t tested_pairs = 0;
    // The pairs that were not tested, in ascending order. Empty unless the work was stopped.
    std::vector<ObjectPair> untested = {};

    auto begin() const { return list.begin(); }
    auto end() const { return list.end(); }
    std::size_t size() const { return list.size(); }
    bool empty() const { return list.empty(); }
};

// Owns its objects. A moved-from scene is empty and may be used again. Const members are safe from any number
// of threads; the others need exclusive access.
//
// Answers are sorted, the same for every number of threads, and independent of earlier queries.
class Scene {
  public:
    Scene();
    Scene(Scene&&) noexcept;
    Scene& operator=(Scene&&) noexcept;
    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;
    ~Scene();

    // Adds an object. Objects that are added with the same model share its data.
    ObjectId add(const Model& model, const Pose& pose = {}, const ObjectOptions& options = {});
    // Adds an object whose model is built by the first query that needs it: never, if no other object comes
    // near. An Error if Model::build would return one.
    Result<ObjectId> add_mesh(const Mesh& mesh, const Pose& pose = {}, const ObjectOptions& options = {});
    void move(ObjectId id, const Pose& pose);
    void remove(ObjectId id);

    bool has(ObjectId id) const;
    std::size_t size() const;
    // All objects in ascending order.
    std::vector<ObjectId> objects() const;
    // The members below require that the scene has the object. References are valid until it is removed.
    const char* name(ObjectId id) const;
    const std::string& group(ObjectId id) const;
    const Model& model(ObjectId id) const;
    const Mesh& mesh(ObjectId id) const;
    const Pose& pose(ObjectId id) const;
    Placed placed(ObjectId id) const;
    // A tight bounding box in world coordinates. Empty for a model without triangles.
    Box box(ObjectId id) const;

    // Leaves pairs of objects of these two groups out of all answers. By default no pair is left out.
    void ignore(std::string_view group_a, std::string_view group_b);
    // Sets the clearance of two groups, finite and not negative, which replaces the query's. Undoes ignore().
    void set_clearance(std::string_view group_a, std::string_view group_b, double clearance);
    // Leaves out pairs for which the filter returns false; an empty filter keeps all. It is called with a < b
    // from any thread, any number of times, and must always return the same for a pair.
    void set_filter(std::function<bool(ObjectId a, ObjectId b)> filter);

    // All pairs whose boxes are within their clearance, in ascending order. Every pair of objects within the
    // clearance is among them.
    // Repeated calls with the same clearance cost time only for changed objects.
    std::vector<CandidatePair> candidate_pairs(const PairOptions& options = {});
    // All pairs whose surfaces touch, in ascending order; clearances have no influence. Meant for the steps
    // of a simulation: a pair without a changed object is not tested again, and each pair has its own
    // QueryCache.
    std::vector<ObjectPair> colliding_pairs(const CollidingOptions& options = {});

    // The same pairs with all their contacts; every call computes all contacts again.
    std::vector<ObjectContacts> contacts(const CollidingOptions& options = {});

    // All clashes between objects.
    Clashes clashes(const ClashOptions& options = {});

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace allide
