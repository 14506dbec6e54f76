// Overlap of two bodies. Every verdict on hulls is compared with a linear program in rational arithmetic.
#include "bodies.hpp"
#include "support/effort.hpp"

#include <allide/query.hpp>

#include <cmath>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

using oracle::Dice;

BodyVerdict verdict_of(bool share) {
    return share ? BodyVerdict::yes : BodyVerdict::no;
}

class Comparison {
  public:
    void compare(const Hull& a, const oracle::Matrix& pose_a, const Hull& b, const oracle::Matrix& pose_b) {
        const ConvexBody body_a = a.body(), body_b = b.body();
        const Pose at_a = pose_of(pose_a), at_b = pose_of(pose_b);
        const BodyOverlap found = overlap_solid(body_a.at(at_a), body_b.at(at_b));
        const BodyOverlap swapped = overlap_solid(body_b.at(at_b), body_a.at(at_a));
        const bool share = oracle::hulls_touch(a.points, pose_a, b.points, pose_b);
        ASSERT_EQ(found.verdict, verdict_of(share)) << "pair " << pairs_;
        ASSERT_EQ(swapped.verdict, verdict_of(share)) << "pair " << pairs_;
        ASSERT_EQ(distance(body_a.at(at_a), body_b.at(at_b)).upper == 0, share) << "pair " << pairs_;
        ++pairs_;
        sharing_ += share ? 1 : 0;
        exact_ += found.certificate == Certificate::exact ? 1 : 0;
    }
    int pairs() const { return pairs_; }
    int sharing() const { return sharing_; }
    int exact() const { return exact_; }

  private:
    int pairs_ = 0, sharing_ = 0, exact_ = 0;
};

// Two adjacent cubes of side 2 share a face; one unit in the last place farther apart, they share no point.
TEST(ConvexOverlap, CubesThatTouchWithAFace) {
    const ConvexBody cube = ConvexBody::box({1, 1, 1}).value();
    const auto at = [&](double x) {
        return overlap_solid(cube.at_rest(), cube.at(Pose::translation({x, 0, 0})));
    };
    EXPECT_EQ(at(2).verdict, BodyVerdict::yes);
    EXPECT_EQ(at(std::nextafter(2.0, 3)).verdict, BodyVerdict::no);
    EXPECT_EQ(at(0).verdict, BodyVerdict::yes);
}

TEST(ConvexOverlap, ABodyInsideAnotherTouchesIt) {
    const ConvexBody large = ConvexBody::box({10, 10, 10}).value(), small = ConvexBody::sphere(0.5).value();
    EXPECT_EQ(overlap_solid(large.at_rest(), small.at_rest()).verdict, BodyVerdict::yes);
    EXPECT_EQ(overlap_solid(small.at(Pose::translation({8, 0, 0})), large.at_rest()).verdict,
              BodyVerdict::yes);
}

// With centers offset by (3, 4, 0) and radii 2 and 3, the spheres touch in one point.
TEST(ConvexOverlap, SpheresAndCapsulesAreExact) {
    const ConvexBody two = ConvexBody::sphere(2).value(), three = ConvexBody::sphere(3).value();
    const Pose aside = Pose::translation({3, 4, 0});
    EXPECT_EQ(overlap_solid(two.at_rest(), three.at(aside)).verdict, BodyVerdict::yes);
    const Pose beyond = Pose::translation({3, std::nextafter(4.0, 5), 0});
    EXPECT_EQ(overlap_solid(two.at_rest(), three.at(beyond)).verdict, BodyVerdict::no);
    const ConvexBody rod = ConvexBody::capsule(2, 7).value();
    EXPECT_EQ(overlap_solid(rod.at_rest(), three.at(aside.translated({0, 0, 7}))).verdict, BodyVerdict::yes);
    EXPECT_EQ(overlap_solid(rod.at_rest(), three.at(beyond.translated({0, 0, 5}))).verdict, BodyVerdict::no);
    // The sphere touches a vertex of the box: the offset of its center is (3, 4, 12), of length 13.
    const ConvexBody box = ConvexBody::box({1, 1, 1}).value(), ball = ConvexBody::sphere(13).value();
    EXPECT_EQ(overlap_solid(box.at_rest(), ball.at(Pose::translation({4, 5, 13}))).verdict, BodyVerdict::yes);
    EXPECT_EQ(
        overlap_solid(box.at_rest(), ball.at(Pose::translation({4, 5, std::nextafter(13.0, 14)}))).verdict,
        BodyVerdict::no);
}

