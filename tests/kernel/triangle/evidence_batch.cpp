// Pairs decided in batches, as in queries: no SIMD lane affects another.
#include "evidence_support.hpp"
#include "support/effort.hpp"

#include <vector>

namespace allide::test {
namespace {

class BatchEvidence : public testing::TestWithParam<Placement> {};

INSTANTIATE_TEST_SUITE_P(Placements, BatchEvidence, testing::ValuesIn(all_placements),
                         [](const auto& kind) { return std::string(name_of(kind.param)); });

// Pairs of every kind and size for one pair of poses, some of them far outside the range of floats.
std::vector<Case> cases_of_one_query(oracle::Dice& dice, Placement placement, std::size_t count) {
    const Case poses = place(dice, placement, pair_of_size(dice, 1));
    std::vector<Case> cases;
    for (std::size_t n = 0; n < count; ++n) {
        const double size = dice.one_in(8) ? (dice.one_in(2) ? 1e-150 : 1e150) : 1;
        cases.push_back(placed_back(pair_of_size(dice, size), poses.pose_a, poses.pose_b));
    }
    return cases;
}

// Indices of the pairs that touch, as decided in batches of up to `width` pairs.
std::vector<std::uint32_t> decided_in_batches(const std::vector<Case>& cases, std::size_t width,
                                              kernel::PairCounters& counters) {
    const kernel::PairTester tester(to_pose(cases[0].pose_a), to_pose(cases[0].pose_b));
    kernel::PairBatch batch(tester);
    std::vector<std::uint32_t> touching;
    const auto report = [&](std::uint32_t index_a, std::uint32_t index_b) {
        EXPECT_EQ(index_a + 1000, index_b);
        touching.push_back(index_a);
        return true;
    };
    std::size_t waiting = 0;
    for (std::uint32_t n = 0; n < cases.size(); ++n) {
        batch.add(to_kernel(cases[n].a), to_kernel(cases[n].b), n, n + 1000);
        if (++waiting < width && !batch.full()) continue;
        batch.decide(counters, report);
        EXPECT_TRUE(batch.empty());
        waiting = 0;
    }
    batch.decide(counters, report);
    return touching;
}

TEST_P(BatchEvidence, AgreesWithTheOracleInBatchesOfEveryWidth) {
    oracle::Dice dice(6000 + static_cast<std::uint64_t>(GetParam()));
    for (int n = 0; n < effort(8, 400); ++n) {
        const std::vector<Case> cases = cases_of_one_query(dice, GetParam(), 53);
        std::vector<std::uint32_t> truth;
        for (std::uint32_t i = 0; i < cases.size(); ++i)
            if (oracle_touch(cases[i])) truth.push_back(i);
        for (const std::size_t width : {1, 3, 8}) {
            kernel::PairCounters counters;
            ASSERT_EQ(decided_in_batches(cases, width, counters), truth) << "width " << width;
            ASSERT_EQ(counters.triangle_tests, cases.size());
        }
    }
}

TEST(StoppedBatch, DiscardsTheRestWhenReportReturnsFalse) {
    const kernel::PairTester tester(Pose{}, Pose{});
    const kernel::Triangle t{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}};
    kernel::PairBatch batch(tester);
    for (std::uint32_t n = 0; n < 3; ++n) batch.add(t, t, n, n);
    kernel::PairCounters counters;
    std::vector<std::uint32_t> seen;
    batch.decide(counters, [&](std::uint32_t index, std::uint32_t) {
        seen.push_back(index);
        return seen.size() < 2;
    });
    EXPECT_EQ(seen, (std::vector<std::uint32_t>{0, 1}));
    EXPECT_TRUE(batch.empty());
}

}  // namespace
}  // namespace allide::test
