// Two arms on one table: is a configuration free, and does a path of both arms stay free of contact?
#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <cstdio>
#include <string>
#include <vector>

using namespace allide;

namespace {

LinkGeometry box(const Vec3& center, const Vec3& sides) {
    return {.shape = ConvexBody::box(sides / 2.0).value(), .origin = Pose::translation(center)};
}

// A column that turns about z, and a forearm that turns about y at its top. Files in URDF give the same
// description: load_robot_description("arm.urdf").
RobotDescription arm() {
    RobotDescription robot{.name = "arm"};
    robot.links = {{.name = "foot"},
                   {.name = "column", .collision = {box({0, 0, 0.35}, {0.15, 0.15, 0.7})}},
                   {.name = "forearm", .collision = {box({0.3, 0, 0}, {0.6, 0.08, 0.08})}}};
    robot.joints = {{.name = "turn",
                     .kind = JointKind::revolute,
                     .parent = "foot",
                     .child = "column",
                     .axis = {0, 0, 1},
                     .limits = JointLimits{-3, 3}},
                    {.name = "lift",
                     .kind = JointKind::revolute,
                     .parent = "column",
                     .child = "forearm",
                     .origin = Pose::translation({0, 0, 0.75}),
                     .axis = {0, 1, 0},
                     .limits = JointLimits{-1.5, 1.5}}};
    return robot;
}

void print(const TrajectoryCheck& check) {
    if (check.outcome == Outcome::impact)
        std::printf("%s hits %s at t = %.9f\n", check.a.c_str(), check.b.c_str(), check.t_hi);
    else
        std::printf("%s: proven in %llu steps, at least %.4f apart\n",
                    std::string(name_of(check.outcome)).c_str(),
                    static_cast<unsigned long long>(check.checks), check.clearance_lower.value_or(0));
}

}  // namespace

int main() {
    const PlacedRobot arms[] = {{arm(), Pose::identity(), "left/"},
                                {arm(), Pose::translation({1, 0, 0}), "right/"}};
    const Robot both = Robot::build(join_robots(arms)).value();

    std::vector<Obstacle> obstacles;
    obstacles.push_back(
        {.name = "table",
         .model = Model::build(generate(GeneratedShape::box, {.triangles = 12}).value()).value(),
         .pose = Pose::translation({0.5, 0, -1.01})});
    const RobotWorld world = RobotWorld::build(both, obstacles).value();

    // Values in the order of both.joints(): left turn and lift, right turn and lift.
    const std::vector<double> apart = {1.5, 0, 1.5, 0}, crossed = {0, 0, 3, 0}, over = {0, -1, 3, 0};
    const ConfigurationCheck check = world.check(apart);
    std::printf("apart: %s, %.3f between %s and %s\n", check.free ? "free" : "in contact",
                check.closest.upper, check.closest.a.c_str(), check.closest.b.c_str());
    std::printf("crossed: %s\n", world.is_free(crossed) ? "free" : "in contact");

    // Straight to the crossed configuration; then the same with the left forearm raised first.
    const TrajectoryOptions options{.detail = TrajectoryDetail::clearance};
    print(world.check_trajectory(std::vector{apart, crossed}, options));
    print(world.check_trajectory(std::vector<std::vector<double>>{apart, {1.5, -1, 1.5, 0}, over}, options));

    const SafeStep step = world.max_safe_step(apart, {{-1.5, 0, 1.5, 0}});
    std::printf("safe for %.6f of the way\n", step.step);
    return 0;
}
