// Distance search in two trees of any bounding volume: depth first, with the nearest children first.
#pragma once

#include "base/cancel.hpp"
#include "traverse/binary/two_trees.hpp"
#include "traverse/collect/closest_pairs.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace allide::traverse {

// Passes pairs of triangles, given by their positions in tree order, to a NearPairs.
class NearCollector {
  public:
    NearCollector(std::span<const kernel::Triangle> a, std::span<const kernel::Triangle> b, NearPairs& near)
        : a_(a), b_(b), near_(&near) {}

    // Adds all pairs of two ranges of triangles.
    void leaf_pair(tree::PlaceRange a, tree::PlaceRange b) {
        for (std::uint32_t i = a.first; i < a.first + a.count; ++i) {
            check_cancelled_();
            for (std::uint32_t j = b.first; j < b.first + b.count && !near_->done(); ++j) {
                ++triangle_tests_;
                near_->offer(a_[i], b_[j], i, j);
            }
        }
    }
    // Brute force: every pair, without bounding volumes.
    void all_pairs() {
        leaf_pair({0, static_cast<std::uint32_t>(a_.size())}, {0, static_cast<std::uint32_t>(b_.size())});
    }

    const NearPairs& near() const { return *near_; }
    std::uint64_t triangle_tests() const { return triangle_tests_; }

  private:
    base::CancelCheck check_cancelled_;
    std::span<const kernel::Triangle> a_, b_;
    NearPairs* near_;
    std::uint64_t triangle_tests_ = 0;
};

template <typename TreeA, typename TreeB, typename Frame, typename Placing>
class NearTraversal {
  public:
    // A length in A's frame is at most `stretch` times the same length in the world.
    NearTraversal(const TreeA& a, const TreeB& b, Frame& frame, Placing& placing, NearCollector& collector,
                  double stretch)
        : a_(&a), b_(&b), frame_(&frame), placing_(&placing), collector_(&collector), stretch_(stretch) {}

    TestCounts run() {
        if (a_->empty() || b_->empty()) return counts_;
        waiting_.push_back({0, a_->root(), b_->root()});
        const base::CancelCheck check_cancelled;
        while (!waiting_.empty() && !collector_->near().done()) {
            check_cancelled();
            const Pair pair = waiting_.back();
            waiting_.pop_back();
            if (pair.bound > reach()) continue;
            if (tree::is_leaf(pair.a) && tree::is_leaf(pair.b))
                collector_->leaf_pair(a_->triangles_of(pair.a), b_->triangles_of(pair.b));
            else
                open(pair);
        }
        return counts_;
    }

  private:
    struct Pair {
        double bound;
        tree::NodeId a, b;
    };

    double reach() const { return collector_->near().reach() * stretch_; }

    bool opens_a(const Pair& pair) const {
        if (tree::is_leaf(pair.a) || tree::is_leaf(pair.b)) return tree::is_leaf(pair.b);
        return a_->volume(pair.a).size() >= b_->volume(pair.b).size();
    }

    // The nearest child is pushed last, so that it is visited first.
    void open(const Pair& pair) {
        const std::size_t from = waiting_.size();
        if (opens_a(pair))
            for (const tree::NodeId child : a_->children(pair.a)) meet(child, pair.b);
        else
            for (const tree::NodeId child : b_->children(pair.b)) meet(pair.a, child);
        std::stable_sort(waiting_.begin() + static_cast<std::ptrdiff_t>(from), waiting_.end(),
                         [](const Pair& x, const Pair& y) { return x.bound > y.bound; });
    }

    void meet(tree::NodeId a, tree::NodeId b) {
        const double bound = gap(a, b);
        if (!(bound > reach())) waiting_.push_back({bound, a, b});
    }

    double gap(tree::NodeId a, tree::NodeId b) {
        const bool volume_a = a_->has_volume(a), volume_b = b_->has_volume(b);
        if (volume_a && volume_b) {
            ++counts_.volume_tests;
            return frame_->gap(a_->volume(a), placing_->get(placing_->place(b)));
        }
        if constexpr (MixedFrameOf<Frame, std::decay_t<decltype(a_->volume(a))>>) {
            if (!volume_a && !volume_b) return 0;
            ++counts_.mixed_tests;
            if (volume_a) return frame_->gap(a_->volume(a), b_->triangles[tree::place_of(b)]);
            return frame_->gap(a_->triangles[tree::place_of(a)], b_->volume(b));
        }
        return 0;
    }

    const TreeA* a_;
    const TreeB* b_;
    Frame* frame_;
    Placing* placing_;
    NearCollector* collector_;
    double stretch_;
    std::vector<Pair> waiting_;
    TestCounts counts_;
};

template <typename TreeA, typename TreeB, typename Frame, typename Placing>
TestCounts traverse_near(const TreeA& a, const TreeB& b, Frame& frame, Placing& placing,
                         NearCollector& collector, double stretch) {
    return NearTraversal<TreeA, TreeB, Frame, Placing>(a, b, frame, placing, collector, stretch).run();
}

}  // namespace allide::traverse
