// Scenes of many objects of every kind of shape with poses, names and groups; queries for pairs that are
// near, touch or clash, for what another shape or a ray hits, and for the closest pair.
#pragma once

#include <allide/model.hpp>
#include <allide/query.hpp>
#include <allide/shape.hpp>

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
    // The object counts as enlarged by this length on all sides when contacts and clearances are tested:
    // finite, not negative, 0 by default. Distances are measured without it.
    double padding = 0;
    // Two objects are tested against each other if each one's mask has a bit of the other one's category.
    std::uint32_t category = 1;
    std::uint32_t mask = 0xffffffff;
};

// Why a pair of objects is left out of an answer.
enum class FilterReason {
    // Scene::ignore was called for the two objects.
    pair,
    // Scene::ignore was called for their groups.
    groups,
    // A mask of one object excludes the other object's category.
    masks,
    // The filter set by Scene::set_filter, or that of a query, returned false.
    filter,
};
// Returns "pair", "groups", "masks" or "filter".
std::string_view name_of(FilterReason reason);

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

// Two objects, a < b, that are left out, and the first reason that applies.
struct FilteredPair {
    ObjectId a, b;
    FilterReason reason = FilterReason::pair;
    friend bool operator==(const FilteredPair&, const FilteredPair&) = default;
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

// Options of queries about objects of every kind.
struct SceneQueryOptions {
    // Two objects touch if they, enlarged by their paddings, are at most this far apart. A clearance of their
    // groups takes precedence. A length, finite and not negative; 0 by default.
    double clearance = 0;
    // The maximum number of threads. 0, the default, uses one thread per core.
    unsigned threads = 0;
    // The search method; the tree by default. It does not change the answers.
    Search search = Search::tree;
};

// Pairs of objects that touch. All lists are in ascending order.
struct Collisions {
    std::vector<ObjectPair> pairs = {};
    // The pairs for which this is undecided, see BodyVerdict.
    std::vector<ObjectPair> undecided = {};
    // The pairs that were left out although their boxes are within the clearance.
    std::vector<FilteredPair> filtered = {};

    auto begin() const { return pairs.begin(); }
    auto end() const { return pairs.end(); }
    std::size_t size() const { return pairs.size(); }
    bool empty() const { return pairs.empty(); }
};

// Options of queries about a scene and one more shape.
struct OneToManyOptions {
    // An object touches the shape if the object, enlarged by its padding, is at most this far from it. A
    // length, finite and not negative; 0 by default.
    double clearance = 0;
    // The shape's category and mask, as in ObjectOptions.
    std::uint32_t category = 1;
    std::uint32_t mask = 0xffffffff;
    // If set, objects for which this returns false are left out.
    std::function<bool(ObjectId object)> filter = {};
};
// Objects that touch a shape. All lists are in ascending order.
struct TouchingObjects {
    std::vector<ObjectId> objects = {};
    // The objects for which this is undecided, see BodyVerdict.
    std::vector<ObjectId> undecided = {};
    // The objects that were left out although their boxes are within the clearance.
    std::vector<ObjectId> filtered = {};

    auto begin() const { return objects.begin(); }
    auto end() const { return objects.end(); }
    std::size_t size() const { return objects.size(); }
    bool empty() const { return objects.empty(); }
};

// Two objects, their names, and their distance. Against a single shape, b is the shape, with the name "".
struct ObjectDistance {
    ObjectId a, b;
    std::string name_a, name_b;
    ShapeDistance distance;
};
// The smallest distance. If several pairs have it, the one whose boxes have the smallest gap; if several of
// these do, the first in ascending order.
struct MinDistance {
    // Empty if there is no pair to measure.
    std::optional<ObjectDistance> closest = {};
    // The pairs that were left out although their boxes are no farther apart than the smallest distance.
    std::vector<FilteredPair> filtered = {};
};
// Options of Scene::distances.
struct SceneDistanceOptions {
    // The largest distance that is listed. A length, finite and not negative.
    double within = 0;
    // The maximum number of threads. 0, the default, uses one thread per core.
    unsigned threads = 0;
};
// The distances of all pairs of objects that are near each other.
struct SceneDistances {
    // The pairs whose lower bound is at most the limit, in ascending order of (a, b).
    std::vector<ObjectDistance> list = {};
    // The pairs that were left out although their boxes are within the limit.
    std::vector<FilteredPair> filtered = {};
};

// An object that a ray hits.
struct ObjectHit {
    ObjectId object;
    ShapeHit hit;
    friend bool operator==(const ObjectHit&, const ObjectHit&) = default;
};

// Two objects, a < b, and their triangles that touch. For an object that is no mesh, the numbers are those of
// its elements, see allide/shape.hpp.
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
    // The depth of those pieces of surface inside the other part whose border is this region; empty where
    // PairClash::depth is.
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
    // Adds an object of any kind.
    ObjectId add(const Shape& shape, const Pose& pose = {}, const ObjectOptions& options = {});
    ObjectId add(const ConvexBody& body, const Pose& pose = {}, const ObjectOptions& options = {}) {
        return add(Shape(body), pose, options);
    }
    void move(ObjectId id, const Pose& pose);
    void remove(ObjectId id);

