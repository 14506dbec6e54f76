#include "traverse/wide/two_trees.hpp"

#include "base/cancel.hpp"
#include "simd/targets.hpp"
#include "traverse/wide/frame.hpp"
#include "traverse/wide/large_coordinates.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "traverse/wide/two_trees.cpp"
// foreach_target.h compiles everything below once per instruction set.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/cache_control.h>
#include <hwy/highway.h>
#include "traverse/wide/boxes-inl.hpp"
#include "traverse/wide/contacts_found-inl.hpp"
#include "traverse/wide/plane-inl.hpp"
#include "traverse/wide/triangles-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace allide::traverse {
namespace HWY_NAMESPACE {

enum class WideGoal { all, some };

template <WideGoal goal>
class WideSearch {
    // Fused multiply-adds are faster, but machines without them open other pairs of nodes, and may find the
    // contacts in another order. A search for all contacts may use them, since it sorts what it found.
    using Rounding = std::conditional_t<goal == WideGoal::all, kn::RoundedOnce, kn::RoundedTwice>;

  public:
    WideSearch(const WideSide& a, const WideSide& b, const WideFrame& frame, const kernel::PairTester& tester,
               ContactList& contacts, WideCounters& counters, WideHint* hint)
        : a_(a),
          b_(b),
          frame_(frame),
          boxes_(frame),
          triangles_(frame),
          batch_(tester, kernel::FilterFrom::double_precision),
          contacts_(contacts),
          found_(contacts),
          counters_(counters),
          hint_(hint) {
        if (hint != nullptr && hint->found_nothing) greedy_steps_ = 0;
    }

    void run() {
        if (hint_ != nullptr && !hint_->found_nothing) run_from_hint();
        if (!contacts_.done()) run_from({0, 0}, plane_step);
        if (hint_ != nullptr) leave_hint();
    }

  private:
    struct Pair {
        std::uint32_t a, b;
    };

    // Searches from a pair of nodes on. A separating plane is tried after `steps_to_plane` steps; 0: never.
    void run_from(const Pair& pair, int steps_to_plane) {
        push(pair);
        const base::CancelCheck check_cancelled;
        while (waiting_ != 0 && !contacts_.done()) {
            check_cancelled();
            step();
            // If there is a contact, it has usually been found by now; otherwise try a separating plane.
            if (--steps_to_plane != 0) continue;
            gap_ = gap_by_plane(a_.tree, b_.tree, frame_);
            if (gap_ > 0) waiting_ = 0;
        }
        if (!contacts_.done()) decide_doubtful();
        if (goal == WideGoal::all) found_.flush();
    }
    // Starts at the leaves that touched last. A contact there ends the search, so it is not added twice.
    void run_from_hint() {
        if (!hint_->leaves) return;
        const auto [leaf_a, leaf_b] = *hint_->leaves;
        const auto is_leaf = [](const tree::WideTree& tree, std::uint32_t node) {
            return node < tree.nodes.size() && tree.nodes[node].leaf;
        };
        if (is_leaf(a_.tree, leaf_a) && is_leaf(b_.tree, leaf_b)) run_from({leaf_a, leaf_b}, 0);
    }
    // If nothing touches, stores a lower bound of the models' distance: if the next step of the motion is
    // shorter than that, they cannot touch.
    void leave_hint() {
        hint_->found_nothing = !contacts_.done();
        if (!hint_->found_nothing) return;
        if (!gap_) gap_ = gap_by_plane(a_.tree, b_.tree, frame_);
        hint_->gap = std::ldexp(static_cast<double>(*gap_), a_.tree.exponent);
    }

    struct Batch {
        bool greedy;  // true: only one pair of the batch is opened
        std::size_t count;
        std::array<Pair, batch_width> pairs;
        NodePairs nodes;
    };
    // A pair of the batch, and the mask of those pairs of its children that overlap.
    struct Opened {
        std::size_t lane;
        std::uint64_t overlapping;
    };
    struct Tested {
        Pair leaves;
        std::uint32_t first_a, first_b;
        TrianglePairs pairs;
        TriangleVerdicts verdicts;
    };

