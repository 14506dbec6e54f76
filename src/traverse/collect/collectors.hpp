// Tests the triangles of leaf pairs in batches and keeps contacts until there are enough.
#pragma once

#include "base/cancel.hpp"
#include "kernel/triangle/triangle_pair.hpp"
#include "traverse/collect/contact_list.hpp"
#include "tree/binary/tree.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace allide::traverse {

class ContactCollector {
  public:
    // `a`, `b`: the triangles of the two trees in tree order.
    ContactCollector(std::span<const kernel::Triangle> a, std::span<const kernel::Triangle> b,
                     const kernel::PairTester& tester, Goal goal)
        : a_(a), b_(b), batch_(tester), contacts_(goal) {}

    // Adds all pairs of two ranges of triangles. Returns false once the search may stop.
    bool leaf_pair(tree::PlaceRange a, tree::PlaceRange b) {
        for (std::uint32_t i = a.first; i < a.first + a.count; ++i) {
            check_cancelled_();
            for (std::uint32_t j = b.first; j < b.first + b.count; ++j) {
                batch_.add(a_[i], b_[j], i, j);
                if (batch_.full() && !decide()) return false;
            }
        }
        return true;
    }
    // Brute force: every pair, without bounding volumes.
    bool all_pairs() {
        return leaf_pair({0, static_cast<std::uint32_t>(a_.size())},
                         {0, static_cast<std::uint32_t>(b_.size())});
    }
    // Decides the pairs still in the batch; must be called after the last pair.
    void finish() {
        if (!batch_.empty() && !contacts_.done()) decide();
    }

    const std::vector<ContactList::Pair>& found() const { return contacts_.found(); }
    bool complete() const { return contacts_.complete(); }
    const kernel::PairCounters& counters() const { return counters_; }

  private:
    bool decide() {
        batch_.decide(counters_, [this](std::uint32_t i, std::uint32_t j) { return contacts_.add(i, j); });
        return !contacts_.done();
    }

    base::CancelCheck check_cancelled_;
    std::span<const kernel::Triangle> a_, b_;
    kernel::PairBatch batch_;
    ContactList contacts_;
    kernel::PairCounters counters_;
};

}  // namespace allide::traverse