    bool has(ObjectId id) const;
    std::size_t size() const;
    // All objects in ascending order.
    std::vector<ObjectId> objects() const;
    // The members below require that the scene has the object. References are valid until it is removed.
    const char* name(ObjectId id) const;
    const std::string& group(ObjectId id) const;
    // True if the object was added as a model or a mesh. The next three members require that it is one.
    bool is_mesh(ObjectId id) const;
    const Model& model(ObjectId id) const;
    const Mesh& mesh(ObjectId id) const;
    Placed placed(ObjectId id) const;
    const Pose& pose(ObjectId id) const;
    // The object's shape, of whatever kind, and the same at its pose.
    Shape shape(ObjectId id) const;
    PlacedShape placed_shape(ObjectId id) const;
    // A tight bounding box in world coordinates, enlarged by the padding. Empty for a model without
    // triangles, infinite for a plane or a half-space.
    Box box(ObjectId id) const;
    double padding(ObjectId id) const;
    void set_padding(ObjectId id, double padding);
    void set_masks(ObjectId id, std::uint32_t category, std::uint32_t mask);

    // Leaves pairs of objects of these two groups out of all answers. By default no pair is left out.
    void ignore(std::string_view group_a, std::string_view group_b);
    // Leaves one pair of objects out of all answers, until one of the two is removed or stop_ignoring(a, b).
    void ignore(ObjectId a, ObjectId b);
    void stop_ignoring(ObjectId a, ObjectId b);
    // Sets the clearance of two groups, finite and not negative, which replaces the query's. Undoes ignore()
    // of the two groups.
    void set_clearance(std::string_view group_a, std::string_view group_b, double clearance);
    // Leaves out pairs for which the filter returns false; an empty filter keeps all. It is called with a < b
    // from any thread, any number of times, and must always return the same for a pair.
    void set_filter(std::function<bool(ObjectId a, ObjectId b)> filter);

    // All pairs whose boxes are within their clearance, in ascending order. Every pair of objects within the
    // clearance is among them.
    // Repeated calls with the same clearance cost time only for changed objects.
    std::vector<CandidatePair> candidate_pairs(const PairOptions& options = {});
    // All pairs that touch, in ascending order, paddings included; clearances have no influence. Pairs for
    // which this is undecided are listed, too: what is not listed is certainly apart. Meant for the steps of
    // a simulation: a pair without a changed object is not tested again, and each pair has its own
    // QueryCache.
    std::vector<ObjectPair> colliding_pairs(const CollidingOptions& options = {});

    // The same pairs with all their contacts; every call computes all contacts again.
    std::vector<ObjectContacts> contacts(const CollidingOptions& options = {});

    // All pairs that touch or are within the clearance, and what filters have left out.
    Collisions collisions(const SceneQueryOptions& options = {});
    // The same between the objects of this scene (a) and those of another one (b). Masks apply, groups and
    // filters of pairs do not.
    Collisions collisions(Scene& other, const SceneQueryOptions& options = {});
    // All objects that touch a shape which need not be in the scene.
    TouchingObjects colliding_with(const PlacedShape& shape, const OneToManyOptions& options = {});

    // The closest two objects, which may touch. Empty if no pair is left by the filters.
    std::optional<ObjectPair> closest_pair();
    // The same with names and the distance: of two objects of this scene, of an object of this scene (a) and
    // one of another scene (b), and of an object and a shape.
    MinDistance min_distance();
    MinDistance min_distance(Scene& other);
    MinDistance min_distance(const PlacedShape& shape);
    // All pairs within a distance, and their distances.
    SceneDistances distances(const SceneDistanceOptions& options);

    // The object that a ray hits first: the first one in ascending order among several with the same t.
    std::optional<ObjectHit> first_hit(const Ray& ray);
    // All elements of all objects that are hit, in ascending order of (t, object, element).
    std::vector<ObjectHit> all_hits(const Ray& ray);

    // All clashes between objects. Requires that all of them are meshes.
    Clashes clashes(const ClashOptions& options = {});

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace allide
