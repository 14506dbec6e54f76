#include "support/effort.hpp"
#include "support/random_geometry.hpp"

#include <allide/allide.hpp>

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

Motion falling(double height, const Vec3& translation) {
    return Motion::linear(translation).from(Pose::translation({0, 0, height}));
}

// A ball of radius 1 falls from z = 5 to z = −5 onto a box whose top is at 1: contact at z = 2.
TEST(PredictBodies, BallOntoABox) {
    const ConvexBody ball = ConvexBody::sphere(1).value(), box = ConvexBody::box({1, 1, 1}).value();
    const BodyPrediction p = predict(ball.along(falling(5, {0, 0, -10})), box.at_rest());
    ASSERT_EQ(p.outcome, Outcome::impact);
    EXPECT_LE(p.impact->t_lo, 0.3);
    EXPECT_GE(p.impact->t_hi, 0.3);
    EXPECT_LE(p.impact->t_hi - p.impact->t_lo, 1e-9);
    EXPECT_EQ(p.free_until, p.impact->t_lo);
    EXPECT_EQ(p.delta, 0);
    EXPECT_NEAR(length(p.impact->point - Vec3{0, 0, 1}), 0, 1e-7);
    EXPECT_NEAR(length(p.impact->normal - Vec3{0, 0, -1}), 0, 1e-6);
    EXPECT_LT(p.steps, 100u);
    const BodyPrediction wide =
        predict(ball.along(falling(5, {0, 0, -10})), box.at_rest(), {.clearance = 0.5});
    EXPECT_LE(wide.impact->t_lo, 0.25);
    EXPECT_GE(wide.impact->t_hi, 0.25);
    const BodyPrediction aside =
        predict(ball.along(falling(5, {0, 0, -10}), Pose::translation({2.5, 0, 0})), box.at_rest());
    EXPECT_EQ(aside.outcome, Outcome::clear);
    EXPECT_EQ(aside.free_until, 1);
    EXPECT_FALSE(aside.impact);
}

// A box falls flat onto a box: an impact, also if the motion ends exactly at the contact; clear if it ends
// before.
TEST(PredictBodies, FlushLanding) {
    const ConvexBody box = ConvexBody::box({1, 1, 1}).value();
    const BodyPrediction p = predict(box.along(falling(4, {0, 0, -4})), box.at_rest());
    ASSERT_EQ(p.outcome, Outcome::impact);
    EXPECT_LE(p.impact->t_lo, 0.5);
    EXPECT_GE(p.impact->t_hi, 0.5);
    EXPECT_LE(p.impact->t_hi - p.impact->t_lo, 1e-9);
    const BodyPrediction stops = predict(box.along(falling(4, {0, 0, -2})), box.at_rest());
    ASSERT_EQ(stops.outcome, Outcome::impact);
    EXPECT_EQ(stops.impact->t_hi, 1);
    EXPECT_GT(stops.impact->t_lo, 1 - 1e-9);
    const BodyPrediction short_of = predict(box.along(falling(4, {0, 0, -1.999999})), box.at_rest());
    EXPECT_EQ(short_of.outcome, Outcome::clear);
    EXPECT_EQ(predict(box.along(falling(2, {0, 0, 1})), box.at_rest()).outcome, Outcome::touching_at_start);
    EXPECT_EQ(predict(box.along(falling(0.5, {0, 0, 9})), box.at_rest()).outcome, Outcome::touching_at_start);
}

