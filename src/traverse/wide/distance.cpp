#include "traverse/wide/distance.hpp"

#include "base/cancel.hpp"
#include "simd/targets.hpp"
#include "traverse/wide/anchored_nodes.hpp"
#include "traverse/wide/frame.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "traverse/wide/distance.cpp"
// foreach_target.h compiles everything below once per instruction set.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "traverse/wide/boxes-inl.hpp"
#include "traverse/wide/gaps-inl.hpp"
#include "traverse/wide/plane-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace allide::traverse {
namespace HWY_NAMESPACE {

// Depth first, nearest children first: a pair is stored with the lower bound of its boxes' distance and is
// opened when no nearer pair is above it on the stack.
class NearPairSearch {
  public:
    NearPairSearch(const WideSide& a, const WideSide& b, const WideFrame& frame, NearPairs& near,
                   const kernel::DistanceTester& tester, WideCounters& counters)
        : a_(a),
          b_(b),
          frame_(frame),
          boxes_(frame),
          triangles_(frame),
          near_(near),
          to_frame_(std::ldexp(1 + 2 * tester.stretch(), -a.tree.exponent) * (1 + 0x1p-22)),
          farthest_(8 * (1 + frame.scale_b) +
                    2 * (std::abs(frame.offset[0]) + std::abs(frame.offset[1]) + std::abs(frame.offset[2]))),
          counters_(counters) {}

    void run() {
        cold_ = !(near_.reach() < std::numeric_limits<double>::infinity());
        // The first pass prunes by distances estimated in single precision. These are wrong only for needles;
        // then the search is repeated with certified distances.
        for (const bool trusting : {true, false}) {
            trusting_ = trusting && near_.keeps_closest();
            supposed_ = std::numeric_limits<double>::infinity();
            search();
            if (!trusting_ || near_.done() || near_.best() <= supposed_) return;
            near_.begin_again();
        }
    }

  private:
    struct Pair {
        std::uint32_t a, b;
    };
    struct Waiting {
        float bound;
        Pair pair;
    };
    struct Candidate {
        float lower;
        std::uint32_t a, b;
    };

    void search() {
        const std::array<double, 3>& t = frame_.offset;
        look_up(near_.reach(), near_.keeps_closest() ? near_.direction() : Vec3{t[0], t[1], t[2]});
        if (trusting_) guess();
        if (!near_.keeps_closest() && gap_by_plane(a_.tree, b_.tree, frame_, reach_) > reach_) return;
        stack_.assign(1, {0, {0, 0}});
        const base::CancelCheck check_cancelled;
        while (!stack_.empty() && !near_.done()) {
            check_cancelled();
            step();
            if (trusting_ && !near_.keeps_others() && crowded()) anchor();
        }
        offer_candidates();
    }
    struct Batch {
        std::size_t count = 0;
        std::array<Pair, batch_width> pairs;
        NodePairs nodes{};

        void add(const Pair& pair, const WideSide& a, const WideSide& b) {
            pairs[count] = pair;
            nodes.a[count] = &a.tree.nodes[pair.a];
            nodes.b[count] = &b.tree.nodes[pair.b];
            ++count;
        }
        void fill() {
            for (std::size_t i = count; i < BoxPairs::columns_for(count); ++i) {
                nodes.a[i] = nodes.a[0];
                nodes.b[i] = nodes.b[0];
            }
        }
    };

    // Sets the reach, given in world units, and the direction of the closest pair in A's frame.
    void look_up(double reach, const Vec3& v) {
        reach_in_world_ = reach;
        reach_ = static_cast<float>(std::min(reach * to_frame_, farthest_)) * (1 + 0x1p-20f);
        direction_ = unit(v);
    }

    // A direction of length 1 up to rounding; 0 for vectors that are too short or too long.
    static std::array<float, 3> unit(const Vec3& v) {
        const double length = std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
        const double scale = length > 0x1p-500 && length < 0x1p500 ? 1 / length : 0;
        return {static_cast<float>(scale * v.x), static_cast<float>(scale * v.y),
                static_cast<float>(scale * v.z)};
    }

