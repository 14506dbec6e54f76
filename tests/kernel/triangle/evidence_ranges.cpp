// Coordinates of every magnitude: tiny, far away, subnormal, huge, and all in one pair. No verdict is wrong.
#include "evidence_support.hpp"
#include "support/effort.hpp"

#include <cmath>
#include <limits>

namespace allide::test {
namespace {

constexpr double largest_double = std::numeric_limits<double>::max();

Placement any_placement(oracle::Dice& dice) {
    return all_placements[dice.below(all_placements.size())];
}

TEST(SizeEvidence, HoldsFrom1em7To1e5) {
    oracle::Dice dice(3000);
    for (int power = -7; power <= 5; ++power) {
        SCOPED_TRACE("size 1e" + std::to_string(power));
        Judge judge;
        const int count = effort(200, 5000);
        for (int n = 0; n < count; ++n)
            judge.check(place(dice, any_placement(dice), pair_of_size(dice, std::pow(10, power))));
        judge.expect_both_answers(count / 20);
    }
}

double any_power(oracle::Dice& dice, int low, int high) {
    return std::ldexp(1.0, static_cast<int>(dice.between(std::int64_t{low}, std::int64_t{high})));
}

// Scales each axis by its own power of two, the same for both triangles; contacts are preserved.
oracle::Pair stretched(oracle::Dice& dice, oracle::Pair pair, int low, int high) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double factor = any_power(dice, low, high);
        for (oracle::Triangle* t : {&pair.a, &pair.b})
            for (oracle::Point& p : *t) p[axis] *= factor;
    }
    return pair;
}

// For some of these sizes, products of three differences leave the range of single or double precision.
TEST(SizeEvidence, HoldsWhereProductsUnderflowOrOverflow) {
    oracle::Dice dice(3050);
    for (const int edge : {-358, -300, -50, -42, -36, 36, 42, 300, 341}) {
        SCOPED_TRACE("size 2^" + std::to_string(edge));
        Judge judge;
        const int count = effort(300, 10000);
        for (int n = 0; n < count; ++n) {
            const oracle::Pair pair = stretched(dice, pair_of_size(dice, 1), edge - 8, edge + 8);
            judge.check({pair.a, pair.b});
            judge.check(place(dice, Placement::exactly_rotated, pair));
        }
        judge.expect_both_answers(count / 20);
    }
}

TEST(OffsetEvidence, HoldsForMeshesFarFromTheirOrigin) {
    oracle::Dice dice(3100);
    for (const double size : {1e-7, 1e-3, 1.0, 100.0}) {
        SCOPED_TRACE("size " + std::to_string(size));
        Judge judge;
        const int count = effort(300, 10000);
        for (int n = 0; n < count; ++n) {
            oracle::Pair pair = pair_of_size(dice, size);
            const oracle::Point offset{1e4 + dice.unit(), -1e4, dice.one_in(2) ? 1e4 : 0};
            pair = {moved(pair.a, offset), moved(pair.b, offset)};
            judge.check(place(dice, any_placement(dice), pair));
        }
        judge.expect_both_answers(count / 20);
    }
}

TEST(OffsetEvidence, HoldsForPosesThatBringFarMeshesTogether) {
    oracle::Dice dice(3200);
    Judge judge;
    const int count = effort(500, 20000);
    for (int n = 0; n < count; ++n) {
        const auto offset = [&] { return oracle::random_point(dice, 1e4); };
        const oracle::Matrix pose_a = oracle::shifted(oracle::identity, offset());
        const oracle::Matrix pose_b =
            oracle::shifted(dice.one_in(2) ? oracle::identity : oracle::rotation(dice), offset());
        judge.check(placed_back(pair_of_size(dice, std::pow(10, dice.between(-7.0, 2.0))), pose_a, pose_b));
    }
    judge.expect_both_answers(count / 20);
}

// A pose whose translation is a small multiple of `unit`, or zero.
oracle::Matrix pose_with_shift(oracle::Dice& dice, double unit) {
    constexpr std::array<oracle::PoseKind, 3> kinds{oracle::PoseKind::at_rest, oracle::PoseKind::quarter_turn,
                                                    oracle::PoseKind::rotation};
    oracle::Matrix pose = oracle::random_pose(dice, kinds[dice.below(3)]);
    const oracle::Point steps = oracle::integer_point(dice, 3);
    for (std::size_t i = 0; i < 3; ++i) pose[4 * i + 3] = dice.one_in(2) ? 0 : steps[i] * unit;
    return pose;
}

// Checks the pair at rest, under a common pose and under two poses, translated by small multiples of `unit`.
void check_in_three_ways(const oracle::Pair& pair, double unit, oracle::Dice& dice, Judge& judge) {
    const oracle::Matrix pose_a = pose_with_shift(dice, unit), pose_b = pose_with_shift(dice, unit);
    judge.check({pair.a, pair.b});
    judge.check({pair.a, pair.b, pose_a, pose_a});
    judge.check({pair.a, pair.b, pose_a, pose_b});
}

