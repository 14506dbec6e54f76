// Hand-made cases of a planar arm of two bars among obstacles, and random paths compared with samples.
#include "oracle/types.hpp"
#include "support/effort.hpp"

#include <allide/query.hpp>
#include <allide/robot.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace allide {
namespace {

constexpr double pi = std::numbers::pi;
using Path = std::vector<std::vector<double>>;

Mesh box_mesh(const Vec3& lo, const Vec3& hi) {
    MeshData data;
    for (int i = 0; i < 8; ++i)
        data.vertices.push_back(
            {(i & 1) != 0 ? hi.x : lo.x, (i & 2) != 0 ? hi.y : lo.y, (i & 4) != 0 ? hi.z : lo.z});
    data.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return Mesh::from(std::move(data)).value();
}
Model box_model(const Vec3& lo, const Vec3& hi) {
    return Model::build(box_mesh(lo, hi)).value();
}
LinkGeometry shape(std::variant<Mesh, ConvexBody> of, const Pose& origin = {}) {
    return {std::move(of), origin, ""};
}
JointDescription turning(const std::string& name, const std::string& parent, const std::string& child,
                         const Vec3& at) {
    JointDescription joint;
    joint.name = name;
    joint.kind = JointKind::continuous;
    joint.parent = parent;
    joint.child = child;
    joint.origin = Pose::translation(at);
    joint.axis = {0, 0, 2};
    return joint;
}

// Two bars of length 1 and width 0.1 that turn about z, the second at the end of the first.
RobotDescription planar_arm() {
    RobotDescription arm;
    arm.name = "arm";
    arm.links = {{"base", {}, {}}, {"upper", {}, {}}, {"lower", {}, {}}};
    arm.links[1].collision = {shape(box_mesh({0.1, -0.05, -0.05}, {0.9, 0.05, 0.05}))};
    arm.links[2].collision = {shape(box_mesh({0.1, -0.05, -0.05}, {1, 0.05, 0.05}))};
    arm.joints = {turning("shoulder", "base", "upper", {0, 0, 0}),
                  turning("elbow", "upper", "lower", {1, 0, 0})};
    return arm;
}
RobotWorld world_of(const RobotDescription& description, const std::vector<Obstacle>& obstacles) {
    return RobotWorld::build(Robot::build(description).value(), obstacles).value();
}
std::string error_of(const RobotDescription& description) {
    const auto built = Robot::build(description);
    return built ? "" : built.error().message;
}

TEST(Robot, PlacesLinks) {
    const Robot arm = Robot::build(planar_arm()).value();
    const auto placed = arm.at(std::vector{pi / 2, pi / 2});
    ASSERT_EQ(placed.size(), 3u);
    EXPECT_EQ(placed[0].pose, Pose::identity());
    EXPECT_NEAR(placed[2].pose.position().y, 1, 1e-15);
    const Vec3 tip = placed[2].pose * Vec3{1, 0, 0};
    EXPECT_NEAR(tip.x, -1, 1e-15);
    EXPECT_NEAR(tip.y, 1, 1e-15);
    EXPECT_LT(placed[2].position_error, 1e-13);
    EXPECT_THROW(arm.at(std::vector{0.0}), PreconditionError);
    EXPECT_THROW(arm.at(std::vector{0.0, std::nan("")}), PreconditionError);
}

TEST(Robot, FloatingJointsTakeSixValues) {
    RobotDescription part;
    part.links = {{"world", {}, {}}, {"part", {}, {}}};
    part.joints = {turning("free", "world", "part", {0, 0, 1})};
    part.joints[0].kind = JointKind::floating;
    const Robot robot = Robot::build(part).value();
    ASSERT_EQ(robot.joints().size(), 6u);
    EXPECT_EQ(robot.joints()[5].name, "free.yaw");
    const auto placed = robot.at(std::vector{1.0, 2.0, 3.0, 0.1, 0.2, 0.3});
    const Pose expected = Pose::translation({1, 2, 4}) * Pose::rotation({0, 0, 1}, radians(0.3)) *
                          Pose::rotation({0, 1, 0}, radians(0.2)) * Pose::rotation({1, 0, 0}, radians(0.1));
    for (std::size_t i = 0; i < 12; ++i) EXPECT_NEAR(placed[1].pose.matrix()[i], expected.matrix()[i], 1e-14);
}

TEST(Robot, NamesWhatIsWrong) {
    RobotDescription arm = planar_arm();
    arm.joints[1].parent = "hand";
    EXPECT_EQ(error_of(arm), "joint 'elbow': there is no link named 'hand'");
    arm = planar_arm();
    arm.joints[0].parent = "lower";
    EXPECT_NE(error_of(arm).find("is its own ancestor"), std::string::npos);
    arm = planar_arm();
    arm.joints[0].axis = {};
    EXPECT_EQ(error_of(arm), "joint 'shoulder': the axis has length 0");
    arm = planar_arm();
    arm.joints[1].child = "upper";
    EXPECT_NE(error_of(arm).find("already the child"), std::string::npos);
    arm = planar_arm();
    arm.joints[0].limits = JointLimits{1, -1};
    EXPECT_NE(error_of(arm).find("above the upper"), std::string::npos);
    arm = planar_arm();
    arm.joints[0].mimic = Mimic{"elbow", 1, 0};
    arm.joints[1].mimic = Mimic{"shoulder", 1, 0};
    EXPECT_NE(error_of(arm).find("circle"), std::string::npos);
    arm = planar_arm();
    arm.links[2].name = "upper";
    EXPECT_EQ(error_of(arm), "two links are named 'upper'");
    arm = planar_arm();
    arm.links[1].collision = {shape(ConvexBody::half_space({{0, 0, 1}, 0}).value())};
    EXPECT_NE(error_of(arm).find("half-space"), std::string::npos);
}

// The plate is 2 mm thick; the tip of the stretched arm crosses it during a turn by 180 degrees.
TEST(RobotWorld, FindsAThinPlate) {
    const RobotWorld world =
        world_of(planar_arm(), {{"plate", box_model({-0.001, 1.9, -1}, {0.001, 2.1, 1}), Pose::identity()}});
    const Path path{{0, 0}, {pi, 0}};
    const TrajectoryCheck found = world.check_trajectory(path, {.detail = TrajectoryDetail::all});
    ASSERT_EQ(found.outcome, Outcome::impact);
    EXPECT_EQ(found.a, "lower");
    EXPECT_EQ(found.b, "plate");
    EXPECT_LE(found.t_hi - found.t_lo, 1e-9);
    // The leading side of the bar, 0.05 from its middle line, first meets the plate's edge at (0.001, 1.9).
    const double angle = std::atan2(1.9, 0.001) - std::asin(0.05 / std::hypot(1.9, 0.001));
    EXPECT_LE(found.t_lo, angle / pi + 1e-12);
    EXPECT_GE(found.t_hi, angle / pi - 1e-12);
    ASSERT_EQ(found.intervals.size(), 1u);
    EXPECT_NEAR(found.intervals[0].t0_lo, found.t_lo, 2e-9);
    EXPECT_NEAR(found.intervals[0].t1_hi, 1 - angle / pi, 1e-8);
    EXPECT_EQ(found.clearance_upper, 0);
    EXPECT_FALSE(world.is_free(std::vector{pi / 2, 0.0}));
    EXPECT_TRUE(world.is_free(path[0]));

    const SafeStep step = world.max_safe_step(path[0], path[1]);
    EXPECT_NEAR(step.step, found.t_lo, 1e-9);
    EXPECT_EQ(step.limit.b, "plate");
    EXPECT_EQ(world.max_safe_step(path[0], std::vector{0.1, 0.0}).step, 1);
}

// The stretched arm sweeps past a plate whose edge is 10 mm outside the circle that the corners of its tip
// describe.
TEST(RobotWorld, BoundsTheSmallestClearance) {
    const double reach = std::hypot(2, 0.05);
    const RobotWorld world = world_of(
        planar_arm(), {{"wall", box_model({-3, reach + 0.01, -1}, {3, reach + 1, 1}), Pose::identity()}});
    const TrajectoryCheck found =
        world.check_trajectory(Path{{0, 0}, {1, 0}, {pi, 0}}, {.detail = TrajectoryDetail::clearance});
    EXPECT_EQ(found.outcome, Outcome::clear);
    EXPECT_EQ(found.free_until, 2);
    ASSERT_TRUE(found.clearance_lower && found.clearance_upper);
    EXPECT_LE(*found.clearance_lower, 0.01);
    EXPECT_GE(*found.clearance_upper, 0.01 * (1 - 1e-9));
    EXPECT_LE(*found.clearance_upper - *found.clearance_lower, 1e-3 * *found.clearance_upper);
    EXPECT_EQ(found.clearance_pair, (RobotPair{"lower", "wall"}));
    const TrajectoryOptions near{.clearance = 0.0101}, far{.clearance = 0.0099};
    EXPECT_EQ(world.check_trajectory(Path{{0, 0}, {pi, 0}}, near).outcome, Outcome::impact);
    EXPECT_EQ(world.check_trajectory(Path{{0, 0}, {pi, 0}}, far).outcome, Outcome::clear);
}

// A cube on a rail passes a pin at a distance of 0.1 and, later, one at 0.01, between samples; coarse
// tolerances must not end the search at the first pin.
TEST(RobotWorld, CoarseTolerancesKeepTheBoundOfTheClearance) {
    RobotDescription cart;
    cart.name = "cart";
    cart.links = {{"base", {}, {}}, {"cube", {}, {}}};
    cart.links[1].collision = {shape(box_mesh({-0.05, -0.05, -0.05}, {0.05, 0.05, 0.05}))};
    JointDescription slide;
    slide.name = "slide";
    slide.kind = JointKind::prismatic;
    slide.parent = "base";
    slide.child = "cube";
    slide.axis = {1, 0, 0};
    cart.joints = {slide};
    const std::vector<Obstacle> pins = {
        {"plate", box_model({-1, -1, -0.65}, {11, 1, -0.55}), Pose::identity()},
        {"far pin", box_model({3.09, -0.01, 0.15}, {3.11, 0.01, 0.5}), Pose::identity()},
        {"near pin", box_model({8.09, -0.01, 0.06}, {8.11, 0.01, 0.5}), Pose::identity()}};
    const RobotWorld world = world_of(cart, pins);
    for (const double tolerance : {1e-9, 1e-5, 1e-3, 1e-2, 0.1}) {
        const TrajectoryCheck found = world.check_trajectory(
            Path{{0}, {10}}, {.tolerance = tolerance, .detail = TrajectoryDetail::clearance});
        EXPECT_EQ(found.outcome, Outcome::clear) << tolerance;
        EXPECT_LE(*found.clearance_lower, 0.01 + 1e-12) << tolerance;
        EXPECT_GE(*found.clearance_upper, 0.01 - 1e-12) << tolerance;
    }
}

// A box on the arm reaches a wall at a distance of 0.15 from the arm's axis only if it is rounded by 0.2.
TEST(RobotWorld, RoundedBodiesKeepTheirRadius) {
    const ConvexBody box = ConvexBody::box({0.1, 0.1, 0.1}).value();
    RobotDescription arm = planar_arm();
    const std::vector<Obstacle> wall{{"wall", box_model({-3, 0.15, -1}, {3, 1, 1}), Pose::identity()}};
    const Pose at = Pose::translation({0.5, 0, 0});
    for (const bool rounded : {false, true}) {
        arm.links[1].collision = {shape(rounded ? box.rounded(0.2).value() : box, at)};
        arm.links[2].collision.clear();
        const RobotWorld world = world_of(arm, wall);
        EXPECT_EQ(world.is_free(std::vector{0.0, 0.0}), !rounded);
        const TrajectoryCheck found = world.check_trajectory(Path{{-pi / 2, 0}, {0, 0}});
        EXPECT_EQ(found.outcome, rounded ? Outcome::impact : Outcome::clear);
    }
}

// The lower bar folds back as far as the base, which is not adjacent to it and therefore tested.
TEST(RobotWorld, TestsLinksAgainstEachOther) {
    RobotDescription arm = planar_arm();
    arm.links[0].collision = {shape(box_mesh({-0.05, -0.05, -0.05}, {0.05, 0.05, 0.05}))};
    const RobotWorld world = world_of(arm, {});
    EXPECT_TRUE(world.is_free(std::vector{0.0, 0.0}));
    EXPECT_FALSE(world.is_free(std::vector{0.0, pi}));
    const TrajectoryCheck found = world.check_trajectory(Path{{0, 0}, {0, pi}});
    EXPECT_EQ(found.outcome, Outcome::impact);
    EXPECT_EQ(found.a, "base");
    EXPECT_EQ(found.b, "lower");
    const SelfCollisionMatrix matrix = world.robot().self_collision_matrix({.samples = 300});
    ASSERT_EQ(matrix.pairs.size(), 3u);
    EXPECT_EQ(matrix.pairs[0].status, PairStatus::adjacent);
    EXPECT_EQ(matrix.pairs[1].status, PairStatus::sometimes);
    EXPECT_EQ(matrix.pairs[2].status, PairStatus::adjacent);
    const std::vector<std::array<std::string, 2>> ignored{{"base", "lower"}};
    const Robot other = world.robot().with_ignored_pairs(ignored).value();
    EXPECT_TRUE(RobotWorld::build(other, {}).value().is_free(std::vector{0.0, pi}));
}

TEST(RobotWorld, ALinkInsideAClosedPartIsInContact) {
    const RobotWorld world =
        world_of(planar_arm(), {{"shell", box_model({-9, -9, -9}, {9, 9, 9}), Pose::identity()}});
    EXPECT_FALSE(world.is_free(std::vector{0.0, 0.0}));
    const TrajectoryCheck found =
        world.check_trajectory(Path{{0, 0}, {1, 1}}, {.detail = TrajectoryDetail::intervals});
    EXPECT_EQ(found.outcome, Outcome::touching_at_start);
    ASSERT_EQ(found.intervals.size(), 1u);
    EXPECT_EQ(found.intervals[0], (ContactInterval{0, 0, 1, 1}));
}

TEST(RobotWorld, AttachedPartsMoveWithTheirLink) {
    const Robot arm = Robot::build(planar_arm()).value();
    const Robot gripping =
        arm.with_attached("lower", shape(ConvexBody::sphere(0.2).value(), Pose::translation({1.2, 0, 0})))
            .value();
    const std::vector<Obstacle> wall{{"wall", box_model({-3, 2.2, -1}, {3, 3, 1}), Pose::identity()}};
    const Path path{{0, 0}, {pi, 0}};
    EXPECT_EQ(RobotWorld::build(arm, wall).value().check_trajectory(path).outcome, Outcome::clear);
    const TrajectoryCheck found = RobotWorld::build(gripping, wall).value().check_trajectory(path);
    ASSERT_EQ(found.outcome, Outcome::impact);
    // The ball's centre, 2.2 from the axis, comes within 0.2 of y = 2.2.
    const double t = std::asin(2.0 / 2.2) / pi;
    EXPECT_LE(found.t_lo, t + 1e-12);
    EXPECT_GE(found.t_hi, t - 1e-12);
    EXPECT_LE(found.t_hi - found.t_lo, 1e-9);
    EXPECT_FALSE(arm.with_attached("hand", shape(ConvexBody::sphere(1).value())).has_value());
}

// Two arms that face each other and swing toward the middle at the same time.
TEST(RobotWorld, TwoArmsMoveAtOnce) {
    const std::vector<PlacedRobot> arms{
        {planar_arm(), Pose::identity(), "left/"},
        {planar_arm(), Pose::translation({3, 0, 0}) * Pose::rotation({0, 0, 1}, degrees(180)), "right/"}};
    const Robot both = Robot::build(join_robots(arms)).value();
    ASSERT_EQ(both.joints().size(), 4u);
    EXPECT_EQ(both.joints()[2].name, "right/shoulder");
    const RobotWorld world = RobotWorld::build(both, {}).value();
    const Path path{{1.5, 0, -1.5, 0}, {0.2, 0, -0.2, 0}};
    const TrajectoryCheck found = world.check_trajectory(path);
    ASSERT_EQ(found.outcome, Outcome::impact);
    EXPECT_EQ(found.a, "left/lower");
    EXPECT_EQ(found.b, "right/lower");
    // By symmetry the inner lower corners (2, −0.05) meet in the plane x = 1.5.
    const double angle = std::acos(1.5 / std::hypot(2, 0.05)) + std::atan2(0.05, 2);
    const double t = (1.5 - angle) / 1.3;
    EXPECT_LE(found.t_lo, t + 1e-9);
    EXPECT_GE(found.t_hi, t - 1e-9);
    // If only one arm moves, there is no contact.
    EXPECT_EQ(world.check_trajectory(Path{{1.5, 0, -1.5, 0}, {0.9, 0, -1.5, 0}}).outcome, Outcome::clear);
}

TEST(RobotWorld, MeasuresAllPairs) {
    const RobotWorld world =
        world_of(planar_arm(), {{"post", box_model({2.5, -0.05, -0.05}, {2.6, 0.05, 0.05}), Pose::identity()},
                                {"far", box_model({0, 7, 0}, {1, 8, 1}), Pose::identity()}});
    const ConfigurationCheck found = world.check(std::vector{0.0, 0.0});
    EXPECT_TRUE(found.free);
    EXPECT_EQ(found.closest.b, "post");
    EXPECT_LE(found.closest.lower, 0.5);
    EXPECT_GE(found.closest.upper, 0.5);
    EXPECT_NEAR(found.closest.upper, 0.5, 1e-11);
    EXPECT_NEAR(found.per_link[1].upper, 1.6, 1e-11);
    EXPECT_TRUE(found.per_link[0].a.empty());
    const ConfigurationCheck near = world.check(std::vector{0.0, 0.0}, {.clearance = 0.6});
    EXPECT_FALSE(near.free);
    EXPECT_EQ(near.pairs, (std::vector<RobotPair>{{"lower", "post"}}));
}

// Links of every kind among random obstacles: no sample before `free_until` is in contact, and there is
// contact at the end of an impact's bracket.
TEST(RobotWorld, AgreesWithDenseSamples) {
    oracle::Dice dice(5);
    int impacts = 0, clear = 0;
    for (int i = 0; i < test::effort(40, 2000); ++i) {
        RobotDescription arm = planar_arm();
        arm.joints[1].axis = {dice.between(-1.0, 1.0), dice.between(-1.0, 1.0), 1};
        const std::array<ConvexBody, 5> bodies{
            ConvexBody::sphere(0.2).value(), ConvexBody::capsule(0.1, 0.3).value(),
            ConvexBody::box({0.2, 0.1, 0.1}).value(), ConvexBody::cylinder(0.1, 0.2).value(),
            ConvexBody::cone(0.2, 0.2).value()};
        if (i % 2 == 0)
            arm.links[2].collision.push_back(shape(bodies[dice.below(5)], Pose::translation({1.1, 0, 0})));
        std::vector<Obstacle> obstacles;
        for (int k = 0; k < 3; ++k) {
            const Vec3 at{dice.between(-2.0, 2.0), dice.between(-2.0, 2.0), dice.between(-0.5, 0.5)};
            obstacles.push_back(
                {"part " + std::to_string(k), box_model({-0.1, -0.2, -0.15}, {0.1, 0.2, 0.15}),
                 Pose::translation(at) * Pose::rotation({1, 2, 3}, radians(dice.between(0.0, 3.0)))});
        }
        const RobotWorld world = world_of(arm, obstacles);
        const std::vector<double> a{dice.between(-pi, pi), dice.between(-pi, pi)},
            b{dice.between(-pi, pi), dice.between(-pi, pi)};
        const TrajectoryCheck found = world.check_trajectory(Path{a, b}, {.detail = TrajectoryDetail::all});
        if (found.outcome == Outcome::touching_at_start) {
            EXPECT_FALSE(world.is_free(a));
            continue;
        }
        const auto at = [&](double t) {
            return std::vector{a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])};
        };
        constexpr int samples = 500;
        for (int k = 0; k <= samples; ++k) {
            const double t = 1.0 * k / samples;
            const bool touching = !world.is_free(at(t));
            if (touching) {
                EXPECT_GE(t, found.free_until - 1e-12) << i << ' ' << t;
            }
            const bool inside = std::any_of(found.intervals.begin(), found.intervals.end(),
                                            [&](const auto& s) { return s.t0_hi < t && t < s.t1_lo; });
            const bool outside = std::all_of(found.intervals.begin(), found.intervals.end(),
                                             [&](const auto& s) { return t < s.t0_lo || s.t1_hi < t; });
            if (inside) {
                EXPECT_TRUE(touching) << i << ' ' << t;
            }
            if (outside && found.undecided_intervals.empty()) {
                EXPECT_FALSE(touching) << i << ' ' << t;
            }
        }
        if (found.outcome == Outcome::impact) {
            ++impacts;
            EXPECT_LE(found.t_hi - found.t_lo, 1e-9);
            EXPECT_FALSE(world.is_free(at(found.t_hi)));
            EXPECT_EQ(found.clearance_upper, 0);
        } else if (found.outcome == Outcome::clear) {
            ++clear;
            EXPECT_TRUE(found.intervals.empty());
            EXPECT_GT(*found.clearance_lower, 0);
            const double there = world.check(at(*found.clearance_t)).closest.upper;
            EXPECT_NEAR(there, *found.clearance_upper, 1e-9);
            for (int k = 0; k <= 50; ++k)
                EXPECT_GE(world.check(at(k / 50.0)).closest.upper, *found.clearance_lower) << i;
        }
    }
    EXPECT_GT(impacts, 5);
    EXPECT_GT(clear, 5);
}

}  // namespace
}  // namespace allide