    // Finds a near pair to start with: first in the leaves that are farthest in the direction of the other
    // model, then in those farthest in the direction between the closest triangles so far. If the pair may
    // be far from the closest one, as between bodies that are not convex, continues with the leaf of B
    // nearest to A's, the leaf of A nearest to that one, and so on.
    void guess() {
        if (a_.tree.nodes[0].leaf && b_.tree.nodes[0].leaf) return;  // the search measures them at once
        if (cold_) look_up(near_.reach(), {frame_.offset[0], frame_.offset[1], frame_.offset[2]});
        Pair leaves{};
        float gap = 0;
        for (int round = 0; round < 3; ++round) {
            const std::array<float, 3> before = direction_;
            std::array<float, 3> from_b{};
            for (std::size_t k = 0; k < 3; ++k)
                for (std::size_t i = 0; i < 3; ++i)
                    from_b[k] -= static_cast<float>(frame_.rotation[3 * i + k]) * direction_[i];
            leaves = {foremost_leaf(a_.tree, direction_), foremost_leaf(b_.tree, from_b)};
            gap = suppose_foremost(leaves);
            if (direction_ == before) break;
        }
        constexpr float good = 1.25f;
        for (int round = 0; round < 4 && reach_ > good * gap; ++round) {
            const float before = reach_;
            if (round % 2 == 0)
                leaves.b = nearest_leaf(b_.tree, [&](std::uint32_t child) { return Pair{leaves.a, child}; });
            else
                leaves.a = nearest_leaf(a_.tree, [&](std::uint32_t child) { return Pair{child, leaves.b}; });
            suppose_foremost(leaves);
            if (round > 0 && reach_ == before) return;
        }
    }

    // Measures all pairs with a foremost triangle of one of the two leaves (see Foremost in gaps-inl.hpp),
    // and supposes that the nearest is the closest pair if none so far is closer. Returns the approximate gap
    // of the two foremost triangles along direction_.
    float suppose_foremost(const Pair& leaves) {
        Batch batch;
        batch.add(leaves, a_, b_);
        batch.fill();
        boxes_.relate(batch.nodes, 1, direction_);
        const tree::WideNode &a = *batch.nodes.a[0], &b = *batch.nodes.b[0];
        triangles_.set(a_.tree.corners[a.corners], a, b_.tree.corners[b.corners], b, boxes_.offset(0));
        const auto foremost = triangles_.foremost(direction_, a.count, b.count);
        for (std::uint64_t all = foremost.pairs & boxes_.real_pairs(a.count, b.count); all != 0;) {
            const TrianglePairs pairs(all);
            counters_.pairs.triangle_tests += pairs.count;
            suppose(triangles_.measure(pairs), pairs, a.first, b.first);
        }
        return foremost.gap;
    }

    // Descends to a leaf of one tree, always to the child nearest to a node of the other tree.
    template <typename PairWith>
    std::uint32_t nearest_leaf(const tree::WideTree& tree, const PairWith& pair_with) {
        std::uint32_t at = 0;
        while (!tree.nodes[at].leaf) {
            const tree::WideNode& node = tree.nodes[at];
            Batch batch;
            for (std::uint32_t i = 0; i < node.count; ++i) batch.add(pair_with(node.first + i), a_, b_);
            batch.fill();
            std::array<float, tree::wide_arity> bounds;
            boxes_.gaps(batch.nodes, batch.count, direction_, bounds.data());
            counters_.volume_tests += batch.count;
            at = node.first +
                 static_cast<std::uint32_t>(std::min_element(bounds.begin(), bounds.begin() + node.count) -
                                            bounds.begin());
        }
        return at;
    }

    static std::uint32_t foremost_leaf(const tree::WideTree& tree, const std::array<float, 3>& direction) {
        std::uint32_t at = 0;
        while (!tree.nodes[at].leaf)
            at = tree.nodes[at].first + BoxPairs::foremost_child(tree.nodes[at], direction);
        return at;
    }

    // Takes the nearest pairs from the stack and opens them.
    void step() {
        Batch batch;
        const std::size_t width = steps_++ < narrow_steps ? 1 : full_width;
        while (batch.count < width && !stack_.empty()) {
            const Waiting top = stack_.back();
            stack_.pop_back();
            if (top.bound <= reach_ && !parted(top.pair)) batch.add(top.pair, a_, b_);
        }
        if (batch.count == 0) return;
        batch.fill();
        boxes_.relate(batch.nodes, batch.count, direction_);
        boxes_.prepare_children(reach_);
        opened_.clear();
        for (std::size_t lane = 0; lane < batch.count; ++lane) {
            const tree::WideNode &a = *batch.nodes.a[lane], &b = *batch.nodes.b[lane];
            counters_.volume_tests += static_cast<std::uint64_t>(a.count) * b.count;
            std::uint64_t near = boxes_.children(a, b, lane);
            if (near == 0) continue;
            near &= boxes_.near_on_line(a, b, lane, reach_);
            if (near == 0) continue;
            if (a.leaf && b.leaf)
                measure(a, b, near, boxes_.offset(lane));
            else
                open(a, b, batch.pairs[lane], near, boxes_.which_to_open(a, b, lane));
            if (near_.done()) return;
        }
        push_opened();
    }

