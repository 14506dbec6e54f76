// What becomes of leaf pairs: their triangles are tested in batches, and contacts kept until there are
// enough.
#pragma once

#include "kernel/triangle_pair.hpp"
#include "tree/tree.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace allide::traverse {

// A contact by the triangles' places in the two trees' order.
using PlacePair = std::pair<std::uint32_t, std::uint32_t>;

// When a collector has enough.
struct Goal {
    static Goal any() { return {1, false}; }
    static Goal up_to(std::size_t limit) { return {limit, true}; }

    std::size_t limit;
    bool learns_of_more;  // goes on until it knows whether there are more than `limit`
};

class ContactCollector {
  public:
    // The triangles of the two trees in tree order.
    ContactCollector(std::span<const kernel::Triangle> a, std::span<const kernel::Triangle> b,
                     const kernel::PairTester& tester, Goal goal)
        : a_(a), b_(b), batch_(tester), goal_(goal) {}

    // All triangles of two ranges of places. False once enough is known.
    bool leaf_pair(tree::PlaceRange a, tree::PlaceRange b) {
        for (std::uint32_t i = a.first; i < a.first + a.count; ++i) {
            for (std::uint32_t j = b.first; j < b.first + b.count; ++j) {
                batch_.add(a_[i], b_[j], i, j);
                if (batch_.full() && !decide()) return false;
            }
        }
        return true;
    }
    // The twin of every traversal: no volume has a say.
    bool all_pairs() {
        return leaf_pair({0, static_cast<std::uint32_t>(a_.size())},
                         {0, static_cast<std::uint32_t>(b_.size())});
    }
    // Decides what is still waiting; to be called after the last pair.
    void finish() {
        if (!batch_.empty() && !done_) decide();
    }

    const std::vector<PlacePair>& found() const { return found_; }
    bool complete() const { return !more_; }
    const kernel::PairCounters& counters() const { return counters_; }

  private:
    bool decide() {
        batch_.decide(counters_, [this](std::uint32_t i, std::uint32_t j) {
            if (found_.size() == goal_.limit) {
                more_ = done_ = true;
                return false;
            }
            found_.emplace_back(i, j);
            done_ = !goal_.learns_of_more && found_.size() == goal_.limit;
            return !done_;
        });
        return !done_;
    }

    std::span<const kernel::Triangle> a_, b_;
    kernel::PairBatch batch_;
    Goal goal_;
    std::vector<PlacePair> found_;
    bool more_ = false;  // contacts beyond the limit exist
    bool done_ = false;
    kernel::PairCounters counters_;
};

}  // namespace allide::traverse