TEST(ConvexOverlap, RandomHullsAgreeWithTheLinearProgram) {
    Dice dice(1);
    Comparison all;
    const int count = effort(700, 100'000);
    for (int i = 0; i < count; ++i) {
        const Hull a = random_hull(dice, random_kind(dice)), b = random_hull(dice, random_kind(dice));
        const auto pose_a = oracle::random_pose(dice, oracle::all_pose_kinds[dice.below(6)]);
        oracle::Matrix pose_b = oracle::random_pose(dice, oracle::all_pose_kinds[dice.below(6)]);
        if (dice.one_in(2)) pose_b = pose_a;
        if (dice.one_in(2))
            for (const std::size_t k : {3, 7, 11}) pose_b[k] = pose_a[k] + dice.between(-1.0, 1.0);
        ASSERT_NO_FATAL_FAILURE(all.compare(a, pose_a, b, pose_b));
    }
    EXPECT_GT(all.sharing(), count / 10);
    EXPECT_LT(all.sharing(), count * 9 / 10);
}

// At least 99 of 100 pairs of bodies with volume are decided without exact arithmetic.
TEST(ConvexOverlap, NearlyAllAreDecidedByCertificate) {
    Dice dice(2);
    int exact = 0, sharing = 0;
    const int count = 10'000;
    for (int i = 0; i < count; ++i) {
        const ConvexBody a = random_hull(dice, dice.one_in(2) ? HullKind::cloud : HullKind::box).body();
        const ConvexBody b = random_hull(dice, dice.one_in(2) ? HullKind::cloud : HullKind::box).body();
        const Pose at_a = pose_of(oracle::rotation(dice));
        const Pose at_b = pose_of(oracle::shifted(oracle::rotation(dice), oracle::random_point(dice, 1.5)));
        const BodyOverlap found = overlap_solid(a.at(at_a), b.at(at_b));
        exact += found.certificate == Certificate::exact ? 1 : 0;
        sharing += found.verdict == BodyVerdict::yes ? 1 : 0;
    }
    EXPECT_LT(exact, count / 100);
    EXPECT_GT(sharing, count / 4);
    EXPECT_LT(sharing, count * 3 / 4);
}

// B is moved until its gap to A, or its penetration, is tiny or 0. Sizes range from 1e-7 to 1e5; the bodies
// are up to 1e6 away from the origin.
TEST(ConvexOverlap, NearlyTouchingPairs) {
    Dice dice(3);
    Comparison all;
    const int count = effort(500, 50'000);
    while (all.pairs() < count) {
        const double size = std::pow(10, dice.between(-7.0, 5.0));
        const Hull a = random_hull(dice, random_kind(dice), size),
                   b = random_hull(dice, random_kind(dice), size);
        oracle::Matrix pose_a = oracle::rotation(dice), pose_b = oracle::rotation(dice);
        const oracle::Point far = oracle::random_point(dice, dice.one_in(2) ? 1e6 : 0);
        pose_a = oracle::shifted(pose_a, far);
        pose_b = oracle::shifted(pose_b, {far[0] + 7 * size, far[1] + dice.between(-size, size), far[2]});
        const ConvexBody body_a = a.body(), body_b = b.body();
        const BodyDistance gap = distance(body_a.at(pose_of(pose_a)), body_b.at(pose_of(pose_b)));
        const double step = size * (dice.one_in(2) ? 1 : -1) * std::pow(10, dice.between(-15.0, -3.0));
        const double share = 1 + (dice.one_in(4) ? 0 : step / gap.upper);
        const Vec3 shift{share * (gap.point_a.x - gap.point_b.x), share * (gap.point_a.y - gap.point_b.y),
                         share * (gap.point_a.z - gap.point_b.z)};
        ASSERT_NO_FATAL_FAILURE(all.compare(a, pose_a, b, moved(pose_b, shift)));
    }
    EXPECT_GT(all.sharing(), count / 5);
    EXPECT_LT(all.sharing(), count * 4 / 5);
}

TEST(ConvexOverlap, CoincidentBodiesAndTheEndsOfTheRange) {
    Dice dice(4);
    Comparison all;
    for (const double size : {1.0, 1e-7, 1e5, 1e-200, 1e150, 1e300, 5e-324, 1e-310})
        for (const HullKind kind : all_hull_kinds) {
            const Hull hull = random_hull(dice, kind, size), other = random_hull(dice, kind, size);
            const auto turn = oracle::rotation(dice);
            ASSERT_NO_FATAL_FAILURE(all.compare(hull, turn, hull, turn));
            ASSERT_NO_FATAL_FAILURE(all.compare(hull, oracle::identity, other, turn));
            ASSERT_NO_FATAL_FAILURE(
                all.compare(hull, turn, other, oracle::shifted(turn, {2 * size, 0.5 * size, 0})));
        }
}

// Second and third powers of these sizes underflow or overflow, in particular while a body is built.
TEST(ConvexOverlap, BodiesOfEverySizeThatADoubleHas) {
    Dice dice(17);
    int touching = 0, pairs = 0;
    for (int i = 0; i < effort(500, 20'000); ++i) {
        const double power = dice.one_in(2) ? dice.between(-100.0, -70.0) : dice.between(-320.0, 305.0);
        const double size = std::pow(10, power), other = size * (dice.one_in(3) ? dice.unit() : 1);
        const Hull a = random_hull(dice, dice.one_in(2) ? HullKind::box : random_kind(dice), size);
        const Hull b = random_hull(dice, random_kind(dice), other);
        const oracle::Matrix pose_a = dice.one_in(2) ? oracle::quarter_turn(dice) : oracle::rotation(dice);
        const oracle::Matrix pose_b = oracle::shifted(
            oracle::rotation(dice), oracle::random_point(dice, dice.one_in(2) ? size : 0.5 * size));
        const ConvexBody body_a = a.body(), body_b = b.body();
        const PlacedBody at_a = body_a.at(pose_of(pose_a)), at_b = body_b.at(pose_of(pose_b));
        const bool touch = oracle::hulls_touch(a.points, pose_a, b.points, pose_b);
        EXPECT_EQ(overlap_solid(at_a, at_b).verdict, verdict_of(touch)) << size;
        const BodyDistance found = distance(at_a, at_b);
        EXPECT_EQ(found.upper == 0, touch) << size;
        EXPECT_LE(found.upper - found.lower, std::max(1e-12 * found.upper, 0x1p-1074)) << size;
        const BodyPenetration depth = penetration(at_a, at_b);
        EXPECT_LE(depth.lower, depth.upper) << size;
        EXPECT_TRUE(touch || depth.upper == 0) << size;
        touching += touch ? 1 : 0;
        ++pairs;
    }
    EXPECT_GT(touching, pairs / 10);
    EXPECT_LT(touching, pairs * 9 / 10);
}

// A hull is mapped by the pose's exact matrix, not by the nearest rotation, even if the matrix is at the
// limit of the rigidity tolerance.
TEST(ConvexOverlap, StrainedPosesAreExactMaps) {
    Dice dice(5);
    Comparison all;
    for (int i = 0; i < effort(200, 10'000); ++i) {
        const Hull a = random_hull(dice, HullKind::box), b = random_hull(dice, HullKind::box);
        const auto turn = oracle::rotation(dice);
        const auto pose_a = oracle::strained(turn, 4e-7, dice);
        oracle::Matrix pose_b = oracle::strained(turn, 4e-7, dice);
        // Apart from the slight strain of the poses, a face of B lies on a face of A.
        const double x = a.points[7][0] + b.points[7][0];
        pose_b = oracle::shifted(pose_b, {turn[0] * x, turn[4] * x, turn[8] * x});
        ASSERT_NO_FATAL_FAILURE(all.compare(a, pose_a, b, pose_b));
    }
    EXPECT_GT(all.sharing(), effort(10));
    EXPECT_GT(all.pairs() - all.sharing(), effort(10));
}

TEST(ConvexOverlap, AHintChangesNoAnswer) {
    Dice dice(6);
    QueryCache cache;
    for (int i = 0; i < 300; ++i) {
        const Hull a = random_hull(dice, random_kind(dice)), b = random_hull(dice, random_kind(dice));
        const ConvexBody body_a = a.body(), body_b = b.body();
        const auto turn = oracle::rotation(dice);
        for (int step = 0; step < 5; ++step) {
            const auto at = oracle::shifted(turn, {0.3 * step, 0.1, 0});
            const auto warm = overlap_solid(body_a.at_rest(), body_b.at(pose_of(at)), cache);
            EXPECT_EQ(warm.verdict,
                      verdict_of(oracle::hulls_touch(a.points, oracle::identity, b.points, at)));
            const BodyDistance first = distance(body_a.at_rest(), body_b.at(pose_of(at)), cache);
            const BodyDistance cold = distance(body_a.at_rest(), body_b.at(pose_of(at)));
            EXPECT_LE(first.lower, cold.upper);
            EXPECT_LE(cold.lower, first.upper);
        }
    }
}

TEST(ConvexOverlap, HalfSpacesAreExact) {
    const ConvexBody ground = ConvexBody::half_space({{0, 0, 2}, 0}).value();
    const ConvexBody box = ConvexBody::box({1, 1, 1}).value(), ball = ConvexBody::sphere(1).value();
    for (const ConvexBody* body : {&box, &ball}) {
        EXPECT_EQ(overlap_solid(body->at(Pose::translation({9, 9, 1})), ground.at_rest()).verdict,
                  BodyVerdict::yes);
        const Pose above = Pose::translation({9, 9, std::nextafter(1.0, 2)});
        EXPECT_EQ(overlap_solid(body->at(above), ground.at_rest()).verdict, BodyVerdict::no);
        EXPECT_EQ(overlap_solid(ground.at_rest(), body->at(Pose::translation({0, 0, -50}))).verdict,
                  BodyVerdict::yes);
    }
    const ConvexBody sky = ConvexBody::half_space({{0, 0, -1}, -1}).value();
    EXPECT_EQ(overlap_solid(ground.at_rest(), sky.at_rest()).verdict, BodyVerdict::no);
    EXPECT_EQ(overlap_solid(ground.at(Pose::translation({0, 0, 1})), sky.at_rest()).verdict,
              BodyVerdict::yes);
    EXPECT_EQ(overlap_solid(ground.at_rest(), ground.at(Pose::translation({0, 0, -8}))).verdict,
              BodyVerdict::yes);
    EXPECT_NEAR(distance(ground.at_rest(), sky.at_rest()).upper, 1, 1e-13);
}

// Verdicts for a cylinder, a cone or an ellipsoid against a sphere or a box at a known gap.
TEST(ConvexOverlap, CurvedBodiesAnswerOrSayHowLittleIsMissing) {
    const std::vector<ConvexBody> bodies{ConvexBody::cylinder(1, 1).value(), ConvexBody::cone(1, 1).value(),
                                         ConvexBody::ellipsoid({1, 1, 1}).value()};
    const ConvexBody ball = ConvexBody::sphere(1).value(), box = ConvexBody::box({1, 1, 1}).value();
    for (const ConvexBody& body : bodies)
        for (const ConvexBody* other : {&ball, &box}) {
            // Every body extends down to z = −1, and the other body is placed below it with a gap along z.
            for (const double gap : {-1e-3, -1e-9, -1e-11, 1e-11, 1e-9, 1e-3}) {
                const BodyOverlap found =
                    overlap_solid(body.at_rest(), other->at(Pose::translation({0, 0, -2 - gap})));
                EXPECT_EQ(found.verdict, verdict_of(gap < 0)) << gap << " " << static_cast<int>(body.kind());
            }
            const BodyOverlap touching =
                overlap_solid(body.at_rest(), other->at(Pose::translation({0, 0, -2})));
            EXPECT_TRUE(touching.verdict == BodyVerdict::yes || touching.bound < 1e-12);
            EXPECT_NE(touching.verdict, BodyVerdict::no);
        }
}

}  // namespace
}  // namespace allide::test
