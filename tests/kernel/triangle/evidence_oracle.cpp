// Tests of the oracle itself: by hand-made cases, by a second method, and by pairs whose answer is known.
#include "oracle/nearness.hpp"
#include "oracle/pairs.hpp"
#include "oracle/poses.hpp"
#include "oracle/rational.hpp"
#include "oracle/separation.hpp"
#include "support/effort.hpp"

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

namespace {

using namespace oracle;
using allide::test::effort;

constexpr Triangle floor_triangle{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};

TEST(Oracle, SeesATriangleThatStandsOnTheFloor) {
    EXPECT_TRUE(touch(floor_triangle, {{{1, 1, 0}, {1, 1, 2}, {2, 1, 2}}}));
    EXPECT_FALSE(touch(floor_triangle, {{{1, 1, 0x1p-1074}, {1, 1, 2}, {2, 1, 2}}}));
    EXPECT_FALSE(touch(floor_triangle, {{{3, 3, 0}, {3, 3, 2}, {4, 3, 2}}}));
}

TEST(Oracle, SeesASpikeThroughTheFloorAndOneBesideIt) {
    EXPECT_TRUE(touch(floor_triangle, {{{1, 1, -1}, {1, 1, 1}, {9, 9, 9}}}));
    EXPECT_FALSE(touch(floor_triangle, {{{-1, -1, -1}, {-1, -1, 1}, {-9, -9, 9}}}));
}

TEST(Oracle, SeesCoplanarTrianglesInsideAcrossAndBesideEachOther) {
    EXPECT_TRUE(touch(floor_triangle, {{{1, 1, 0}, {2, 1, 0}, {1, 2, 0}}}));
    EXPECT_TRUE(touch(floor_triangle, {{{-1, 1, 0}, {9, 1, 0}, {-1, 2, 0}}}));
    EXPECT_TRUE(touch(floor_triangle, {{{2, 2, 0}, {9, 9, 0}, {9, 3, 0}}}));
    EXPECT_FALSE(touch(floor_triangle, {{{3, 2, 0}, {9, 9, 0}, {9, 3, 0}}}));
}

TEST(Oracle, TakesDegenerateTrianglesAsTheSegmentsAndPointsThatTheyAre) {
    EXPECT_TRUE(touch(floor_triangle, {{{1, 1, 0}, {1, 1, 0}, {1, 1, 0}}}));
    EXPECT_FALSE(touch(floor_triangle, {{{3, 2, 0}, {3, 2, 0}, {3, 2, 0}}}));
    EXPECT_TRUE(touch(floor_triangle, {{{1, 1, -1}, {1, 1, 1}, {1, 1, 3}}}));
    EXPECT_FALSE(touch(floor_triangle, {{{1, 1, 1}, {1, 1, 3}, {1, 1, 1}}}));
    const Triangle segment{{{0, 0, 0}, {2, 2, 2}, {4, 4, 4}}};
    EXPECT_TRUE(touch(segment, {{{3, 3, 3}, {3, 3, 3}, {3, 3, 3}}}));
    EXPECT_FALSE(touch(segment, {{{5, 5, 5}, {6, 6, 6}, {5, 5, 5}}}));
    EXPECT_TRUE(touch(segment, {{{0, 1, 1}, {2, 1, 1}, {1, 1, 1}}}));
}

TEST(Oracle, MapsByThePoseWithoutRounding) {
    // Lifted by 2⁻¹⁰⁰⁰, the spike `low` no longer reaches the floor, although 1 + 2⁻¹⁰⁰⁰ is 1 in double.
    const Triangle spike{{{1, 1, -1}, {1, 1, 3}, {2, 1, 3}}};
    EXPECT_TRUE(touch(floor_triangle, identity, spike, shifted(identity, {0, 0, 1})));
    const Triangle low{{{1, 1, 0}, {1, 1, 3}, {2, 1, 3}}};
    EXPECT_FALSE(touch(floor_triangle, identity, low, shifted(identity, {0, 0, 0x1p-1000})));
    const Matrix not_quite{1, 0, 0, 0, 0, 1, 0, 0, 0x1p-40, 0, 1, -0x1p-40};
    EXPECT_TRUE(touch(floor_triangle, identity, low, not_quite));
    EXPECT_FALSE(touch(floor_triangle, identity, {{{1 + 0x1p-52, 1, 0}, {1, 1, 3}, {2, 1, 3}}}, not_quite));
}

TEST(Oracle, AgreesWithItsSecondMethodOnLattices) {
    Dice dice(20240601);
    int touching = 0;
    const int count = effort(20000, 400000);
    for (int n = 0; n < count; ++n) {
        const Kind kind = all_kinds[static_cast<std::size_t>(n) % all_kinds.size()];
        const Pair pair = lattice_pair(dice, kind, any_side(dice));
        const bool truth = touch(pair.a, pair.b);
        touching += truth;
        ASSERT_EQ(truth, touch_by_separation(pair.a, pair.b)) << name_of(kind) << ", pair " << n;
    }
    EXPECT_GT(touching, count / 5);
    EXPECT_LT(touching, count - count / 5);
}

TEST(Oracle, AgreesWithItsSecondMethodUnderPoses) {
    Dice dice(20240602);
    for (int n = 0; n < effort(800, 30000); ++n) {
        const Pair pair = lattice_pair(dice, all_kinds[dice.below(all_kinds.size())], any_side(dice));
        const Matrix pose = random_pose(dice, all_pose_kinds[dice.below(6)]);
        const Triangle b = jittered(back_from_world(pair.b, pose), 1, dice);
        ASSERT_EQ(touch(pair.a, identity, b, pose), touch_by_separation(pair.a, identity, b, pose))
            << "pair " << n;
    }
}

TEST(Oracle, GivesTheSameAnswerInMachineAndBigIntegers) {
    Dice dice(20240603);
    for (int n = 0; n < effort(3000, 100000); ++n) {
        const Pair pair = lattice_pair(dice, all_kinds[dice.below(all_kinds.size())], any_side(dice));
        Pair tiny = pair;  // not integers, so that the oracle uses big integers
        for (Triangle* t : {&tiny.a, &tiny.b})
            for (Point& p : *t)
                for (double& c : p) c *= 0x1p-60;
        ASSERT_EQ(touch(pair.a, pair.b), touch(tiny.a, tiny.b)) << "pair " << n;
    }
}

TEST(Oracle, AgreesWithPairsOfKnownTruth) {
    const std::filesystem::path models = ALLIDE_SHARED_MODELS;
    const auto file = models.parent_path() / "check/data/tritri/tritri_int.txt";
    if (models.empty() || !std::filesystem::exists(file)) GTEST_SKIP() << "no pairs of known truth here";
    std::ifstream in(file);
    std::string kind;
    int truth = 0, count = 0;
    while (in >> kind >> truth) {
        Pair pair;
        for (Triangle* t : {&pair.a, &pair.b})
            for (Point& p : *t)
                for (double& c : p) in >> c;
        ASSERT_TRUE(in) << "line " << count + 1;
        ++count;
        EXPECT_EQ(truth == 1, touch(pair.a, pair.b)) << kind << ", line " << count;
        EXPECT_EQ(truth == 1, touch_by_separation(pair.a, pair.b)) << kind << ", line " << count;
    }
    EXPECT_EQ(count, 6000);
}

TEST(Oracle, MeasuresNearnessToFaceEdgeAndCorner) {
    const Triangle spike{{{1, 1, 0}, {1, 1, 2}, {2, 1, 2}}};
    const auto near = [&](const Point& p) { return near_both(p, floor_triangle, identity, spike, identity); };
    EXPECT_TRUE(near({1, 1, 0}));
    EXPECT_TRUE(near({1, 1, 3.9e-12}));   // tolerance: 1e-12 of the largest coordinate, 4
    EXPECT_FALSE(near({1, 1, 4.1e-12}));  // too far from the face of the floor
    EXPECT_TRUE(near({1, 1, -3.9e-12}));
    EXPECT_FALSE(near({1, 1, -4.1e-12}));     // too far from the corner of the spike
    EXPECT_FALSE(near({1 - 4.1e-12, 1, 0}));  // too far from the edge of the spike
    EXPECT_FALSE(near({NAN, 1, 0}));
    const Triangle corner{{{4, 0, 0}, {5, 0, 0}, {5, 0, 1}}};
    EXPECT_TRUE(near_both({4, 0, 0}, floor_triangle, identity, corner, identity));
    EXPECT_FALSE(near_both({4.5, 0, 0}, floor_triangle, identity, corner, identity));
}

}  // namespace
