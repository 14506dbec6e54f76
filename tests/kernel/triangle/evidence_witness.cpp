// The witness of a touching pair is a point within 1e-12·(largest coordinate) of both triangles.
#include "evidence_support.hpp"
#include "oracle/nearness.hpp"
#include "support/effort.hpp"

#include <cmath>
#include <limits>

namespace allide::test {
namespace {

// Checks the witness point of every given pair that touches.
class WitnessJudge {
  public:
    ~WitnessJudge() {
        if (wrong_ > 0) ADD_FAILURE() << wrong_ << " of " << seen_ << " witnesses are off";
    }
    WitnessJudge() = default;
    WitnessJudge(const WitnessJudge&) = delete;
    WitnessJudge& operator=(const WitnessJudge&) = delete;

    void check(const Case& c) {
        if (!oracle_touch(c)) return;
        if (!oracle::world_fits_doubles(c.a, c.pose_a, c.b, c.pose_b)) return;
        ++seen_;
        const kernel::PairTester tester(to_pose(c.pose_a), to_pose(c.pose_b));
        const Vec3 point = tester.witness_point(to_kernel(c.a), to_kernel(c.b));
        if (oracle::near_both({point.x, point.y, point.z}, c.a, c.pose_a, c.b, c.pose_b)) return;
        if (++wrong_ > 3) return;
        std::ostringstream shown;
        shown << std::hexfloat << point.x << ", " << point.y << ", " << point.z;
        ADD_FAILURE() << "witness " << shown.str() << text(c);
    }
    int seen() const { return seen_; }

  private:
    int seen_ = 0, wrong_ = 0;
};

class PlacedWitness : public testing::TestWithParam<Placement> {};

INSTANTIATE_TEST_SUITE_P(Placements, PlacedWitness, testing::ValuesIn(all_placements),
                         [](const auto& kind) { return std::string(name_of(kind.param)); });

TEST_P(PlacedWitness, LiesOnBothTrianglesFrom1em7To1e5) {
    oracle::Dice dice(4000 + static_cast<std::uint64_t>(GetParam()));
    WitnessJudge judge;
    const int count = effort(400, 10000);
    for (int n = 0; n < count; ++n) {
        const double size = std::pow(10, dice.between(-7.0, 5.0));
        judge.check(place(dice, GetParam(), pair_of_size(dice, size)));
    }
    EXPECT_GT(judge.seen(), count / 10);
}

// For thin triangles in nearly parallel planes, the crossing point is ill-conditioned in doubles.
TEST(WitnessEvidence, LiesOnBothNeedlesThatCrossAtSmallAngles) {
    oracle::Dice dice(4100);
    WitnessJudge judge;
    for (int n = 0; n < effort(800, 20000); ++n) {
        const double thin = std::pow(10, dice.between(-14.0, -2.0));
        const oracle::Point p = oracle::random_point(dice, 1), d = oracle::random_point(dice, 1);
        const auto needle = [&](double from, double to) {
            const auto jolt = [&](double s) {
                oracle::Point q = oracle::random_point(dice, thin);
                for (std::size_t i = 0; i < 3; ++i) q[i] += p[i] + s * d[i];
                return q;
            };
            return oracle::Triangle{jolt(from), jolt(to), jolt(dice.between(from, to))};
        };
        judge.check(
            place(dice, all_placements[dice.below(all_placements.size())], {needle(-2, 1), needle(-1, 3)}));
    }
    EXPECT_GT(judge.seen(), effort(50));
}

TEST(WitnessEvidence, IsFiniteAndNearForHugeAndSubnormalCoordinates) {
    oracle::Dice dice(4200);
    WitnessJudge judge;
    for (const double limit :
         {0x1p-1060, 1e-309, 1e-300, 1e300, 0x1p1020, std::numeric_limits<double>::max()})
        for (int n = 0; n < effort(60, 3000); ++n) {
            const oracle::Kind kind = oracle::all_kinds[dice.below(oracle::all_kinds.size())];
            const oracle::Pair pair = scaled_up_to(limit, oracle::lattice_pair(dice, kind, 2));
            const oracle::Matrix pose = oracle::rotation(dice);
            judge.check({pair.a, pair.b});
            judge.check({pair.a, pair.b, pose, pose});
            judge.check({pair.a, pair.b, oracle::identity, oracle::quarter_turn(dice)});
        }
    EXPECT_GT(judge.seen(), effort(200));
}

}  // namespace
}  // namespace allide::test
