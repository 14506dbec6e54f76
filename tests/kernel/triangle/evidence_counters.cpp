// The stages of a pair test: ordinary pairs never reach exact arithmetic; a counter gives the number of pairs
// that do.
#include "evidence_support.hpp"
#include "support/effort.hpp"

namespace allide::test {
namespace {

oracle::Triangle random_triangle(oracle::Dice& dice) {
    return {oracle::random_point(dice, 1), oracle::random_point(dice, 1), oracle::random_point(dice, 1)};
}

TEST(StageEvidence, GeneralPairsStayInFloatingPoint) {
    oracle::Dice dice(5000);
    kernel::PairCounters counters;
    const int testers = effort(200, 4000), pairs = 100;
    for (int i = 0; i < testers; ++i) {
        const auto kind = oracle::all_pose_kinds[dice.below(5)];  // all kinds but far_rotation
        const kernel::PairTester tester(to_pose(oracle::random_pose(dice, kind)),
                                        to_pose(oracle::random_pose(dice, kind)));
        for (int n = 0; n < pairs; ++n) {
            const auto a = to_kernel(random_triangle(dice)), b = to_kernel(random_triangle(dice));
            (void)tester.touch(a, b, counters);
        }
    }
    const auto calls = static_cast<std::uint64_t>(testers) * pairs;
    EXPECT_EQ(counters.triangle_tests, calls);
    EXPECT_LE(counters.double_tests, counters.triangle_tests);
    EXPECT_LE(counters.exact_tests, counters.double_tests);
    EXPECT_LE(counters.exact_tests, calls / 100000);
}

// Faces that coincide under two different general matrices: only exact arithmetic can decide such pairs.
TEST(StageEvidence, CoincidentFacesUnderGeneralPosesAreCountedAsExact) {
    oracle::Dice dice(5100);
    kernel::PairCounters counters;
    const int count = 200;
    for (int n = 0; n < count; ++n) {
        const oracle::Triangle t = random_triangle(dice);
        const Case c = place(dice, Placement::exactly_rotated, {t, t});
        const kernel::PairTester tester(to_pose(c.pose_a), to_pose(c.pose_b));
        EXPECT_TRUE(tester.touch(to_kernel(c.a), to_kernel(c.b), counters)) << text(c);
    }
    EXPECT_EQ(counters.triangle_tests, static_cast<std::uint64_t>(count));
    EXPECT_GE(counters.exact_tests, static_cast<std::uint64_t>(count) * 9 / 10);
}

TEST(StageEvidence, CountersAddUpOverCalls) {
    const kernel::PairTester tester(Pose{}, Pose{});
    const kernel::Triangle t{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}};
    kernel::PairCounters counters{.triangle_tests = 7, .double_tests = 5, .exact_tests = 3};
    (void)tester.touch(t, t, counters);
    (void)tester.touch(t, t, counters);
    EXPECT_EQ(counters.triangle_tests, 9u);
    EXPECT_GE(counters.double_tests, 5u);
    EXPECT_GE(counters.exact_tests, 3u);
}

}  // namespace
}  // namespace allide::test
