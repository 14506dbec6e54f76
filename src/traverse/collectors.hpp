// What becomes of leaf pairs: their triangles are tested in batches, and contacts kept until there are
// enough.
#pragma once

#include "kernel/triangle_pair.hpp"
#include "tree/tree.hpp"

#include <cstdint>
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

template <typename V>
class ContactCollector {
  public:
    ContactCollector(const tree::Tree<V>& a, const tree::Tree<V>& b, const kernel::PairTester& tester,
                     Goal goal)
        : a_(&a), b_(&b), batch_(tester), goal_(goal) {}

    // False once enough is known.
    bool leaf_pair(const tree::Node<V>& leaf_a, const tree::Node<V>& leaf_b) {
        return triangle_pairs(leaf_a.first, leaf_a.count, leaf_b.first, leaf_b.count);
    }
    // All triangles of two ranges of places.
    bool triangle_pairs(std::uint32_t first_a, std::uint32_t count_a, std::uint32_t first_b,
                        std::uint32_t count_b) {
        for (std::uint32_t i = first_a; i < first_a + count_a; ++i) {
            for (std::uint32_t j = first_b; j < first_b + count_b; ++j) {
                batch_.add(a_->triangles[i], b_->triangles[j], i, j);
                if (batch_.full() && !decide()) return false;
            }
        }
        return true;
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

    const tree::Tree<V>* a_;
    const tree::Tree<V>* b_;
    kernel::PairBatch batch_;
    Goal goal_;
    std::vector<PlacePair> found_;
    bool more_ = false;  // contacts beyond the limit exist
    bool done_ = false;
    kernel::PairCounters counters_;
};

}  // namespace allide::traverse
