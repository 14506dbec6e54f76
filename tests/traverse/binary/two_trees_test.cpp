#include "traverse/binary/two_trees.hpp"

#include "support/effort.hpp"
#include "support/random_geometry.hpp"
#include "traverse/collect/collectors.hpp"
#include "tree/binary/build_tree.hpp"

#include <allide/extra/shapes.hpp>

#include <set>

#include <gtest/gtest.h>

namespace allide::traverse {
namespace {

using tree::build_obb_tree;
using tree::PlaceRange;
using volume::Obb;
using volume::ObbFrame;

// A frame whose overlap test always returns `answer`.
struct StubFrame {
    using Placed = Obb;
    bool answer;
    Obb place(const Obb& box, std::uint32_t /*slot*/) const { return box; }
    bool overlap(const Obb&, const Obb&) const { return answer; }
};

struct LeafPairs {
    bool leaf_pair(PlaceRange a, PlaceRange b) {
        pairs.emplace(a.first, b.first);
        ++count;
        return count < stop_after;
    }
    std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
    std::size_t count = 0, stop_after = 1u << 30;
};

template <typename Frame, typename Collector>
std::uint64_t walk(const tree::Tree<Obb>& a, const tree::Tree<Obb>& b, Frame frame, Collector& collector) {
    PlacedOnStack placing(b, frame);
    return traverse(a, b, frame, placing, collector).volume_tests;
}

TEST(Traverse, WithoutPruningVisitsEachPairOfLeavesOnce) {
    const auto a = build_obb_tree(generate(GeneratedShape::icosahedron).value());
    const auto b = build_obb_tree(generate(GeneratedShape::cube).value());
    LeafPairs pairs;
    const std::uint64_t tests = walk(a, b, StubFrame{true}, pairs);
    EXPECT_EQ(pairs.count, 20u * 12u);
    EXPECT_EQ(pairs.pairs.size(), 20u * 12u);
    // The tests form a binary tree whose leaves are the 240 leaf pairs; each other pair leads to two tests.
    EXPECT_EQ(tests, 2u * 240u - 1u);
}

TEST(Traverse, StopsAtTheRootsOrWhenTheCollectorHasEnough) {
    const auto a = build_obb_tree(generate(GeneratedShape::cube).value());
    LeafPairs none;
    EXPECT_EQ(walk(a, a, StubFrame{false}, none), 1u);
    EXPECT_EQ(none.count, 0u);
    LeafPairs few;
    few.stop_after = 3;
    walk(a, a, StubFrame{true}, few);
    EXPECT_EQ(few.count, 3u);
}

TEST(Traverse, AnEmptyTreeMeetsNothing) {
    const tree::Tree<Obb> empty;
    const auto cube = build_obb_tree(generate(GeneratedShape::cube).value());
    LeafPairs pairs;
    EXPECT_EQ(walk(empty, cube, StubFrame{true}, pairs), 0u);
    EXPECT_EQ(walk(cube, empty, StubFrame{true}, pairs), 0u);
    EXPECT_EQ(pairs.count, 0u);
}

// Every touching pair of triangles must be reported by the traversal as a pair of leaves.
TEST(Traverse, LosesNoTouchingPair) {
    base::Random random(29);
    for (int round = 0; round < test::effort(20); ++round) {
        const auto a = build_obb_tree(test::random_body(random)),
                   b = build_obb_tree(test::random_body(random));
        const Pose pose_a = round % 2 ? test::random_pose(random, 0.5) : test::barely_rigid_pose(random, 0.5);
        const Pose pose_b = test::barely_rigid_pose(random, 0.5);
        const kernel::PairTester tester(pose_a, pose_b);
        ContactCollector all(a.triangles, b.triangles, tester, Goal::up_to(1u << 30)),
            pruned(a.triangles, b.triangles, tester, Goal::up_to(1u << 30));
        all.all_pairs();
        all.finish();
        walk(a, b, ObbFrame(tester.b_in_a(), a.norm, b.norm), pruned);
        pruned.finish();
        EXPECT_EQ((std::set(all.found().begin(), all.found().end())),
                  (std::set(pruned.found().begin(), pruned.found().end())));
    }
}

TEST(ContactCollector, StopsAtItsGoalAndKnowsWhetherThereIsMore) {
    const auto cube = build_obb_tree(generate(GeneratedShape::cube).value());
    const kernel::PairTester tester(Pose::identity(), Pose::identity());
    const auto collect = [&](Goal goal) {
        ContactCollector collector(cube.triangles, cube.triangles, tester, goal);
        collector.all_pairs();
        collector.finish();
        return std::pair(collector.found().size(), collector.complete());
    };
    const auto [all, all_complete] = collect(Goal::up_to(1000));
    EXPECT_GT(all, 12u);
    EXPECT_TRUE(all_complete);
    EXPECT_EQ(collect(Goal::up_to(all)), std::pair(all, true));
    EXPECT_EQ(collect(Goal::up_to(all - 1)), std::pair(all - 1, false));
    EXPECT_EQ(collect(Goal::up_to(0)), std::pair(std::size_t{0}, false));
    EXPECT_EQ(collect(Goal::any()).first, 1u);
}

}  // namespace
}  // namespace allide::traverse