    // Takes the last pairs from the stack and opens those whose boxes overlap. Each step of the work
    // is done for the whole batch before the next step, so that the work on one pair does not wait
    // for branches of another.
    void step() {
        const Batch batch = take();
        counters_.volume_tests += batch.count;
        std::uint32_t overlapping = boxes_.overlapping(batch.nodes, batch.count, batch.greedy) &
                                    static_cast<std::uint32_t>((std::uint64_t{1} << batch.count) - 1);
        if (overlapping == 0) return;
        if (batch.greedy && (overlapping = only_deepest(batch, overlapping)) == 0) return;
        boxes_.prepare_children();
        std::array<Opened, batch_width> opened;
        std::size_t count = 0, leaf_pairs = 0;
        for (; overlapping != 0; overlapping &= overlapping - 1)
            opened[count++].lane = static_cast<std::size_t>(std::countr_zero(overlapping));
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t lane = opened[i].lane;
            opened[i].overlapping = boxes_.children(*batch.nodes.a[lane], *batch.nodes.b[lane], lane);
        }
        // Pushed in reverse order, so that the first pair is visited first.
        for (std::size_t i = count; i-- > 0;)
            if (const Opened pair = opened[i]; !push_children(batch, pair))
                opened[count - ++leaf_pairs] = pair;
        test_triangles(batch, std::span(opened).subspan(count - leaf_pairs, leaf_pairs));
    }

    Batch take() {
        Batch batch;
        // If any contact will do, a greedy descent usually finds one soon; if it does not, there may be none,
        // and all pairs have to be opened.
        batch.greedy = contacts_.wants_any() && greedy_steps_ > 0;
        if (batch.greedy) --greedy_steps_;
        const std::size_t most = batch.greedy ? 8 : goal == WideGoal::some ? 16 : batch_width;
        batch.count = std::min(waiting_, most);
        const std::size_t filled = BoxPairsBy<Rounding>::columns_for(batch.count);
        for (std::size_t i = 0; i < filled; ++i) {
            const Pair pair = batch.pairs[i] = stack_[waiting_ - 1 - std::min(i, batch.count - 1)];
            batch.nodes.a[i] = &a_.tree.nodes[pair.a];
            batch.nodes.b[i] = &b_.tree.nodes[pair.b];
        }
        waiting_ -= batch.count;
        return batch;
    }

    // If any contact will do, only the most promising pair is opened and the others wait below its children.
    // If even that pair overlaps little and enough others wait, postpones all pairs and returns 0.
    std::uint32_t only_deepest(const Batch& batch, std::uint32_t overlapping) {
        const std::size_t best = boxes_.deepest(overlapping);
        if (boxes_.apartness(best) > shallow && !batch.nodes.a[best]->leaf && !batch.nodes.b[best]->leaf &&
            waiting_ >= postponed_ + 16) {
            for (std::size_t lane = batch.count; lane-- > 0;)
                if ((overlapping >> lane & 1) != 0) postpone(batch.pairs[lane]);
            return 0;
        }
        for (std::size_t lane = batch.count; lane-- > 0;)
            if (lane != best && (overlapping >> lane & 1) != 0) push(batch.pairs[lane]);
        return 1u << best;
    }

    void push(const Pair& pair) {
        if (waiting_ == stack_.size()) grow_stack();
        stack_[waiting_++] = pair;
    }
    // Moves a pair to the bottom of the stack and, in exchange, the pair from there to the top, which was
    // pushed when larger boxes were opened. So the search continues elsewhere: where surfaces run parallel, a
    // whole subtree of overlapping boxes may contain no contact.
    void postpone(const Pair& pair) {
        push(stack_[postponed_]);
        stack_[postponed_++] = pair;
    }
    // Prefetches children when they are pushed, so that they are in the CPU's cache when they are tested.
    void push_child(const Pair& pair) {
        fetch(&a_.tree.nodes[pair.a], sizeof(tree::WideNode));
        fetch(&b_.tree.nodes[pair.b], sizeof(tree::WideNode));
        push(pair);
    }
    HWY_INLINE static void fetch(const void* from, std::size_t bytes) {
        const char* const first = static_cast<const char*>(from);
        for (std::size_t at = 0; at < bytes; at += 64) hwy::Prefetch(first + at);
    }

