#include "traverse/wide_pairs.hpp"

#include "simd/targets.hpp"
#include "traverse/wide_frame.hpp"

#include <array>
#include <bit>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "traverse/wide_pairs.cpp"
// The first of these compiles all that follows once for each instruction set.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "traverse/wide_boxes-inl.hpp"
#include "traverse/wide_triangles-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace allide::traverse {
namespace HWY_NAMESPACE {

class WideSearch {
  public:
    WideSearch(const WideSide& a, const WideSide& b, const WideFrame& frame, const kernel::PairTester& tester,
               ContactList& contacts, WideCounters& counters)
        : a_(a),
          b_(b),
          boxes_(frame),
          triangles_(frame),
          doubtful_(tester, kernel::FilterFrom::double_precision),
          contacts_(contacts),
          counters_(counters) {}

    void run() {
        stack_.reserve(512);
        stack_.push_back({0, 0});
        while (!stack_.empty() && !contacts_.done()) step();
        if (!contacts_.done()) decide_doubtful();
    }

  private:
    struct Pair {
        std::uint32_t a, b;
    };

    // Takes the last eight pairs at once. Those whose boxes overlap are opened, the last first.
    void step() {
        const std::size_t count = std::min<std::size_t>(stack_.size(), batch_width);
        std::array<Pair, batch_width> pairs;
        NodePairs nodes;
        for (std::size_t i = 0; i < batch_width; ++i) {
            pairs[i] = stack_[stack_.size() - 1 - std::min(i, count - 1)];
            nodes.a[i] = &a_.tree.nodes[pairs[i].a];
            nodes.b[i] = &b_.tree.nodes[pairs[i].b];
        }
        stack_.resize(stack_.size() - count);
        counters_.volume_tests += count;
        std::uint32_t overlapping = boxes_.overlapping(nodes) & ((1u << count) - 1);
        if (overlapping == 0) return;
        boxes_.prepare_children();
        if (contacts_.wants_any()) {
            open_deepest(pairs, nodes, overlapping);
            return;
        }
        // What comes first is pushed last.
        for (; overlapping != 0;) {
            const auto lane = static_cast<std::size_t>(31 - std::countl_zero(overlapping));
            overlapping &= ~(1u << lane);
            if (!open(pairs[lane], *nodes.a[lane], *nodes.b[lane], lane)) return;
        }
    }

    // Any contact will do: only the pair that looks best is opened, the others wait below its children.
    void open_deepest(const std::array<Pair, batch_width>& pairs, const NodePairs& nodes,
                      std::uint32_t overlapping) {
        const std::size_t best = boxes_.deepest(overlapping);
        for (std::size_t lane = batch_width; lane-- > 0;)
            if (lane != best && (overlapping >> lane & 1) != 0) stack_.push_back(pairs[lane]);
        open(pairs[best], *nodes.a[best], *nodes.b[best], best);
    }

    bool open(const Pair& pair, const tree::WideNode& a, const tree::WideNode& b, std::size_t lane) {
        const std::uint64_t overlapping = boxes_.children(a, b, lane);
        counters_.volume_tests += static_cast<std::uint64_t>(a.count) * b.count;
        if (overlapping == 0) return true;
        if (a.leaf && b.leaf) return test_triangles(a, b, overlapping, lane);
        const int opened = boxes_.which_to_open(a, b, lane);
        if (opened < 0)
            push_children_of_a(a, pair, overlapping);
        else if (opened > 0)
            push_children_of_b(b, pair, overlapping);
        else
            for (std::uint64_t rest = overlapping; rest != 0;) {
                const auto bit = static_cast<std::uint32_t>(63 - std::countl_zero(rest));
                rest &= ~(std::uint64_t{1} << bit);
                stack_.push_back({a.first + bit / 8, b.first + bit % 8});
            }
        return true;
    }
    void push_children_of_a(const tree::WideNode& a, const Pair& pair, std::uint64_t overlapping) {
        for (std::uint32_t i = a.count; i-- > 0;)
            if ((overlapping >> (8 * i) & 0xff) != 0) stack_.push_back({a.first + i, pair.b});
    }
    void push_children_of_b(const tree::WideNode& b, const Pair& pair, std::uint64_t overlapping) {
        overlapping |= overlapping >> 32;
        overlapping |= overlapping >> 16;
        overlapping |= overlapping >> 8;
        for (std::uint32_t i = b.count; i-- > 0;)
            if ((overlapping >> i & 1) != 0) stack_.push_back({pair.a, b.first + i});
    }

