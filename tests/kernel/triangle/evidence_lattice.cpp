// Pairs of every kind on an integer lattice, at least a million in the long run: no verdict may be wrong.
#include "evidence_support.hpp"
#include "support/effort.hpp"

namespace allide::test {
namespace {

class LatticeEvidence : public testing::TestWithParam<oracle::Kind> {};

TEST_P(LatticeEvidence, HasNoWrongAnswer) {
    oracle::Dice dice(1000 + static_cast<std::uint64_t>(GetParam()));
    Judge judge;
    const int count = effort(2500, 130000);
    for (int n = 0; n < count; ++n) {
        const oracle::Pair pair = oracle::lattice_pair(dice, GetParam(), oracle::any_side(dice));
        judge.check({pair.a, pair.b});
    }
    const bool always_touches =
        GetParam() == oracle::Kind::shared_edge || GetParam() == oracle::Kind::shared_vertex;
    if (!always_touches) judge.expect_both_answers(count / 20);
}

INSTANTIATE_TEST_SUITE_P(Kinds, LatticeEvidence, testing::ValuesIn(oracle::all_kinds),
                         [](const auto& kind) { return std::string(oracle::name_of(kind.param)); });

using Order = std::array<std::size_t, 3>;
constexpr std::array<Order, 6> orders{{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

kernel::Triangle ordered(const kernel::Triangle& t, const Order& order) {
    return {t[order[0]], t[order[1]], t[order[2]]};
}

// Number of "touch" verdicts over all 36 orders of vertices, both orders of operands, and both touch() and
// touch_exact().
int votes_to_touch(const Case& c) {
    const Pose pose_a = to_pose(c.pose_a), pose_b = to_pose(c.pose_b);
    const kernel::PairTester forth(pose_a, pose_b), back(pose_b, pose_a);
    kernel::PairCounters counters;
    int votes = 0;
    for (const Order& p : orders)
        for (const Order& q : orders) {
            const auto a = ordered(to_kernel(c.a), p), b = ordered(to_kernel(c.b), q);
            votes += forth.touch(a, b, counters) + back.touch(b, a, counters);
            votes += forth.touch_exact(a, b) + back.touch_exact(b, a);
        }
    return votes;
}

TEST(OrderEvidence, AllOrdersOfVerticesAndOperandsAgree) {
    oracle::Dice dice(1100);
    const int count = effort(600, 20000);
    int wrong = 0;
    for (int n = 0; n < count && wrong < 5; ++n) {
        const oracle::Kind kind = oracle::all_kinds[dice.below(oracle::all_kinds.size())];
        const oracle::Pair pair = oracle::lattice_pair(dice, kind, oracle::any_side(dice));
        const Case c = place(dice, all_placements[dice.below(all_placements.size())], pair);
        const int votes = votes_to_touch(c);
        if (votes == (oracle_touch(c) ? 4 * 36 : 0)) continue;
        ++wrong;
        ADD_FAILURE() << votes << " of 144 say touch, the oracle says " << oracle_touch(c) << text(c);
    }
}

}  // namespace
}  // namespace allide::test
