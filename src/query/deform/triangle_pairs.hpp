// Pairs of triangles whose moving boxes meet, in the order of the time before which they certainly do not.
#pragma once

#include "query/deform/kinetic_tree.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <queue>
#include <vector>

namespace allide::query {

// Visits pairs of triangles of two trees, or of one with itself (each pair once, no triangle with itself). The
// visitor has pair(a, b), with triangle numbers, and latest(): pairs that meet later need not be visited.
template <typename Visitor>
class TrianglePairs {
  public:
    TrianglePairs(const KineticTree& a, const KineticTree& b, float margin, Visitor& visitor)
        : a_(a), b_(b), same_(&a == &b), margin_(margin), visitor_(visitor) {}

    void run() {
        if (a_.empty() || b_.empty()) return;
        now_.push_back({0, 0, 0});
        while (true) {
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

    float latest() const {
        const double latest = visitor_.latest();
        return static_cast<float>(std::min(1.0, latest * (1 + 0x1p-20) + 0x1p-40));
    }

    void expand(const NodePair& pair) {
        const KineticNode &a = a_.nodes[pair.a], &b = b_.nodes[pair.b];
        if (a.leaf != b.leaf) {
            if (a.leaf)
                expand_one(a_.whole[pair.a], b_, pair.b, [&](std::uint32_t i, float t) { add(pair.a, i, t); });
            else
                expand_one(b_.whole[pair.b], a_, pair.a, [&](std::uint32_t i, float t) { add(i, pair.b, t); });
            return;
        }
        const bool diagonal = same_ && pair.a == pair.b;
        for (std::uint32_t i = 0; i < a.count; ++i) {
            const KineticBox box = a_.below[pair.a].box(i);
            KineticOverlaps found = kinetic_overlaps(box, b_.below[pair.b], b.count, margin_, latest());
            // Of one node with itself: each pair once, and each inner child with itself.
            if (diagonal) found.mask &= a.leaf ? ~0u << (i + 1) : ~0u << i;
            for (; found.mask != 0; found.mask &= found.mask - 1) {
                const auto j = static_cast<std::uint32_t>(__builtin_ctz(found.mask));
                if (a.leaf)
                    visitor_.pair(a_.order[a.first + i], b_.order[b.first + j]);
                else
                    add(a.first + i, b.first + j, found.time[j]);
            }
        }
    }

    template <typename Add>
    void expand_one(const KineticBox& box, const KineticTree& tree, std::uint32_t node, const Add& add_child) {
        const KineticNode& inner = tree.nodes[node];
        KineticOverlaps found = kinetic_overlaps(box, tree.below[node], inner.count, margin_, latest());
        for (; found.mask != 0; found.mask &= found.mask - 1) {
            const auto i = static_cast<std::uint32_t>(__builtin_ctz(found.mask));
            add_child(inner.first + i, found.time[i]);
        }
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
    float reached_ = 0;  // all pairs that meet earlier are done
    std::vector<NodePair> now_;
    std::priority_queue<NodePair, std::vector<NodePair>, Later> later_;
};

}  // namespace allide::query
