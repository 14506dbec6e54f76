// The generic traversal of two trees. A frame decides whether two volumes overlap; a collector receives the
// leaf pairs that no volume could rule out.
#pragma once

#include "base/cancel.hpp"
#include "traverse/binary/placing.hpp"
#include "tree/binary/tree.hpp"

#include <concepts>
#include <cstdint>
#include <vector>

namespace allide::traverse {

// A Frame maps volumes of B to A's frame and tests two volumes for overlap; it never reports volumes that
// share a point as disjoint. The slot indexes data that is stored separately from the volumes.
template <typename F, typename V>
concept FrameOf = requires(F& frame, const V& volume, const typename F::Placed& placed, std::uint32_t slot) {
    { frame.place(volume, slot) } -> std::same_as<typename F::Placed>;
    { frame.overlap(volume, placed) } -> std::same_as<bool>;
    { volume.size() } -> std::convertible_to<double>;
};
// A frame that also tests volumes against the other model's triangles, for leaves without volumes.
template <typename F, typename V>
concept MixedFrameOf = requires(const F& frame, const V& volume, const kernel::Triangle& triangle) {
    { frame.overlap(volume, triangle) } -> std::same_as<bool>;
    { frame.overlap(triangle, volume) } -> std::same_as<bool>;
};

struct TestCounts {
    std::uint64_t volume_tests = 0;
    std::uint64_t mixed_tests = 0;  // tests of a volume against a triangle
};

// Visits all leaf pairs whose volumes and ancestors' volumes overlap. The node with the larger volume is
// opened, so that compared volumes stay similar in size. Stops when collector.leaf_pair(a, b) returns false.
template <typename TreeA, typename TreeB, typename Frame, typename Placing, typename Collector>
class Traversal {
  public:
    Traversal(const TreeA& a, const TreeB& b, Frame& frame, Placing& placing, Collector& collector)
        : a_(&a), b_(&b), frame_(&frame), placing_(&placing), collector_(&collector) {
        pairs_.reserve(128);
    }

    TestCounts run() {
        if (a_->empty() || b_->empty()) return counts_;
        meet(a_->root(), b_->root(), placed(b_->root()));
        const base::CancelCheck check_cancelled;
        while (!pairs_.empty()) {
            check_cancelled();
            const Pair pair = pairs_.back();
            pairs_.pop_back();
            if (tree::is_leaf(pair.a) && tree::is_leaf(pair.b)) {
                if (!collector_->leaf_pair(a_->triangles_of(pair.a), b_->triangles_of(pair.b))) break;
            } else if (opens_a(pair.a, pair.b)) {
                open_a(pair);
            } else {
                open_b(pair);
            }
        }
        return counts_;
    }

  private:
    using Handle = typename Placing::Handle;
    struct Pair {
        tree::NodeId a, b;
        Handle placed;
    };

    bool opens_a(tree::NodeId a, tree::NodeId b) const {
        if (tree::is_leaf(a) || tree::is_leaf(b)) return tree::is_leaf(b);
        return a_->volume(a).size() >= b_->volume(b).size();
    }

    // The left child is pushed last, so that it is visited first.
    void open_a(const Pair& pair) {
        const auto& children = a_->children(pair.a);
        for (auto child = children.end(); child != children.begin();) meet(*--child, pair.b, pair.placed);
    }
    // Pairs still on the stack use no volume placed after this pair's, so such volumes are dropped.
    void open_b(const Pair& pair) {
        placing_->forget_above(pair.placed);
        const auto& children = b_->children(pair.b);
        for (auto child = children.end(); child != children.begin();) {
            --child;
            meet(pair.a, *child, placed(*child));
        }
    }

    Handle placed(tree::NodeId b) { return b_->has_volume(b) ? placing_->place(b) : Handle{}; }

    void meet(tree::NodeId a, tree::NodeId b, Handle placed_b) {
        if (overlap(a, b, placed_b)) pairs_.push_back({a, b, placed_b});
    }

    bool overlap(tree::NodeId a, tree::NodeId b, Handle placed_b) {
        const bool volume_a = a_->has_volume(a), volume_b = b_->has_volume(b);
        if (volume_a && volume_b) {
            ++counts_.volume_tests;
            return frame_->overlap(a_->volume(a), placing_->get(placed_b));
        }
        if constexpr (MixedFrameOf<Frame, std::decay_t<decltype(a_->volume(a))>>) {
            if (!volume_a && !volume_b) return true;
            ++counts_.mixed_tests;
            if (volume_a) return frame_->overlap(a_->volume(a), b_->triangles[tree::place_of(b)]);
            return frame_->overlap(a_->triangles[tree::place_of(a)], b_->volume(b));
        }
        return true;
    }

    const TreeA* a_;
    const TreeB* b_;
    Frame* frame_;
    Placing* placing_;
    Collector* collector_;
    std::vector<Pair> pairs_;
    TestCounts counts_;
};

template <typename TreeA, typename TreeB, typename Frame, typename Placing, typename Collector>
TestCounts traverse(const TreeA& a, const TreeB& b, Frame& frame, Placing& placing, Collector& collector) {
    using V = std::decay_t<decltype(a.volume(a.root()))>;
    static_assert(FrameOf<Frame, V>);
    return Traversal<TreeA, TreeB, Frame, Placing, Collector>(a, b, frame, placing, collector).run();
}

}  // namespace allide::traverse