// A ball passes another one. Gaps and depths above 1e-9 of the size are decided; smaller ones are grazes.
TEST(PredictBodies, GrazesAreUndecidedOnlyBelowTheLimit) {
    const ConvexBody ball = ConvexBody::sphere(1).value();
    const double size = 2 * std::sqrt(3.0);
    const auto pass = [&](double gap) {
        const Motion motion = Motion::linear({8, 0, 0}).from(Pose::translation({-4, 0, 2 + gap}));
        return predict(ball.along(motion), ball.at_rest());
    };
    for (const double gap : {1e-3, 1e-6, 1.1e-9 * size}) EXPECT_EQ(pass(gap).outcome, Outcome::clear) << gap;
    for (const double depth : {1e-3, 1e-6, 1.1e-9 * size})
        EXPECT_EQ(pass(-depth).outcome, Outcome::impact) << depth;
    const BodyPrediction graze = pass(1e-14);
    EXPECT_NE(graze.outcome, Outcome::clear);
    EXPECT_LE(graze.delta, 1e-9 * size);
    EXPECT_LT(std::abs(graze.free_until - 0.5), 1e-4);
    // The side of a rotating cylinder slides along a plane.
    const ConvexBody roll = ConvexBody::cylinder(1, 1).value(),
                     floor = ConvexBody::half_space({{0, 0, 1}, 0}).value();
    const Pose lying = Pose::rotation({1, 0, 0}, degrees(90)).translated({0, 0, 1.5});
    const BodyPrediction rolls = predict(
        roll.along(Motion::rotation({0, 0, 1.5}, {0, 1, 0}, degrees(720)).from(lying)), floor.at_rest());
    EXPECT_EQ(rolls.outcome, Outcome::clear);
    const BodyPrediction tips = predict(
        roll.along(
            Motion::rotation({0, 0, 1.2}, {1, 0, 0}, degrees(90)).from(lying.translated({0, 0, -0.3}))),
        floor.at_rest());
    ASSERT_EQ(tips.outcome, Outcome::impact);
    // The rim's point at (1, −1) turns by φ about the centre: its height 1.2 − √2 sin(φ + 45°) vanishes.
    const double turn = std::asin(1.2 / std::sqrt(2.0)) - std::numbers::pi / 4;
    EXPECT_NEAR(tips.impact->t_lo, turn / (std::numbers::pi / 2), 1e-8);
}

// A rod that rotates about z meets a post at a known angle.
TEST(PredictBodies, TurningRod) {
    const ConvexBody rod = ConvexBody::capsule(0.25, 3).value(), post = ConvexBody::capsule(0.25, 1).value();
    const Pose along_x = Pose::rotation({0, 1, 0}, degrees(90));
    const Motion turn = Motion::rotation({0, 0, 0}, {0, 0, 1}, degrees(90)).from(along_x);
    const BodyPrediction p = predict(rod.along(turn), post.at(Pose::translation({0, 2, 0})));
    ASSERT_EQ(p.outcome, Outcome::impact);
    const double touch = (std::numbers::pi / 2 - std::asin(0.5 / 2)) / (std::numbers::pi / 2);
    EXPECT_LE(p.impact->t_lo, touch + 1e-12);
    EXPECT_GE(p.impact->t_hi, touch - 1e-12);
    EXPECT_LE(p.impact->t_hi - p.impact->t_lo, 1e-9);
    const BodyPrediction loose =
        predict(rod.along(turn), post.at(Pose::translation({0, 2, 0})), {.tolerance = 1e-3});
    EXPECT_LE(loose.impact->t_lo, touch);
    EXPECT_GE(loose.impact->t_hi, touch);
    EXPECT_LE(loose.impact->t_hi - loose.impact->t_lo, 1e-3);
}

struct NamedBody {
    ConvexBody body;
    double reach = 0;
};
std::vector<ConvexBody> some_bodies(base::Random& random) {
    std::vector<Vec3> points;
    for (int i = 0; i < 10; ++i) points.push_back(random_point(random, 0.6));
    return {ConvexBody::box({0.6, 0.4, 0.2}).value(),
            ConvexBody::from_points(points).value(),
            ConvexBody::sphere(0.5).value(),
            ConvexBody::capsule(0.2, 0.5).value(),
            ConvexBody::cylinder(0.4, 0.3).value(),
            ConvexBody::cone(0.5, 0.4).value(),
            ConvexBody::ellipsoid({0.6, 0.4, 0.3}).value(),
            ConvexBody::box({0.3, 0.3, 0.3}).value().rounded(0.2).value()};
}
Motion some_motion(base::Random& random) {
    const Pose start = random_pose(random, 2);
    switch (random.below(3)) {
        case 0:
            return Motion::linear(random_point(random, 4)).from(start);
        case 1:
            return Motion::screw({.point = random_point(random, 1),
                                  .axis = random_point(random, 1),
                                  .angle = radians(random.between(-4, 4)),
                                  .advance = random.between(-2, 2)})
                .from(start);
        default: {
            std::vector<Pose> poses{start};
            std::vector<double> times{0};
            for (int i = 1; i < 4; ++i) {
                poses.push_back(random_pose(random, 2));
                times.push_back(i);
            }
            return Motion::path(poses, times).value();
        }
    }
}

