// Penetration depths, distances and their witness points for every pair of kinds, at random and degenerate
// poses.
#include "body_checks.hpp"
#include "convex/bodies.hpp"
#include "support/effort.hpp"

#include <allide/convex.hpp>

#include <cmath>
#include <map>
#include <span>
#include <string>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

using oracle::Dice;

bool is_curved(Shape7 shape) {
    return shape == Shape7::cylinder || shape == Shape7::cone || shape == Shape7::ellipsoid;
}

// Counts violations per property, pair of kinds and magnitude of the error. A test may allow a certain number
// for pairs with a curved body, and another for the other pairs.
class Violations {
  public:
    void check(bool holds, const std::string& property, const PlacedPair& pair, double by) {
        ++checks_;
        if (holds) return;
        const bool curved = is_curved(pair.a.shape) || is_curved(pair.b.shape);
        (curved ? curved_ : exact_)[property + " " + shape_names[static_cast<std::size_t>(pair.a.shape)] +
                                    " " + shape_names[static_cast<std::size_t>(pair.b.shape)] + " by " +
                                    std::to_string(std::log10(by))]++;
    }
    void expect_none() const { expect_at_most(0, 0); }
    void expect_at_most(int most_exact, int most_curved) const {
        expect(exact_, most_exact);
        expect(curved_, most_curved);
    }
    int checks() const { return checks_; }

  private:
    static void expect(const std::map<std::string, int>& violations, int most) {
        int sum = 0;
        for (const auto& [what, count] : violations) sum += count;
        EXPECT_LE(sum, most);
        if (sum <= most) return;
        for (const auto& [what, count] : violations) ADD_FAILURE() << what << ": " << count;
    }

    int checks_ = 0;
    std::map<std::string, int> exact_, curved_;
};

void check_penetration(const PlacedPair& pair, Violations& violations) {
    check_penetration(pair, [&](bool holds, const char* property, double by) {
        violations.check(holds, property, pair, by);
    });
}
void check_distance(const PlacedPair& pair, Violations& violations) {
    check_distance(pair, [&](bool holds, const char* property, double by) {
        violations.check(holds, property, pair, by);
    });
}

void check_families(std::span<const Family> families, int count, Dice& dice, Violations& violations) {
    for (const Shape7 first : all_shapes)
        for (const Shape7 second : all_shapes)
            for (const Family family : families)
                for (int i = 0; i < count; ++i) {
                    const PlacedPair pair = random_pair(dice, first, second, family);
                    check_penetration(pair, violations);
                    check_distance(pair, violations);
                }
}