    bool test_triangles(const tree::WideNode& a, const tree::WideNode& b, std::uint64_t overlapping,
                        std::size_t lane) {
        triangles_.set(a_.tree.corners[a.corners], a, b_.tree.corners[b.corners], b, boxes_.offset(lane));
        while (overlapping != 0) {
            const TrianglePairs pairs(overlapping);
            const TriangleVerdicts verdicts = triangles_.decide(pairs);
            counters_.pairs.triangle_tests += pairs.count;
            for (std::uint32_t rest = verdicts.undecided; rest != 0; rest &= rest - 1) {
                const auto i = static_cast<std::size_t>(std::countr_zero(rest));
                if (!add_doubtful(a.first + pairs.a(i), b.first + pairs.b(i))) return false;
            }
            for (std::uint32_t rest = verdicts.touching; rest != 0; rest &= rest - 1) {
                const auto i = static_cast<std::size_t>(std::countr_zero(rest));
                if (!contacts_.add(a.first + pairs.a(i), b.first + pairs.b(i))) return false;
            }
        }
        return true;
    }

    bool add_doubtful(std::uint32_t place_a, std::uint32_t place_b) {
        doubtful_.add(a_.corners(place_a), b_.corners(place_b), place_a, place_b);
        return !doubtful_.full() || decide_doubtful();
    }
    bool decide_doubtful() {
        if (doubtful_.empty()) return true;
        kernel::PairCounters counters;
        doubtful_.decide(counters, [this](std::uint32_t i, std::uint32_t j) { return contacts_.add(i, j); });
        counters_.pairs.double_tests += counters.triangle_tests;  // single precision has had its say
        counters_.pairs.exact_tests += counters.exact_tests;
        return !contacts_.done();
    }

    const WideSide& a_;
    const WideSide& b_;
    BoxPairs boxes_;
    LeafPair triangles_;
    kernel::PairBatch doubtful_;
    ContactList& contacts_;
    WideCounters& counters_;
    std::vector<Pair> stack_;
};

void search(const WideSide& a, const WideSide& b, const WideFrame& frame, const kernel::PairTester& tester,
            ContactList& contacts, WideCounters& counters) {
    WideSearch(a, b, frame, tester, contacts, counters).run();
}

}  // namespace HWY_NAMESPACE
}  // namespace allide::traverse
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace allide::traverse {
namespace {

HWY_EXPORT(search);

// Every triangle against every triangle, for what the boxes cannot hold.
void search_all(const WideSide& a, const WideSide& b, const kernel::PairTester& tester, ContactList& contacts,
                WideCounters& counters) {
    kernel::PairBatch batch(tester);
    const auto decide = [&] {
        batch.decide(counters.pairs, [&](std::uint32_t i, std::uint32_t j) { return contacts.add(i, j); });
        return !contacts.done();
    };
    for (std::uint32_t i = 0; i < a.tree.order.size(); ++i) {
        for (std::uint32_t j = 0; j < b.tree.order.size(); ++j) {
            batch.add(a.corners(i), b.corners(j), i, j);
            if (batch.full() && !decide()) return;
        }
    }
    if (!batch.empty()) decide();
}

}  // namespace

void find_contacts(const WideSide& a, const WideSide& b, const kernel::PairTester& tester,
                   ContactList& contacts, WideCounters& counters) {
    if (a.tree.nodes.empty() || b.tree.nodes.empty()) return;
    const WideFrame frame(a.tree, b.tree, tester.b_in_a());
    switch (frame.kind) {
        case WideFrame::Kind::usual:
            HWY_DISPATCH_TABLE(search)[simd::target_index()](a, b, frame, tester, contacts, counters);
            return;
        case WideFrame::Kind::beyond:
            search_all(a, b, tester, contacts, counters);
            return;
        case WideFrame::Kind::apart:
            ++counters.volume_tests;
            return;
    }
}

}  // namespace allide::traverse
#endif
