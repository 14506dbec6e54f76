// Posed pairs compared with exact rationals: at least 200,000 in the long run, and no verdict may be wrong.
#include "evidence_support.hpp"
#include "support/effort.hpp"

#include <cmath>

namespace allide::test {
namespace {

class PoseEvidence : public testing::TestWithParam<Placement> {
  protected:
    oracle::Dice dice_{2000 + static_cast<std::uint64_t>(GetParam())};
};

INSTANTIATE_TEST_SUITE_P(Placements, PoseEvidence, testing::ValuesIn(all_placements),
                         [](const auto& kind) { return std::string(name_of(kind.param)); });

TEST_P(PoseEvidence, HasNoWrongAnswerOnPairsThatBarelyTouchInTheWorld) {
    Judge judge;
    const int count = effort(900, 20000);
    for (int n = 0; n < count; ++n) {
        const double size = std::pow(10, dice_.between(-2.0, 2.0));
        Case c = place(dice_, GetParam(), pair_of_size(dice_, size));
        if (dice_.one_in(3)) c.a = oracle::jittered(c.a, 3, dice_);
        judge.check(c);
    }
    judge.expect_both_answers(count / 20);
}

TEST_P(PoseEvidence, HasNoWrongAnswerOnLatticePairsThatThePosesMoveApart) {
    Judge judge;
    const int count = effort(300, 10000);
    for (int n = 0; n < count; ++n) {
        const oracle::Kind kind = oracle::all_kinds[dice_.below(oracle::all_kinds.size())];
        const oracle::Pair pair =
            oracle::lattice_pair(dice_, kind, dice_.between(std::int64_t{2}, std::int64_t{8}));
        Case c = place(dice_, GetParam(), pair);
        c.a = pair.a;
        c.b = pair.b;
        judge.check(c);
    }
}

// Features that coincide exactly under two general matrices: verdicts must equal those of the unposed pairs.
TEST(ExactlyRotatedEvidence, KeepsTheTruthOfTheLattice) {
    oracle::Dice dice(2100);
    for (int n = 0; n < effort(3000, 60000); ++n) {
        const oracle::Kind kind = oracle::all_kinds[dice.below(oracle::all_kinds.size())];
        oracle::Pair pair = oracle::lattice_pair(dice, kind, oracle::any_side(dice));
        if (dice.one_in(2)) {  // small triangles far from their origin, where mapping loses digits
            const oracle::Point offset = oracle::integer_point(dice, 1 << 24);
            pair = {moved(pair.a, offset), moved(pair.b, offset)};
        }
        const Case c = place(dice, Placement::exactly_rotated, pair);
        const kernel::PairTester tester(to_pose(c.pose_a), to_pose(c.pose_b));
        kernel::PairCounters counters;
        ASSERT_EQ(oracle::touch(pair.a, pair.b), tester.touch(to_kernel(c.a), to_kernel(c.b), counters))
            << text(c);
    }
}

long double strain_of(const oracle::Matrix& m) {
    long double most = 0;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            long double sum = i == j ? -1.0L : 0.0L;
            for (std::size_t k = 0; k < 3; ++k)
                sum += static_cast<long double>(m[4 * k + i]) * static_cast<long double>(m[4 * k + j]);
            most = std::max(most, std::abs(sum));
        }
    return most;
}

TEST(ToleranceEdge, PosesReachTheRigidityTolerance) {
    oracle::Dice dice(2200);
    for (int n = 0; n < 200; ++n) {
        const long double strain = strain_of(pose_at_tolerance_edge(dice));
        EXPECT_GT(strain, 0.999999e-6L);
        EXPECT_LE(strain, 1.000001e-6L);
    }
}

}  // namespace
}  // namespace allide::test