// Compares an answer with samples of the motion: there is no contact before free_until, there is one at the
// end of the bracket, and no sample is in contact if the answer is clear.
template <typename Touches>
void expect_certified(const BodyPrediction& p, const Touches& touches, int samples) {
    ASSERT_LE(p.free_until, 1);
    for (int i = 0; i < samples && p.free_until > 0; ++i) {
        const double t = p.free_until * i / samples;
        ASSERT_FALSE(touches(t, 1e-9)) << t << " of " << p.free_until;
    }
    switch (p.outcome) {
        case Outcome::clear:
            ASSERT_FALSE(touches(1, 1e-9));
            break;
        case Outcome::impact:
            ASSERT_TRUE(p.impact);
            ASSERT_TRUE(touches(p.impact->t_hi, -1e-12));
            if (p.delta == 0) {
                ASSERT_LE(p.impact->t_hi - p.impact->t_lo, 1e-9 * (1 + 1e-6));
            }
            break;
        case Outcome::touching_at_start:
            ASSERT_TRUE(touches(0, -1e-12));
            break;
        case Outcome::undecided:
            ASSERT_LE(p.delta, 1e-9 * 4);
            break;
    }
}

// For a positive slack: true if the bodies interpenetrate more deeply than the slack. Otherwise: true if
// their distance is at most −slack.
bool bodies_touch(const PlacedBody& a, const PlacedBody& b, double slack) {
    if (slack > 0) return penetration(a, b).lower > slack;
    return distance(a, b).lower <= -slack;
}

