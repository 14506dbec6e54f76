// Distances in double-double arithmetic: the bounds contain the exact distance and are tight.
#include "convex/gjk/double_double_closest.hpp"

#include "convex/bodies.hpp"
#include "convex/gjk/exact_closest.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

using oracle::Dice;

struct Seen {
    int pairs = 0, decided = 0;
};

// Moves B along the line between the closest points until the distance is about `gap`, and checks the bounds.
void look_at(const ConvexBody& body_a, const ConvexBody& body_b, Dice& dice, double gap, Seen& seen) {
    const PlacedBody a = body_a.at(pose_of(oracle::rotation(dice)));
    const oracle::Matrix turn = oracle::rotation(dice);
    const PlacedBody far = body_b.at(pose_of(oracle::shifted(turn, {2.5, 2.5, 2.5})));
    const BodyDistance d = distance(a, far);
    if (!(d.lower > 0)) return;
    const double share = (d.value - gap) / d.value;
    const PlacedBody b = body_b.at(pose_of(oracle::shifted(
        turn, {2.5 + share * (d.point_a.x - d.point_b.x), 2.5 + share * (d.point_a.y - d.point_b.y),
               2.5 + share * (d.point_a.z - d.point_b.z)})));
    const convex::BodyPair pair(a, b);
    convex::GjkAnswer answer = convex::gjk(pair, convex::GjkGoal::distance, nullptr);
    if (answer.end == convex::GjkAnswer::End::inside) return;
    const convex::MeasuredDistance fine = convex::double_double_distance(pair, answer.simplex);
    const convex::ExactClosest exact = convex::exact_closest(pair, answer.simplex);
    if (exact.touching) return;
    const double length = convex::length_beyond(exact.squared, convex::sum_of_radii(pair));
    ++seen.pairs;
    if (!(fine.lower > 0)) return;
    EXPECT_LE(fine.lower, length * (1 + 1e-14));
    EXPECT_GE(fine.upper, length * (1 - 1e-14));
    seen.decided += fine.upper - fine.lower <= 1e-12 * fine.upper ? 1 : 0;
}

TEST(DoubleDoubleClosest, BoundsHoldTheExactDistance) {
    Dice dice(71);
    for (const double gap : {1e-1, 1e-3, 1e-6, 1e-9, 1e-12}) {
        Seen seen;
        for (int i = 0; i < 300; ++i)
            look_at(random_hull(dice, i % 2 == 0 ? HullKind::box : HullKind::cloud).body(),
                    random_hull(dice, i % 3 == 0 ? HullKind::box : HullKind::cloud).body(), dice, gap, seen);
        EXPECT_GT(seen.pairs, 100) << gap;
        // For smaller gaps the preceding double-precision search does not always find the right vertices.
        EXPECT_GT(seen.decided, gap > 1e-10 ? seen.pairs * 9 / 10 : seen.pairs / 3) << gap;
    }
}

}  // namespace
}  // namespace allide::test
