// The broad phase: pairs of objects that are near each other, kept from query to query, so that only changed
// objects cost time.
//
// A tree holds a box per object. The box of an object that has moved is fat: as long as the object stays in
// it, no pair appears or disappears, and only the boxes of its pairs are compared again. When it leaves, it
// gets a new box, and its pairs are found again.
#pragma once

#include "scene/dynamic_tree.hpp"
#include "scene/interest.hpp"
#include "scene/objects.hpp"

#include <allide/query.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace allide::scene {

using PairFilter = std::function<bool(ObjectId, ObjectId)>;

enum class Verdict : std::uint8_t { unknown, apart, touching };

// Two objects, a < b, that are neither ignored nor filtered out and whose fat boxes are within the clearance.
struct TrackedPair {
    std::uint32_t a = 0, b = 0;
    double clearance = 0;
    std::uint32_t cache = none;  // index of the pair's QueryCache, once it was queried
    bool near = false;           // the tight boxes are within the clearance, too
    Verdict verdict = Verdict::unknown;

    static constexpr std::uint32_t none = 0xffffffff;
};

class PairTracker {
  public:
    // The state of the scene, and the clearance of groups without one of their own.
    struct Question {
        const Objects& objects;
        const Interest& interest;
        const PairFilter& filter;
        double clearance = 0;
        unsigned threads = 0;
    };

    // Reports that an object has moved since the last update.
    void moved(std::uint32_t number) { note(number, Change::inside); }
    // Reports that an object was added or removed: another object may have this number now.
    void replaced(std::uint32_t number) { note(number, Change::replaced); }
    // Groups, clearances or the filter have changed: the next update finds all pairs again.
    void forget() { clearance_.reset(); }
    // The clearance of the last update; empty if all pairs have to be found again.
    std::optional<double> clearance() const { return clearance_; }

    // Brings pairs() up to date with all changes.
    void update(const Question& question);
    // All pairs as of the last update, in ascending order.
    std::vector<TrackedPair>& pairs() { return pairs_; }
    // The cache of a pair. A call for a pair without one invalidates earlier references.
    QueryCache& cache(TrackedPair& pair);

    const DynamicTree& tree() const { return tree_; }

  private:
    // In ascending order: of two changes the larger one counts.
    enum class Change : std::uint8_t {
        none,
        inside,    // moved within its fat box: its pairs stay
        renewed,   // has a new box in the tree: its pairs are found again
        replaced,  // likewise, and cached results of its pairs belong to another object
    };

    void note(std::uint32_t number, Change change);
    Change change_of(std::uint32_t number) const {
        return number < changes_.size() ? changes_[number] : Change::none;
    }
    bool needs_new_pairs(std::uint32_t number) const { return changes_[number] >= Change::renewed; }
    Change place(std::uint32_t number, const Objects& objects);
    void place_all(const Objects& objects);
    void renew_all(const Objects& objects);
    std::vector<std::uint64_t> find_pairs(const Question& question) const;
    void find_pairs_of(std::uint32_t number, const Question& question, std::vector<std::uint32_t>& stack,
                       std::vector<std::uint64_t>& keys) const;
    void merge(const std::vector<std::uint64_t>& keys, const Question& question);
    void keep(TrackedPair pair, const Objects& objects);
    void drop(const TrackedPair& pair);

    DynamicTree tree_;
    std::size_t placed_ = 0;              // objects that got a new box since the tree was built
    std::vector<Change> changes_;         // for each object number, its change since the last update
    std::vector<std::uint32_t> changed_;  // numbers of the objects with a change
    std::vector<std::uint32_t> renewed_;  // numbers of the objects whose pairs have to be found again
    std::vector<TrackedPair> pairs_, merged_;
    std::optional<double> clearance_;  // clearance of the last update
    std::vector<QueryCache> caches_;
    std::vector<std::uint32_t> free_caches_;
};

}  // namespace allide::scene
