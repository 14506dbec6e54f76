// The pairs of objects that are near each other, kept from one question to the next, so that only what has
// moved is looked at again.
//
// A tree holds a box for each object. That of an object that has moved is fat: as long as the object stays in
// it, no pair comes or goes, and only the object's own pairs are looked at. When it leaves, it gets a new
// one, and its pairs are found anew.
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

// Numbers of two objects of interest whose fat boxes are within the clearance, a < b.
struct TrackedPair {
    std::uint32_t a = 0, b = 0;
    double clearance = 0;
    std::uint32_t cache = none;  // of the pair's own, once it was asked about
    bool near = false;           // the boxes themselves are within the clearance
    Verdict verdict = Verdict::unknown;

    static constexpr std::uint32_t none = 0xffffffff;
};

class PairTracker {
  public:
    // What the scene is like, and what holds between groups without a clearance of their own.
    struct Question {
        const Objects& objects;
        const Interest& interest;
        const PairFilter& filter;
        double clearance = 0;
        unsigned threads = 0;
    };

    // Objects that have changed since the last update.
    void moved(std::uint32_t number) { note(number, Change::inside); }
    // Added or removed: another object, with another model and group, may have this number now.
    void replaced(std::uint32_t number) { note(number, Change::replaced); }
    // What is of interest has changed: all pairs have to be found anew.
    void forget() { clearance_.reset(); }
    std::optional<double> clearance() const { return clearance_; }

    void update(const Question& question);
    // In ascending order, as of the last update.
    std::vector<TrackedPair>& pairs() { return pairs_; }
    QueryCache& cache(TrackedPair& pair);

    const DynamicTree& tree() const { return tree_; }

  private:
    // In ascending order: of two changes the larger one counts.
    enum class Change : std::uint8_t {
        none,
        inside,    // moved within its fat box: its pairs stay
        renewed,   // has a new box in the tree: its pairs are found anew
        replaced,  // likewise, and what is cached of its pairs is about another object
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
    std::size_t placed_ = 0;              // objects that were placed in it since it was built
    std::vector<Change> changes_;         // by number, since the last update
    std::vector<std::uint32_t> changed_;  // the numbers that have one
    std::vector<std::uint32_t> renewed_;  // those whose pairs have to be found anew
    std::vector<TrackedPair> pairs_, merged_;
    std::optional<double> clearance_;  // that the pairs were found with
    std::vector<QueryCache> caches_;
    std::vector<std::uint32_t> free_caches_;
};

}  // namespace allide::scene