    void open(const tree::WideNode& a, const tree::WideNode& b, const Pair& pair, std::uint64_t near,
              int which) {
        if (which < 0) {
            for (std::uint32_t i = 0; i < a.count; ++i)
                if ((near >> (8 * i) & 0xff) != 0) opened_.push_back({0, {a.first + i, pair.b}});
        } else if (which > 0) {
            near |= near >> 32;
            near |= near >> 16;
            near |= near >> 8;
            for (std::uint32_t i = 0; i < b.count; ++i)
                if ((near >> i & 1) != 0) opened_.push_back({0, {pair.a, b.first + i}});
        } else {
            for (; near != 0; near &= near - 1) {
                const auto bit = static_cast<std::uint32_t>(std::countr_zero(near));
                opened_.push_back({0, {a.first + bit / 8, b.first + bit % 8}});
            }
        }
    }

    // The nearest is pushed last, so that it is visited first.
    void push_opened() {
        const std::size_t from = stack_.size();
        constexpr std::size_t bounds_at_once = 16;
        for (std::size_t first = 0; first < opened_.size(); first += bounds_at_once) {
            Batch batch;
            const std::size_t end = std::min(opened_.size(), first + bounds_at_once);
            for (std::size_t i = first; i < end; ++i) batch.add(opened_[i].pair, a_, b_);
            batch.fill();
            std::array<float, bounds_at_once> bounds;
            boxes_.gaps(batch.nodes, batch.count, direction_, bounds.data());
            counters_.volume_tests += batch.count;
            for (std::size_t i = 0; i < batch.count; ++i)
                if (bounds[i] <= reach_) stack_.push_back({bounds[i], batch.pairs[i]});
        }
        sort(std::span(stack_).subspan(from));
    }

    // Insertion sort, since there are nearly always few pairs.
    static void sort(std::span<Waiting> pairs) {
        const auto farther = [](const Waiting& x, const Waiting& y) { return x.bound > y.bound; };
        if (pairs.size() > 48) {
            std::stable_sort(pairs.begin(), pairs.end(), farther);
            return;
        }
        for (std::size_t i = 1; i < pairs.size(); ++i) {
            const Waiting pair = pairs[i];
            std::size_t at = i;
            for (; at > 0 && farther(pair, pairs[at - 1]); --at) pairs[at] = pairs[at - 1];
            pairs[at] = pair;
        }
    }

    void measure(const tree::WideNode& a, const tree::WideNode& b, std::uint64_t near,
                 const std::array<float, 3>& offset) {
        triangles_.set(a_.tree.corners[a.corners], a, b_.tree.corners[b.corners], b, offset);
        near &= triangles_.near_on_line(direction_, reach_);
        while (near != 0) {
            const TrianglePairs pairs(near);
            counters_.pairs.triangle_tests += pairs.count;
            const TriangleGaps gaps = triangles_.measure(pairs);
            if (trusting_) suppose(gaps, pairs, a.first, b.first);
            for (std::size_t i = 0; i < pairs.count; ++i) {
                if (!(gaps.lower[i] <= reach_)) continue;
                const Candidate candidate{gaps.lower[i], a.first + pairs.a(i), b.first + pairs.b(i)};
                if (trusting_ && candidate.lower > 0)
                    candidates_.push_back(candidate);
                else
                    offer(candidate);
                if (near_.done()) return;
            }
            // The direction between the leaves' own closest triangles separates most of the rest.
            if (near != 0)
                near &= triangles_.near_on_line(unit(gaps.vector(gaps.nearest(pairs.count))), reach_);
        }
    }

    // Lowers the reach to the estimated distance of the nearest of these pairs.
    void suppose(const TriangleGaps& gaps, const TrianglePairs& pairs, std::uint32_t first_a,
                 std::uint32_t first_b) {
        const std::size_t i = gaps.nearest(pairs.count);
        const double about = (gaps.about[i] * (1 + 0x1p-12) + 4 * triangles_.error()) / to_frame_;
        const double reach = near_.reach_for(about);
        if (!(reach < reach_in_world_)) return;
        supposed_ = about;
        supposed_pair_ = {first_a + pairs.a(i), first_b + pairs.b(i)};
        look_up(reach, gaps.vector(i));
    }