    HWY_NOINLINE void grow_stack() {
        std::vector<Pair> larger(2 * stack_.size());
        std::copy(stack_.begin(), stack_.end(), larger.begin());
        long_stack_ = std::move(larger);
        stack_ = long_stack_;
    }

    // Pushes the overlapping pairs of children. Returns false for two leaves, whose triangles must be tested.
    bool push_children(const Batch& batch, const Opened& opened) {
        const tree::WideNode &a = *batch.nodes.a[opened.lane], &b = *batch.nodes.b[opened.lane];
        const Pair pair = batch.pairs[opened.lane];
        std::uint64_t rest = opened.overlapping;
        counters_.volume_tests += static_cast<std::uint64_t>(a.count) * b.count;
        if (rest == 0) return true;
        if (a.leaf && b.leaf) {
            fetch(&a_.tree.corners[a.corners], sizeof(tree::WideCorners));
            fetch(&b_.tree.corners[b.corners], sizeof(tree::WideCorners));
            return false;
        }
        const int which = boxes_.which_to_open(a, b, opened.lane);
        if (which < 0) {
            for (std::uint32_t i = a.count; i-- > 0;)
                if ((rest >> (8 * i) & 0xff) != 0) push_child({a.first + i, pair.b});
        } else if (which > 0) {
            rest |= rest >> 32;
            rest |= rest >> 16;
            rest |= rest >> 8;
            for (std::uint32_t i = b.count; i-- > 0;)
                if ((rest >> i & 1) != 0) push_child({pair.a, b.first + i});
        } else {
            while (rest != 0) {
                const auto bit = static_cast<std::uint32_t>(63 - std::countl_zero(rest));
                rest &= ~(std::uint64_t{1} << bit);
                push_child({a.first + bit / 8, b.first + bit % 8});
            }
        }
        return true;
    }

    void test_triangles(const Batch& batch, std::span<const Opened> leaf_pairs) {
        std::size_t count = 0;
        for (const Opened& leaves : leaf_pairs) {
            const tree::WideNode &a = *batch.nodes.a[leaves.lane], &b = *batch.nodes.b[leaves.lane];
            triangles_.set(a_.tree.corners[a.corners], a, b_.tree.corners[b.corners], b,
                           boxes_.offset(leaves.lane));
            for (std::uint64_t rest = leaves.overlapping; rest != 0;) {
                const TrianglePairs pairs(rest);
                tested_[count++] = {batch.pairs[leaves.lane], a.first, b.first, pairs,
                                    triangles_.decide(pairs)};
            }
        }
        for (std::size_t i = 0; i < count; ++i)
            if (!report(tested_[i])) return;
    }

