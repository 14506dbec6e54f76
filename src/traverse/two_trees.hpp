// The one traversal of two trees. It knows no volume and no triangle test: a frame decides about volumes, a
// collector takes the leaf pairs that no volume could part.
#pragma once

#include "tree/tree.hpp"

#include <cstdint>
#include <vector>

namespace allide::traverse {

// A Frame places volumes of B in A's frame, and says whether two overlap; it never says "disjoint" wrongly.
template <typename F, typename V>
concept FrameOf = requires(const F& frame, const V& volume, const typename F::Placed& placed) {
    { frame.place(volume) } -> std::same_as<typename F::Placed>;
    { frame.overlap(volume, placed) } -> std::same_as<bool>;
    { volume.size() } -> std::convertible_to<double>;
};

// Visits all leaf pairs whose volumes, and whose ancestors' volumes, overlap. The larger volume is opened
// first, so the boxes that are compared stay alike in size. Stops when collector.leaf_pair(a, b) returns
// false. Returns the number of volume tests.
template <typename V, FrameOf<V> Frame, typename Collector>
std::uint64_t traverse(const tree::Tree<V>& a, const tree::Tree<V>& b, const Frame& frame,
                       Collector& collector) {
    if (a.nodes.empty() || b.nodes.empty()) return 0;
    // Placed volumes stand on a stack of their own, so that pairs with the same volume of B share one. A pair
    // taken from the stack of pairs was put there before all that its placed volume has above it, which is
    // then no longer used.
    struct Pair {
        std::uint32_t a, b, placed;
    };
    std::vector<Pair> pairs;
    std::vector<typename Frame::Placed> placed;
    pairs.reserve(128);
    placed.reserve(128);
    placed.push_back(frame.place(b.nodes[0].volume));
    std::uint64_t tests = 1;
    if (frame.overlap(a.nodes[0].volume, placed[0])) pairs.push_back({0, 0, 0});
    while (!pairs.empty()) {
        const Pair pair = pairs.back();
        pairs.pop_back();
        const auto& node_a = a.nodes[pair.a];
        const auto& node_b = b.nodes[pair.b];
        if (node_a.leaf() && node_b.leaf()) {
            if (!collector.leaf_pair(node_a, node_b)) return tests;
            continue;
        }
        const bool open_a = node_b.leaf() || (!node_a.leaf() && node_a.volume.size() >= node_b.volume.size());
        tests += 2;
        if (open_a) {
            for (const std::uint32_t child : {node_a.first + 1, node_a.first})
                if (frame.overlap(a.nodes[child].volume, placed[pair.placed]))
                    pairs.push_back({child, pair.b, pair.placed});
            continue;
        }
        placed.resize(pair.placed + 1);
        for (const std::uint32_t child : {node_b.first + 1, node_b.first}) {
            placed.push_back(frame.place(b.nodes[child].volume));
            if (frame.overlap(node_a.volume, placed.back()))
                pairs.push_back({pair.a, child, static_cast<std::uint32_t>(placed.size() - 1)});
        }
    }
    return tests;
}

}  // namespace allide::traverse
