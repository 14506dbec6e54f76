// The broad phase: pairs of objects that are near each other. They are kept from query to query, so that only
// changed objects cost time.
//
// A tree stores one box per object. The box of an object that moves in small steps is fat: as long as the
// object stays inside it, no pair appears or disappears, and only the tight boxes of its pairs are compared
// again. When the object leaves it, it gets a new box, and its pairs are searched again.
#pragma once

#include "scene/dynamic_tree.hpp"
#include "scene/pair_rules.hpp"

#include <allide/query.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace allide::scene {

enum class Verdict : std::uint8_t { unknown, apart, touching, undecided };

// Two objects, a < b, neither ignored nor filtered out, whose boxes in the tree are within the clearance.
struct TrackedPair {
    std::uint32_t a = 0, b = 0;
    double clearance = 0;
    std::uint32_t cache = none;  // index of the pair's QueryCache; none before the first query
    bool near = false;           // true if the objects' tight boxes are within the clearance, too
    Verdict verdict = Verdict::unknown;

    static constexpr std::uint32_t none = 0xffffffff;
};

class PairTracker {
  public:
    // The state of the scene, and the clearance of pairs of groups without a rule.
    struct Question : PairRules {
        unsigned threads = 0;
    };

    // Reports that an object has moved since the last update.
    void moved(std::uint32_t number) { note(number, Change::inside); }
    // Reports that an object was added or removed. The number may now belong to another object.
    void replaced(std::uint32_t number) { note(number, Change::replaced); }
    // Reports changed groups, clearances or filters: the next update finds all pairs again.
    void forget() { clearance_.reset(); }
    // The clearance of the last update; empty if the next update has to find all pairs again.
    std::optional<double> clearance() const { return clearance_; }

    // Brings pairs() up to date with all reported changes.
    void update(const Question& question);
    // All pairs as of the last update, in ascending order.
    std::vector<TrackedPair>& pairs() { return pairs_; }
    // The cache of a pair, created if there is none; creating one invalidates references to other caches.
    QueryCache& cache(TrackedPair& pair);

    const DynamicTree& tree() const { return tree_; }
    // Objects with an infinite box, which are not in the tree, in ascending order.
    const std::vector<std::uint32_t>& unbounded() const { return unbounded_; }

  private:
    // In ascending order of effect: if an object has two changes, the larger one counts.
    enum class Change : std::uint8_t {
        none,
        inside,    // moved within its box in the tree: its pairs remain
        renewed,   // got a new box in the tree: its pairs are searched again
        replaced,  // added or removed: as renewed, and cached results of its pairs are dropped
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

    void update_unbounded(const Objects& objects);
    void find_pairs_of_unbounded(std::uint32_t number, const Question& question,
                                 std::vector<std::uint64_t>& keys) const;

    DynamicTree tree_;
    std::vector<std::uint32_t> unbounded_;
    std::size_t placed_ = 0;              // number of objects that got a new box since the tree was built
    std::vector<Change> changes_;         // per object number: its change since the last update
    std::vector<std::uint32_t> changed_;  // numbers of objects with a change
    std::vector<std::uint32_t> renewed_;  // numbers of objects whose pairs must be searched again
    std::vector<TrackedPair> pairs_, merged_;
    std::optional<double> clearance_;  // clearance of the last update; empty: find all pairs
    std::vector<QueryCache> caches_;
    std::vector<std::uint32_t> free_caches_;
};

}  // namespace allide::scene