    bool report(const Tested& tested) {
        const auto& [leaves, first_a, first_b, pairs, verdicts] = tested;
        counters_.pairs.triangle_tests += pairs.count;
        if (goal == WideGoal::all) {
            found_.add(first_a, first_b, pairs, verdicts.touching);
        } else {
            if (hint_ != nullptr && verdicts.touching != 0) hint_->leaves = {leaves.a, leaves.b};
            for (std::uint32_t rest = verdicts.touching; rest != 0; rest &= rest - 1) {
                const auto i = static_cast<std::size_t>(std::countr_zero(rest));
                if (!contacts_.add(first_a + pairs.a(i), first_b + pairs.b(i))) return false;
            }
        }
        for (std::uint32_t rest = verdicts.undecided; rest != 0; rest &= rest - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(rest));
            if (!add_doubtful(first_a + pairs.a(i), first_b + pairs.b(i))) return false;
        }
        return true;
    }

    // If any contact will do, pairs are decided as soon as one batch of eight is full; otherwise 64 together,
    // so that memory accesses overlap.
    bool add_doubtful(std::uint32_t place_a, std::uint32_t place_b) {
        doubtful_[doubtful_count_++] = {place_a, place_b};
        return doubtful_count_ < (contacts_.wants_any() ? kernel::filter_width : most_doubtful) ||
               decide_doubtful();
    }
    bool decide_doubtful() {
        const std::span<const Pair> pairs(doubtful_.data(), std::exchange(doubtful_count_, 0));
        // A triangle's position, its corner indices and its corners are three dependent loads: prefetch them
        // in stages.
        if (pairs.size() > kernel::filter_width) {
            for (const auto& [i, j] : pairs)
                hwy::Prefetch(&a_.tree.order[i]), hwy::Prefetch(&b_.tree.order[j]);
            for (const auto& [i, j] : pairs) a_.fetch_triangle(i), b_.fetch_triangle(j);
            for (const auto& [i, j] : pairs) a_.fetch_corners(i), b_.fetch_corners(j);
        }
        for (std::size_t i = 0; i < pairs.size(); i += kernel::filter_width)
            if (!decide(pairs.subspan(i, std::min(kernel::filter_width, pairs.size() - i)))) return false;
        return true;
    }
    bool decide(std::span<const Pair> pairs) {
        kernel::PairCounters counters;
        for (const auto& [i, j] : pairs) batch_.add(a_.corners(i), b_.corners(j), i, j);
        batch_.decide(counters, [this](std::uint32_t i, std::uint32_t j) { return contacts_.add(i, j); });
        counters_.pairs.double_tests += counters.triangle_tests;  // single precision left them all undecided
        counters_.pairs.exact_tests += counters.exact_tests;
        return !contacts_.done();
    }

    const WideSide& a_;
    const WideSide& b_;
    const WideFrame& frame_;
    BoxPairsBy<Rounding> boxes_;
    LeafPair<Rounding> triangles_;
    kernel::PairBatch batch_;
    static constexpr std::size_t most_doubtful = 64;
    std::array<Pair, most_doubtful> doubtful_;
    std::size_t doubtful_count_ = 0;
    ContactList& contacts_;
    FoundPairs found_;
    WideCounters& counters_;
    WideHint* hint_;
    // The stack of most searches fits into short_stack_, so that no memory is allocated.
    std::array<Pair, 256> short_stack_;
    std::vector<Pair> long_stack_;
    std::span<Pair> stack_ = short_stack_;
    std::size_t waiting_ = 0;               // number of pairs on the stack
    static constexpr int plane_step = 3;    // number of steps after which a separating plane is tried
    std::optional<float> gap_;              // result of gap_by_plane(); empty before it was tried
    int greedy_steps_ = 40;                 // number of greedy steps left
    static constexpr float shallow = 0.7f;  // a pair of larger apartness may be postponed; found by measuring
    std::size_t postponed_ = 0;             // number of pairs that were moved to the bottom of the stack
    // A pair of leaves has up to 64 pairs of triangles: eight batches of eight.
    std::array<Tested, 8 * batch_width> tested_;
};

void search(const WideSide& a, const WideSide& b, const WideFrame& frame, const kernel::PairTester& tester,
            ContactList& contacts, WideCounters& counters, WideHint* hint) {
    if (contacts.wants_all())
        WideSearch<WideGoal::all>(a, b, frame, tester, contacts, counters, hint).run();
    else
        WideSearch<WideGoal::some>(a, b, frame, tester, contacts, counters, hint).run();
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::traverse
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace allide::traverse {
namespace {

HWY_EXPORT(search);

}  // namespace

void find_contacts(const WideSide& a, const WideSide& b, const kernel::PairTester& tester,
                   ContactList& contacts, WideCounters& counters, WideHint* hint) {
    if (a.tree.nodes.empty() || b.tree.nodes.empty()) return;
    const WideFrame frame(a.tree, b.tree, tester.b_in_a());
    switch (frame.kind) {
        case WideFrame::Kind::usual:
            HWY_DISPATCH_TABLE(search)[simd::target_index()](a, b, frame, tester, contacts, counters, hint);
            return;
        case WideFrame::Kind::beyond:
            find_contacts_beyond(a, b, tester, contacts, counters);
            return;
        case WideFrame::Kind::apart:
            ++counters.volume_tests;
            if (hint != nullptr) {
                hint->found_nothing = true;
                hint->gap = std::ldexp(frame.gap, a.tree.exponent);
            }
            return;
    }
}

}  // namespace allide::traverse
#endif
