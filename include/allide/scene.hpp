// Many objects at once: models with poses, names and groups, and which of them come near each other or touch.
#pragma once

#include <allide/model.hpp>
#include <allide/query.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ALLIDE_EXPORT allide {

// Names an object of one scene for as long as the object is there. Numbers run from 0 in the order of adding;
// the number of a removed object is given again, with another generation, so that an old id never names a new
// object.
struct ObjectId {
    std::uint32_t number = 0;
    std::uint32_t generation = 0;
    friend auto operator<=>(const ObjectId&, const ObjectId&) = default;
};

struct ObjectOptions {
    std::string name = {};   // need not be unique
    std::string group = {};  // for `ignore` and `set_clearance`; objects without one share the group ""
};

// Two objects, a before b.
struct ObjectPair {
    ObjectId a, b;
    friend auto operator<=>(const ObjectPair&, const ObjectPair&) = default;
};

// Two objects whose boxes come within the clearance that holds between their groups.
struct CandidatePair {
    ObjectId a, b;
    double clearance = 0;
    friend bool operator==(const CandidatePair&, const CandidatePair&) = default;
};

struct PairOptions {
    // Between groups that have no clearance of their own: a length, finite and not negative.
    double clearance = 0;
    unsigned threads = 0;  // at most so many; 0: one a core
    Search search = Search::tree;
};

struct CollidingOptions {
    unsigned threads = 0;  // at most so many; 0: one a core
    Search search = Search::tree;
};

// Two objects, a before b, and which of their triangles touch.
struct ObjectContacts {
    ObjectId a, b;
    std::vector<Contact> pairs = {};  // in ascending order
    friend bool operator==(const ObjectContacts&, const ObjectContacts&) = default;
};

// One place of a clash where contacts hang together, see allide/query.hpp.
struct ClashRegion {
    std::uint64_t contacts = 0;
    Vec3 point;  // the middle of the box around it
    friend bool operator==(const ClashRegion&, const ClashRegion&) = default;
};

// Two objects of a scene, a before b, between which something is wrong.
struct Clash : PairClash {
    ObjectId a, b;
    std::vector<ClashRegion> regions = {};
    friend bool operator==(const Clash&, const Clash&) = default;
};

// How much is told of a clash.
enum class ClashDetail {
    summary,
    regions,  // also where its contacts hang together, which takes about as long as finding it
};

struct ClashOptions {
    // Between groups that have no clearance of their own; see ClashLimits.
    double clearance = 0;
    double touch = 0;
    ClashDetail detail = ClashDetail::summary;
    unsigned threads = 0;  // at most so many; 0: one a core
    Search search = Search::tree;
    // Limits of a pair in place of these; the clearance between its groups must be at least as large as both,
    // or pairs that are not candidates are lost. Asked from any thread.
    std::function<ClashLimits(ObjectId a, ObjectId b)> limits = {};
    // Candidate pairs for which it returns false are not tested. Asked from any thread.
    std::function<bool(ObjectId a, ObjectId b)> wanted = {};
    // Called now and then with how many of the pairs to test are done, never twice at once, from any of the
    // threads; returning false ends the work.
    std::function<bool(std::size_t done, std::size_t all)> progress = {};
};

// Clashes in ascending order of (a, b).
struct Clashes {
    std::vector<Clash> list = {};
    std::size_t candidate_pairs = 0;
    std::size_t tested_pairs = 0;
    std::vector<ObjectPair> untested = {};  // ascending; empty unless the work was ended

    auto begin() const { return list.begin(); }
    auto end() const { return list.end(); }
    std::size_t size() const { return list.size(); }
    bool empty() const { return list.empty(); }
};

// Owns its objects. A scene that has been moved from is empty, and may be used again. Const is safe from any
// number of threads; everything else is for one thread at a time.
//
// Answers are sorted and the same for every number of threads, and do not depend on what was asked before.
class Scene {
  public:
    Scene();
    Scene(Scene&&) noexcept;
    Scene& operator=(Scene&&) noexcept;
    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;
    ~Scene();

    // Objects of one model share it.
    ObjectId add(const Model& model, const Pose& pose = {}, const ObjectOptions& options = {});
    // Its model is built by the first question that needs it: never, if it comes near no other object. An
    // Error where Model::build gives one.
    Result<ObjectId> add_mesh(const Mesh& mesh, const Pose& pose = {}, const ObjectOptions& options = {});
    void move(ObjectId id, const Pose& pose);
    void remove(ObjectId id);

    bool has(ObjectId id) const;
    std::size_t size() const;
    std::vector<ObjectId> objects() const;  // in ascending order
    // Of an object that is there. What is returned by reference is good until it is removed.
    const char* name(ObjectId id) const;
    const std::string& group(ObjectId id) const;
    const Model& model(ObjectId id) const;
    const Mesh& mesh(ObjectId id) const;
    const Pose& pose(ObjectId id) const;
    Placed placed(ObjectId id) const;
    // Holds every point of the object in the world, and little more. Empty for a model without triangles.
    Box box(ObjectId id) const;

    // Which pairs are of interest. At first all are, with the clearance that a question brings.
    void ignore(std::string_view group_a, std::string_view group_b);
    // Of interest, with a clearance of its own that is finite and not negative.
    void set_clearance(std::string_view group_a, std::string_view group_b, double clearance);
    // Pairs for which it returns false are left out; asked with a before b, from any thread, and again and
    // again: the answer about a pair must stay the same until another filter is set. None: all are kept.
    void set_filter(std::function<bool(ObjectId a, ObjectId b)> filter);

    // All pairs of interest whose boxes come within their clearance, in ascending order: every pair of
    // objects that are so close is among them. From one call to the next with the same clearance the cost
    // grows with what has moved.
    std::vector<CandidatePair> candidate_pairs(const PairOptions& options = {});
    // All pairs of interest whose surfaces touch, whatever their clearance, in ascending order. For the steps
    // of a simulation: a pair of which neither has moved is not asked about again, and one that has been
    // asked before remembers where it touched.
    std::vector<ObjectPair> colliding_pairs(const CollidingOptions& options = {});

    // The same pairs with all their contacts, each found anew by every call.
    std::vector<ObjectContacts> contacts(const CollidingOptions& options = {});

    // What is wrong between any two objects of interest.
    Clashes clashes(const ClashOptions& options = {});

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace allide
