// Pairs of leaves whose moving boxes meet, ordered by the time before which they certainly do not meet.
#pragma once

#include "base/cancel.hpp"
#include "query/deform/kinetic_tree.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <queue>
#include <vector>

namespace allide::query {

// Calls visit(i) for every bit of a mask.
template <typename Visit>
void for_each_bit(std::uint32_t mask, const Visit& visit) {
    for (; mask != 0; mask &= mask - 1) visit(static_cast<std::uint32_t>(std::countr_zero(mask)));
}

// The latest time of interest as a float, rounded up.
inline float rounded_up(double latest) {
    return static_cast<float>(std::min(1.0, latest * (1 + 0x1p-20) + 0x1p-40));
}

// Visits pairs of leaves of two trees, or of one with itself (each pair once, and each leaf with itself). The
// visitor has leaf_pair(a, b), with node numbers, and latest(): pairs that meet later need not be visited.
template <typename Visitor>
class LeafPairs {
  public:
    LeafPairs(const KineticTree& a, const KineticTree& b, float margin, Visitor& visitor)
        : a_(a), b_(b), same_(&a == &b), margin_(margin), visitor_(visitor) {}

    void run() {
        if (a_.empty() || b_.empty()) return;
        now_.push_back({0, 0, 0});
        const base::CancelCheck check_cancelled;
        while (true) {
            check_cancelled();
            if (now_.empty()) {
                if (later_.empty() || later_.top().time > visitor_.latest()) return;
                reached_ = later_.top().time;
                now_.push_back(later_.top());
                later_.pop();
            }
            const NodePair pair = now_.back();
            now_.pop_back();
            expand(pair);
        }
    }

  private:
    struct NodePair {
        std::uint32_t a, b;
        float time;
    };
    struct Later {
        bool operator()(const NodePair& x, const NodePair& y) const {
            if (x.time != y.time) return x.time > y.time;
            return x.a != y.a ? x.a > y.a : x.b > y.b;
        }
    };

    void expand(const NodePair& pair) {
        const KineticNode &a = a_.nodes[pair.a], &b = b_.nodes[pair.b];
        if (a.leaf && b.leaf) {
            visitor_.leaf_pair(pair.a, pair.b);
        } else if (a.leaf || b.leaf) {
            if (a.leaf)
                expand_one(a_.whole[pair.a], b_, pair.b,
                           [&](std::uint32_t i, float t) { add(pair.a, i, t); });
            else
                expand_one(b_.whole[pair.b], a_, pair.a,
                           [&](std::uint32_t i, float t) { add(i, pair.b, t); });
        } else {
            expand_both(pair, a, b);
        }
    }

    void expand_both(const NodePair& pair, const KineticNode& a, const KineticNode& b) {
        const bool diagonal = same_ && pair.a == pair.b;
        const float latest = rounded_up(visitor_.latest());
        for (std::uint32_t i = 0; i < a.count; ++i) {
            const KineticOverlaps found =
                kinetic_overlaps(a_.whole[a.first + i], b_.below[pair.b], b.count, margin_, latest);
            // For a node paired with itself, adds each pair of children once, and each child paired with
            // itself.
            for_each_bit(diagonal ? found.mask & ~0u << i : found.mask,
                         [&](std::uint32_t j) { add(a.first + i, b.first + j, found.time[j]); });
        }
    }

    template <typename Add>
    void expand_one(const KineticBox& box, const KineticTree& tree, std::uint32_t node,
                    const Add& add_child) {
        const KineticNode& inner = tree.nodes[node];
        const KineticOverlaps found =
            kinetic_overlaps(box, tree.below[node], inner.count, margin_, rounded_up(visitor_.latest()));
        for_each_bit(found.mask, [&](std::uint32_t i) { add_child(inner.first + i, found.time[i]); });
    }

    void add(std::uint32_t a, std::uint32_t b, float time) {
        if (time <= reached_)
            now_.push_back({a, b, time});
        else
            later_.push({a, b, time});
    }

    const KineticTree &a_, &b_;
    bool same_;
    float margin_;
    Visitor& visitor_;
    float reached_ = 0;  // all pairs that meet before this time have been visited
    std::vector<NodePair> now_;
    std::priority_queue<NodePair, std::vector<NodePair>, Later> later_;
};

}  // namespace allide::query