TEST(PredictBodies, AgreesWithSamplesOfTheMotion) {
    base::Random random(71);
    int impacts = 0, clear = 0;
    for (int round = 0; round < effort(150, 20'000); ++round) {
        const auto bodies = some_bodies(random);
        const ConvexBody &a = bodies[random.below(bodies.size())], &b = bodies[random.below(bodies.size())];
        const Motion motion_a = some_motion(random), motion_b = some_motion(random);
        const Pose rest = random_pose(random, 1);
        const bool both = round % 2 == 0;
        const BodyPrediction p =
            both ? predict(a.along(motion_a), b.along(motion_b)) : predict(a.along(motion_a), b.at(rest));
        expect_certified(
            p,
            [&](double t, double slack) {
                return bodies_touch(a.at(motion_a.at(t)), b.at(both ? motion_b.at(t) : rest), slack);
            },
            40);
        impacts += p.outcome == Outcome::impact ? 1 : 0;
        clear += p.outcome == Outcome::clear ? 1 : 0;
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(impacts, 0);
    EXPECT_GT(clear, 0);
}

// Predictions for hulls and for meshes of their surfaces agree, unless one mesh starts inside the other.
TEST(PredictBodies, EqualsMeshesOfTheSameHulls) {
    base::Random random(72);
    const auto mesh_of = [](const ConvexBody& body) {
        MeshData data;
        data.vertices.assign(body.vertices().begin(), body.vertices().end());
        for (const BodyFace& face : body.faces())
            for (std::size_t k = 2; k < face.corners.size(); ++k)
                data.triangles.push_back({face.corners[0], face.corners[k - 1], face.corners[k]});
        return Model::build(Mesh::from(std::move(data)).value()).value();
    };
    for (int round = 0; round < effort(40, 2000); ++round) {
        const auto bodies = some_bodies(random);
        const ConvexBody &a = bodies[random.below(2)], &b = bodies[random.below(2)];
        const Model ma = mesh_of(a), mb = mesh_of(b);
        const Motion motion = some_motion(random);
        const Pose rest = random_pose(random, 1);
        const BodyPrediction p = predict(a.along(motion), b.at(rest));
        if (p.outcome == Outcome::touching_at_start) continue;
        const Prediction q = predict(ma.along(motion), mb.at(rest));
        const BodyPrediction mixed = predict(a.along(motion), mb.at(rest));
        ASSERT_EQ(p.outcome, q.outcome) << round;
        ASSERT_EQ(mixed.outcome, q.outcome) << round;
        if (q.outcome != Outcome::impact) continue;
        EXPECT_LE(p.impact->t_lo, q.impact->t_hi);
        EXPECT_LE(q.impact->t_lo, p.impact->t_hi);
        EXPECT_LE(mixed.impact->t_lo, q.impact->t_hi);
        EXPECT_LE(q.impact->t_lo, mixed.impact->t_hi);
        ASSERT_TRUE(mixed.impact->triangle);
    }
}

TEST(PredictBodies, AgainstAMesh) {
    base::Random random(73);
    const Model torus = Model::build(generate(GeneratedShape::torus, {.triangles = 800}).value()).value();
    int impacts = 0;
    for (int round = 0; round < effort(40, 3000); ++round) {
        const auto bodies = some_bodies(random);
        const ConvexBody& a = bodies[random.below(bodies.size())];
        const Motion motion_a = some_motion(random), motion_b = some_motion(random);
        const bool both = round % 2 == 0;
        const Pose rest = random_pose(random, 1);
        const double clearance = round % 3 == 0 ? 0.125 : 0;
        const BodyPrediction p =
            both ? predict(a.along(motion_a), torus.along(motion_b), {.clearance = clearance})
                 : predict(a.along(motion_a), torus.at(rest), {.clearance = clearance});
        expect_certified(
            p,
            [&](double t, double slack) {
                const auto apart = distance(a.at(motion_a.at(t)), torus.at(both ? motion_b.at(t) : rest));
                return slack > 0 ? apart->distance.upper < clearance - slack
                                 : apart->distance.lower <= clearance - slack;
            },
            15);
        if (HasFatalFailure()) return;
        impacts += p.outcome == Outcome::impact ? 1 : 0;
    }
    EXPECT_GT(impacts, 0);
    // A half-space against a mesh, at a known height.
    const ConvexBody floor = ConvexBody::half_space({{0, 0, 1}, -5}).value();
    const double low = inspect(torus.mesh()).front().bounds->lo.z;
    const BodyPrediction rising = predict(floor.along(Motion::linear({0, 0, 10})), torus.at_rest());
    ASSERT_EQ(rising.outcome, Outcome::impact);
    EXPECT_NEAR(rising.impact->t_hi, (5 + low) / 10, 1e-8);
    EXPECT_TRUE(rising.impact->triangle);
}

// A dumb-bell of two balls, of which the second is the first to hit.
TEST(PredictBodies, Compounds) {
    const ConvexBody ball = ConvexBody::sphere(0.5).value(),
                     wall = ConvexBody::half_space({{0, 0, 1}, 0}).value();
    const Motion motion = falling(5, {0, 0, -10});
    const std::vector<MovingBody> bell{ball.along(motion, Pose::translation({0, 0, 1})),
                                       ball.along(motion, Pose::translation({0, 0, -1}))};
    const MovingBody fixed = wall.along(Motion());
    const BodyPrediction p = predict(bell, std::span(&fixed, 1));
    ASSERT_EQ(p.outcome, Outcome::impact);
    EXPECT_EQ(p.impact->body_a, 1u);
    EXPECT_NEAR(p.impact->t_hi, 0.35, 1e-9);
    const Model torus = Model::build(generate(GeneratedShape::torus, {.triangles = 800}).value()).value();
    // The balls are too wide for the hole, whose radius is 0.4; smaller ones fall through it.
    EXPECT_EQ(predict(bell, torus.along(Motion())).outcome, Outcome::impact);
    const ConvexBody small = ConvexBody::sphere(0.3).value();
    const std::vector<MovingBody> thin{small.along(motion, Pose::translation({0, 0, 1})),
                                       small.along(motion, Pose::translation({0, 0, -1}))};
    EXPECT_EQ(predict(thin, torus.along(Motion())).outcome, Outcome::clear);
    EXPECT_EQ(predict(std::span<const MovingBody>(), std::span<const MovingBody>()).outcome, Outcome::clear);
}

// A falling ball slides along the upright first triangle at distance 0, which would use up the steps of the
// search. Before that it lands on the second triangle.
TEST(PredictBodies, AGrazeLeavesStepsForOtherTriangles) {
    const ConvexBody ball = ConvexBody::sphere(1).value();
    const Mesh mesh =
        Mesh::from(
            {.vertices = {{-1, -1, -1}, {-1, -1, 1}, {-1, 1, 1}, {0, -1, 1.5}, {1, 1, 1.5}, {-0.5, 1, 1.5}},
             .triangles = {{0, 1, 2}, {3, 4, 5}}})
            .value();
    const Model model = Model::build(mesh).value();
    const BodyPrediction p = predict(ball.along(falling(5, {0, 0, -10})), model.at_rest());
    ASSERT_EQ(p.outcome, Outcome::impact);
    EXPECT_EQ(p.impact->triangle, 1u);
    EXPECT_NEAR(p.impact->t_hi, 0.25, 1e-9);
}

// Boxes that are only translated slide flush on each other, or pass at a gap of one unit in the last place:
// both are decided, as for meshes.
TEST(PredictBodies, FlushSlidesOfHullsAreDecided) {
    const ConvexBody box = ConvexBody::box({1, 1, 1}).value(), table = ConvexBody::box({2, 2, 1}).value();
    const Model top = Model::build(generate(GeneratedShape::cube, {.triangles = 12}).value()).value();
    const Box cube = *inspect(top.mesh()).front().bounds;
    const auto slide = [](const Vec3& from) {
        return Motion::linear({10, 0, 0}).from(Pose::translation(from));
    };
    for (const double gap : {0.0, 0x1p-50, -0x1p-50, 1e-11, -1e-11}) {
        const BodyPrediction p = predict(box.along(slide({-5, 0.25, 2 + gap})), table.at_rest());
        ASSERT_EQ(p.outcome, gap > 0 ? Outcome::clear : Outcome::impact) << gap;
        const BodyPrediction on_mesh =
            predict(box.along(slide({-5, 0.25, cube.hi.z + 1 + gap})), top.at_rest());
        ASSERT_EQ(on_mesh.outcome, gap > 0 ? Outcome::clear : Outcome::impact) << gap;
        if (gap > 0) continue;
        EXPECT_LE(p.impact->t_lo, 0.2);
        EXPECT_GE(p.impact->t_hi, 0.2);
        EXPECT_LE(p.impact->t_hi - p.impact->t_lo, 1e-9);
        EXPECT_EQ(p.delta, 0);
        EXPECT_NEAR(on_mesh.impact->t_hi, (4 + cube.lo.x) / 10, 1e-9);
        EXPECT_TRUE(on_mesh.impact->triangle);
    }
    // Side by side: the sides touch from the moment at which the edges meet.
    const BodyPrediction beside = predict(box.along(slide({-5, 3, 0.5})), table.at_rest());
    ASSERT_EQ(beside.outcome, Outcome::impact);
    EXPECT_NEAR(beside.impact->t_lo, 0.2, 1e-9);
}

// A ball lands on a cube of its own width: it slides along the sides at distance 0, but only after it has
// landed.
TEST(PredictBodies, ALandingEndsTheSearchOfLaterSlides) {
    const ConvexBody ball = ConvexBody::sphere(1).value();
    const ConvexBody cube = ConvexBody::box({1, 1, 1}).value();
    MeshData data{.vertices = {cube.vertices().begin(), cube.vertices().end()}};
    for (const BodyFace& face : cube.faces())
        for (std::size_t k = 2; k < face.corners.size(); ++k)
            data.triangles.push_back({face.corners[0], face.corners[k - 1], face.corners[k]});
    const Model model = Model::build(Mesh::from(std::move(data)).value()).value();
    const BodyPrediction p = predict(ball.along(falling(4, {0, 0, -4})), model.at_rest());
    ASSERT_EQ(p.outcome, Outcome::impact);
    EXPECT_NEAR(p.impact->t_hi, 0.5, 1e-9);
    EXPECT_LT(p.steps, 20'000u);
}

TEST(PredictBodies, RefusesBadOptions) {
    const ConvexBody ball = ConvexBody::sphere(1).value(),
                     half = ConvexBody::half_space({{0, 0, 1}, 0}).value();
    const MovingBody moving = ball.along(Motion());
    EXPECT_THROW(predict(moving, ball.at_rest(), {.tolerance = 0}), PreconditionError);
    EXPECT_THROW(predict(moving, ball.at_rest(), {.clearance = -1}), PreconditionError);
    EXPECT_THROW(predict(half.along(Motion::rotation({}, {1, 0, 0}, degrees(3))), half.at_rest()),
                 PreconditionError);
}

}  // namespace
}  // namespace allide::test
