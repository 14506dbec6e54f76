// The margins of the default engine's boxes are necessary: without them, boxes are found disjoint although
// their triangles touch. Tests one pair of leaves at a time.
#include "kernel/triangle/triangle_pair.hpp"
#include "support/barely_touching.hpp"
#include "support/effort.hpp"
#include "traverse/wide/boxes-inl.hpp"
#include "traverse/wide/frame.hpp"
#include "tree/wide/build.hpp"

#include <gtest/gtest.h>

namespace allide::traverse {
namespace {

namespace here = HWY_NAMESPACE;

// Number of touching pairs of triangles, and how many of them the boxes wrongly separate.
struct Tally {
    std::uint64_t touching = 0, parted = 0;
};

// Bit 8i + j is set if the boxes of the leaves overlap and those of A's triangle i and B's triangle j do too.
std::uint64_t overlapping(const WideFrame& frame, const tree::WideNode& a, const tree::WideNode& b) {
    here::BoxPairs boxes(frame);
    here::NodePairs nodes;
    nodes.a.fill(&a);
    nodes.b.fill(&b);
    if ((boxes.overlapping(nodes, 1, false) & 1) == 0) return 0;
    boxes.prepare_children();
    return boxes.children(a, b, 0);
}

Tally parted_with_margins_times(float factor, int rounds) {
    test::TouchingMaker maker(97);
    Tally tally;
    for (int round = 0; round < rounds; ++round) {
        const test::TouchingModels models =
            maker.make({.count_a = 1 + static_cast<std::uint32_t>(maker.random().below(8)),
                        .count_b = 1 + static_cast<std::uint32_t>(maker.random().below(8)),
                        .kind = static_cast<test::TouchingPlan::Kind>(maker.random().below(4))});
        const auto a = tree::build_wide_tree(models.a), b = tree::build_wide_tree(models.b);
        const kernel::PairTester tester(models.pose_a, models.pose_b);
        WideFrame frame(a, b, tester.b_in_a());
        if (frame.kind != WideFrame::Kind::usual) continue;
        frame.fixed_margin *= factor;
        frame.relative_margin *= factor;
        const std::uint64_t bits = overlapping(frame, a.nodes[0], b.nodes[0]);
        for (std::uint32_t i = 0; i < a.order.size(); ++i) {
            for (std::uint32_t j = 0; j < b.order.size(); ++j) {
                kernel::PairCounters counters;
                if (!tester.touch(models.a.corners(a.order[i]), models.b.corners(b.order[j]), counters))
                    continue;
                ++tally.touching;
                tally.parted += (bits >> (8 * i + j) & 1) == 0 ? 1 : 0;
            }
        }
    }
    return tally;
}

// Under sanitizers the searches in this file are compiled without optimisation, so fewer rounds are run.
int rounds_of(int all) {
    return test::effort(test::sanitized() ? all / 5 : all);
}

TEST(WideMargins, WithThemNothingThatTouchesIsParted) {
    const int rounds = rounds_of(20'000);
    const Tally tally = parted_with_margins_times(1, rounds);
    EXPECT_GT(tally.touching, static_cast<std::uint64_t>(rounds));
    EXPECT_EQ(tally.parted, 0u);
}

TEST(WideMargins, WithoutThemPairsAreLost) {
    const int rounds = rounds_of(4'000);
    const Tally tally = parted_with_margins_times(0, rounds);
    EXPECT_GT(tally.touching, static_cast<std::uint64_t>(rounds));
    EXPECT_GT(tally.parted, tally.touching / 50);
    RecordProperty("touching", static_cast<int>(tally.touching));
    RecordProperty("parted", static_cast<int>(tally.parted));
}

}  // namespace
}  // namespace allide::traverse