oracle::Pair any_lattice_pair(oracle::Dice& dice, std::int64_t side) {
    return oracle::lattice_pair(dice, oracle::all_kinds[dice.below(oracle::all_kinds.size())], side);
}

TEST(SubnormalEvidence, HoldsOnTheGridOfTheSmallestDoubles) {
    oracle::Dice dice(3300);
    Judge judge;
    for (const double unit : {0x1p-1074, 0x1p-1060, 1e-310})
        for (const std::int64_t side : {3, 8, 1000})
            for (int n = 0; n < effort(60, 2000); ++n)
                check_in_three_ways(scaled(unit, any_lattice_pair(dice, side)), unit, dice, judge);
    judge.expect_both_answers(100);
}

TEST(SubnormalEvidence, SeesOneStepOfTheGrid) {
    const oracle::Triangle floor{{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}};
    Judge judge;
    for (const double height : {0.0, 0x1p-1074, -0x1p-1074}) {
        judge.check({floor, {{{0, 0, height}, {0, 0, 1}, {0.5, 0, 1}}}});
        judge.check({floor,
                     {{{0, 0, 0}, {0, 0, 1}, {0.5, 0, 1}}},
                     oracle::identity,
                     oracle::shifted(oracle::identity, {0, 0, height})});
    }
    judge.expect_both_answers(2);
}

TEST(HugeEvidence, HoldsUpToTheLargestDouble) {
    oracle::Dice dice(3400);
    Judge judge;
    for (const double limit : {1e290, 1e300, 0x1p1020, largest_double})
        for (int n = 0; n < effort(120, 4000); ++n) {
            const oracle::Pair pair = scaled_up_to(limit, any_lattice_pair(dice, dice.one_in(4) ? 1000 : 2));
            check_in_three_ways(pair, limit / 8, dice, judge);
        }
    judge.expect_both_answers(100);
}

TEST(HugeEvidence, HoldsOnTheCornersOfAllDoubles) {
    oracle::Dice dice(3500);
    Judge judge;
    const std::array<double, 7> values{-largest_double, largest_double,    0, 1, -1,
                                       0x1p-1074,       largest_double / 2};
    const auto corner = [&] { return values[dice.below(values.size())]; };
    const auto point = [&] { return oracle::Point{corner(), corner(), corner()}; };
    for (int n = 0; n < effort(500, 20000); ++n) {
        const oracle::Triangle a{point(), point(), point()}, b{point(), point(), point()};
        judge.check({a, b});
        judge.check({a, b, oracle::identity, oracle::shifted(oracle::quarter_turn(dice), point())});
    }
    judge.expect_both_answers(50);
}

oracle::Triangle centred(oracle::Triangle t, double by) {
    for (oracle::Point& p : t)
        for (double& c : p) c -= by;
    return t;
}

TEST(MixedEvidence, HoldsForAHugeAndATinyTriangleAroundTheOrigin) {
    oracle::Dice dice(3600);
    Judge judge;
    const int count = effort(500, 20000);
    for (int n = 0; n < count; ++n) {
        const oracle::Pair pair = any_lattice_pair(dice, 4);
        const Case c{scaled(any_power(dice, 500, 995), centred(pair.a, 2)),
                     scaled(any_power(dice, -1074, -500), centred(pair.b, 2)), pose_with_shift(dice, 0),
                     pose_with_shift(dice, 0x1p-1074)};
        judge.check({c.a, c.b});
        judge.check(c);
    }
    judge.expect_both_answers(count / 50);
}

TEST(MixedEvidence, HoldsWhenEveryCoordinateHasADifferentMagnitude) {
    oracle::Dice dice(3700);
    Judge judge;
    const auto stretch = [&](oracle::Triangle t, int low, int high) {
        for (oracle::Point& p : t)
            for (double& c : p) c *= any_power(dice, low, high);
        return t;
    };
    for (int n = 0; n < effort(500, 20000); ++n) {
        const oracle::Pair pair = any_lattice_pair(dice, 4);
        const int reach = static_cast<int>(dice.between(std::int64_t{1}, std::int64_t{995}));
        const oracle::Triangle a = stretch(centred(pair.a, 2), -reach, reach);
        const oracle::Triangle b = stretch(centred(pair.b, 2), -reach, reach);
        judge.check({a, b});
        judge.check({a, b, pose_with_shift(dice, any_power(dice, -reach, reach)),
                     pose_with_shift(dice, any_power(dice, -reach, reach))});
    }
    judge.expect_both_answers(50);
}

}  // namespace
}  // namespace allide::test