TEST(BodyDepth, HoldsForEveryPairOfKindsAndEveryFamily) {
    Dice dice(61);
    Violations violations;
    const int count = effort(20, 10'000);
    check_families(std::span(all_families).first(10), count, dice, violations);
    // A few in a million pairs have wider bounds than required. The small default sample may have none.
    violations.expect_at_most(0, count > 20 ? violations.checks() / 50'000 : 0);
}

// The apex of a cone near the evolute (the centres of curvature) of a spheroid: in the direction of the least
// support height, the second derivatives of the height vanish.
TEST(BodyDepth, HoldsWhereTheCurvatureVanishes) {
    struct Case {
        Family family;
        int number;
    };
    for (const Case& c : {Case{Family::center_on_surface, 88}, Case{Family::surface_on_axis, 117}}) {
        Dice dice(1'000'000 + static_cast<std::uint64_t>(c.family) * 100 + 56);
        Violations violations;
        for (int i = 0; i < c.number; ++i) random_pair(dice, Shape7::cone, Shape7::ellipsoid, c.family);
        check_penetration(random_pair(dice, Shape7::cone, Shape7::ellipsoid, c.family), violations);
        violations.expect_none();
    }
}

// The nearest point of a box's face lies outside the triangle of the first three of its four corners.
TEST(BodyDepth, FindsPointsOfFacesWithFourCorners) {
    Dice dice(2'000'306);
    Violations violations;
    for (int i = 0; i < 186; ++i) random_pair(dice, Shape7::box, Shape7::ellipsoid, Family::coaxial);
    check_penetration(random_pair(dice, Shape7::box, Shape7::ellipsoid, Family::coaxial), violations);
    violations.expect_none();
}

TEST(BodyDepth, HoldsForNearlyParallelAxes) {
    Dice dice(66);
    Violations violations;
    constexpr std::array<Family, 1> family{Family::nearly_parallel_axes};
    check_families(family, effort(20, 10'000), dice, violations);
    violations.expect_none();
}

// Segments that are nearly parallel, and so close that their distance is within rounding, once had bounds of
// up to 1e-8 of the size.
TEST(BodyDepth, HoldsForNearlyCoaxialSpheresAndCapsules) {
    Violations violations;
    for (const Shape7 first : {Shape7::sphere, Shape7::capsule})
        for (const Shape7 second : {Shape7::sphere, Shape7::capsule})
            for (const Family family : {Family::nearly_coaxial, Family::nearly_parallel_axes})
                for (int i = 0; i < effort(200, 100'000); ++i)
                    check_penetration(numbered_pair(first, second, family, static_cast<std::uint64_t>(i)),
                                      violations);
    violations.expect_none();
}

// Pairs whose witness points were once outside of their bodies or not `upper` apart, because barycentric
// weights were outside of [0, 1] or points belonged to an earlier direction.
TEST(BodyDepth, WitnessPointsLieOnBothBodies) {
    struct Case {
        Shape7 a, b;
        Family family;
        std::uint64_t number;
    };
    Violations violations;
    for (const Case& c : {Case{Shape7::cylinder, Shape7::cylinder, Family::nearly_parallel_axes, 55},
                          Case{Shape7::cone, Shape7::ellipsoid, Family::nearly_coaxial, 129},
                          Case{Shape7::cylinder, Shape7::capsule, Family::nearly_coaxial, 14},
                          Case{Shape7::capsule, Shape7::ellipsoid, Family::nearly_coaxial, 170},
                          Case{Shape7::capsule, Shape7::ellipsoid, Family::nearly_coaxial, 268},
                          Case{Shape7::box, Shape7::ellipsoid, Family::equal_centers, 726}})
        check_penetration(numbered_pair(c.a, c.b, c.family, c.number), violations);
    violations.expect_none();
}

// For nearly coaxial bodies, a whole circle of directions has nearly the least depth. Witness points and
// bounds of a few pairs are outside of their tolerances.
TEST(BodyDepth, MostlyHoldsForNearlyCoaxialBodies) {
    Dice dice(67);
    Violations violations;
    constexpr std::array<Family, 1> family{Family::nearly_coaxial};
    check_families(family, effort(20, 10'000), dice, violations);
    violations.expect_at_most(0, violations.checks() / 1000);
}

TEST(BodyDistancePoints, LieOnBothBodiesForEveryPairOfKinds) {
    Dice dice(62);
    Violations violations;
    const int count = effort(60, 100'000);
    for (const Shape7 first : all_shapes)
        for (const Shape7 second : all_shapes)
            for (int i = 0; i < count; ++i) {
                PlacedPair pair = random_pair(dice, first, second, Family::random);
                const double reach = (pair.a.size() + pair.b.size()) * dice.between(0.2, 1.6);
                const Vec3 shift = turned_by(oracle::rotation(dice), {reach, 0, 0});
                pair.pose_b =
                    placed_at(pair.pose_b, plus({pair.pose_b[3], pair.pose_b[7], pair.pose_b[11]}, shift));
                check_distance(pair, violations);
            }
    violations.expect_none();
}

// A ball whose center is on or near a face of a rotated box: the least depth is along the face's normal.
TEST(BodyDepth, CenterOnAFaceOfATurnedBox) {
    Dice dice(63);
    for (int i = 0; i < effort(500, 100'000); ++i) {
        const ConvexBody box = ConvexBody::box({1, 0.8, 0.9}).value(), ball = ConvexBody::sphere(0.5).value();
        const oracle::Matrix turn = oracle::rotation(dice);
        const double above = dice.one_in(2) ? 0 : std::pow(10, dice.between(-17.0, -11.0));
        const Vec3 at = turned_by(turn, {1 + above, dice.between(-0.3, 0.3), dice.between(-0.3, 0.3)});
        const BodyPenetration depth = penetration(ball.at(Pose::translation(at)), box.at(pose_of(turn)));
        const Vec3 normal = turned_by(turn, {1, 0, 0});
        EXPECT_LE(length(minus(depth.direction, normal)), 1e-9) << above;
        EXPECT_NEAR(depth.upper, 0.5 - above, 1e-12) << above;
        const Vec3 away = plus(at, times(depth.upper, depth.direction));
        EXPECT_LE(penetration(ball.at(Pose::translation(away)), box.at(pose_of(turn))).upper, 1e-12) << above;
    }
}

// A sphere of radius 0.7 at x = 1.31 next to a cylinder of radius 0.6: the distance is 0.01, from x = 0.6
// to x = 0.61.
TEST(BodyDistancePoints, SphereBesideACylinder) {
    const ConvexBody ball = ConvexBody::sphere(0.7).value(), cylinder = ConvexBody::cylinder(0.6, 1).value();
    const BodyDistance found = distance(ball.at(Pose::translation({1.31, 0, 0})), cylinder.at_rest());
    EXPECT_NEAR(found.value, 0.01, 1e-13);
    EXPECT_NEAR(found.point_a.x, 0.61, 1e-9);
    EXPECT_NEAR(found.point_b.x, 0.6, 1e-9);
}

// All directions perpendicular to the axis have equal depth. Tight bounds show that this circle of directions
// was not subdivided.
TEST(BodyDepth, WholeCirclesOfWaysOut) {
    const ConvexBody cylinder = ConvexBody::cylinder(1, 3).value(),
                     peg = ConvexBody::cylinder(0.3, 5).value(), cone = ConvexBody::cone(1, 1).value(),
                     egg = ConvexBody::ellipsoid({1, 1, 2}).value(),
                     ball = ConvexBody::ellipsoid({1, 1, 1}).value();
    Dice dice(64);
    for (int i = 0; i < effort(100, 1000); ++i) {
        const Pose pose = pose_of(oracle::rotation(dice));
        const auto expect_depth = [&](const ConvexBody& a, const ConvexBody& b, double truth) {
            const BodyPenetration depth = penetration(a.at(pose), b.at(pose));
            EXPECT_LE(depth.lower, truth + 1e-14);
            EXPECT_GE(depth.upper, truth - 1e-14);
            EXPECT_LE(depth.upper - depth.lower, 1e-12);
            EXPECT_EQ(overlap_solid(a.at(pose), b.at(pose)).verdict, BodyVerdict::yes);
        };
        expect_depth(cylinder, cylinder, 2);
        expect_depth(peg, cylinder, 1.3);
        expect_depth(egg, egg, 2);
        expect_depth(ball, ball, 2);
        expect_depth(cone, cone, 4 / std::sqrt(5.0));
    }
}

// A triangle with a vertex on the axis of a cone: a whole arc of directions has equal depth.
TEST(BodyDepth, CornerOnTheAxisOfACone) {
    const ConvexBody cone = ConvexBody::cone(1, 1).value();
    const ConvexBody flat =
        ConvexBody::from_points(std::vector<Vec3>{{0, 0, 0}, {3, 0, -0.5}, {0, 3, -0.5}}).value();
    const BodyPenetration depth = penetration(flat.at_rest(), cone.at_rest());
    EXPECT_NEAR(depth.upper, 1 / std::sqrt(5.0), 1e-12);
    EXPECT_LE(depth.upper - depth.lower, 1e-12);
}

// The same pair of bodies at sizes from 1e-300 to 1e300 has the same results, up to the scale.
TEST(BodyDepth, EverySizeThatADoubleHas) {
    Dice dice(65);
    for (const Shape7 shape : all_shapes)
        for (int exponent = -990; exponent <= 990; exponent += 45) {
            const double size = std::ldexp(1.0, exponent);
            const auto made = [&](double by) {
                switch (shape) {
                    case Shape7::box:
                    case Shape7::hull:
                        return ConvexBody::box({by, 0.7 * by, 0.8 * by}).value();
                    case Shape7::sphere:
                        return ConvexBody::sphere(by).value();
                    case Shape7::capsule:
                        return ConvexBody::capsule(0.6 * by, by).value();
                    case Shape7::cylinder:
                        return ConvexBody::cylinder(0.6 * by, by).value();
                    case Shape7::cone:
                        return ConvexBody::cone(0.6 * by, by).value();
                    default:
                        return ConvexBody::ellipsoid({by, 0.7 * by, 0.8 * by}).value();
                }
            };
            const ConvexBody small = made(1), body = made(size);
            for (const double x : {0.3, 4.0}) {
                const Pose turn = pose_of(oracle::shifted(oracle::quarter_turn(dice), {0, 0, 0}));
                const auto place = [&](double by) { return turn.translated({x * by, 0.2 * by, 0.1 * by}); };
                const BodyDistance near = distance(small.at_rest(), small.at(place(1))),
                                   found = distance(body.at_rest(), body.at(place(size)));
                EXPECT_NEAR(found.value / size, near.value, 1e-11) << size << " " << static_cast<int>(shape);
                EXPECT_NEAR(found.upper / size, near.upper, 1e-11) << size << " " << static_cast<int>(shape);
                const BodyPenetration deep = penetration(small.at_rest(), small.at(place(1))),
                                      depth = penetration(body.at_rest(), body.at(place(size)));
                EXPECT_NEAR(depth.upper / size, deep.upper, 1e-11) << size << " " << static_cast<int>(shape);
                // On a smooth surface, the error of a witness point is of the order of the square root of
                // the depth's error.
                EXPECT_NEAR(depth.point_a.x / size, deep.point_a.x, 1e-5)
                    << size << " " << static_cast<int>(shape);
            }
        }
}

}  // namespace
}  // namespace allide::test