    // If there are many candidates, drops those that are out of reach by now. Returns true if many are left.
    bool crowded() {
        if (candidates_.size() < crowd_) return false;
        drop_far_candidates();
        const bool many = candidates_.size() > crowd_ / 2;
        if (many) crowd_ *= 4;
        return many;
    }
    void drop_far_candidates() {
        std::erase_if(candidates_, [this](const Candidate& c) { return !(c.lower <= reach_); });
    }

    // For many pairs that seem equally close: measures heights over the planes through the closest points
    // found so far, and drops the pairs that are proven to be farther apart.
    void anchor() {
        near_.offer(a_.corners(supposed_pair_.a), b_.corners(supposed_pair_.b), supposed_pair_.a,
                    supposed_pair_.b);
        if (near_.done()) return;
        if (near_.reach() < reach_in_world_) look_up(near_.reach(), near_.direction());
        anchor_ = near_.anchor();
        if (!(anchor_.between > near_.reach())) {
            anchor_.between = -1;
            return;
        }
        const double enough = (anchor_.between - near_.reach()) / 8;
        const AnchoredVertices vertices_a(a_, anchor_.a, enough), vertices_b(b_, anchor_.b, enough);
        if (anchor_.lower(vertices_a.farthest(), vertices_b.farthest()) > reach_in_world_) {
            stack_.clear();
            candidates_.clear();
            return;
        }
        anchored_a_ = AnchoredNodes(a_, vertices_a);
        anchored_b_ = AnchoredNodes(b_, vertices_b);
    }

    bool parted(const Pair& pair) const {
        return anchor_.between > 0 &&
               anchor_.lower(anchored_a_.beyond(pair.a), anchored_b_.beyond(pair.b)) > reach_in_world_;
    }

    void offer(const Candidate& candidate) {
        near_.offer(a_.corners(candidate.a), b_.corners(candidate.b), candidate.a, candidate.b);
        if (near_.reach() < reach_in_world_) look_up(near_.reach(), near_.direction());
    }

    void offer_candidates() {
        drop_far_candidates();
        std::stable_sort(candidates_.begin(), candidates_.end(),
                         [](const Candidate& x, const Candidate& y) { return x.lower < y.lower; });
        for (const Candidate& candidate : candidates_)
            if (candidate.lower <= reach_ && !near_.done()) offer(candidate);
        candidates_.clear();
    }

    static constexpr int narrow_steps = 8;
    static constexpr std::size_t full_width = 8;

    const WideSide& a_;
    const WideSide& b_;
    const WideFrame& frame_;
    BoxPairs boxes_;
    LeafGaps triangles_;
    NearPairs& near_;
    double to_frame_;  // factor from world lengths to A's unit, rounded up
    double farthest_;  // upper bound of the distance of any two points of the models
    WideCounters& counters_;
    double reach_in_world_ = 0;
    float reach_ = 0;
    std::array<float, 3> direction_{};
    int steps_ = 0;
    bool cold_ = true;       // true if nothing was known about the distance at the start
    bool trusting_ = false;  // true in the pass that prunes by estimated distances
    double supposed_ = 0;    // the estimated distance from which the reach was last set
    std::vector<Waiting> stack_, opened_;
    std::vector<Candidate> candidates_;
    Pair supposed_pair_{0, 0};
    std::size_t crowd_ = 256;
    kernel::DistanceAnchor anchor_;
    AnchoredNodes anchored_a_, anchored_b_;
};

void search_near_pairs(const WideSide& a, const WideSide& b, const WideFrame& frame, NearPairs& near,
                       const kernel::DistanceTester& tester, WideCounters& counters) {
    NearPairSearch(a, b, frame, near, tester, counters).run();
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::traverse
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace allide::traverse {
namespace {

HWY_EXPORT(search_near_pairs);

}  // namespace

bool find_near(const WideSide& a, const WideSide& b, NearPairs& near, const kernel::DistanceTester& tester,
               WideCounters& counters) {
    if (a.tree.nodes.empty() || b.tree.nodes.empty()) return true;
    const WideFrame frame(a.tree, b.tree, tester.b_in_a(), WideFrame::Purpose::distance);
    if (frame.kind == WideFrame::Kind::beyond) return false;
    HWY_DISPATCH_TABLE(search_near_pairs)[simd::target_index()](a, b, frame, near, tester, counters);
    return true;
}

}  // namespace allide::traverse
#endif
