#include "arguments.hpp"
#include "motion_keys.hpp"
#include "output.hpp"
#include "pair.hpp"
#include "program.hpp"
#include "robot_answer.hpp"

#include <allide/io.hpp>
#include <allide/report.hpp>
#include <allide/robot.hpp>

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace allide::cli {

namespace {

struct RobotRequest {
    std::string robot;
    std::vector<std::string> scene, packages;
    std::optional<std::string> srdf, configuration, trajectory, clearance, tolerance, output, units;
    ReadingRequest reading;
    bool intervals = false, json = false;
};

void check(const RobotRequest& request) {
    if (request.configuration && request.trajectory)
        throw Refusal("robot: expected --configuration or --trajectory, found both");
    if (!request.configuration && !request.trajectory)
        throw Refusal("robot: expected --configuration Q or --trajectory FILE, found neither");
    if (request.configuration && request.intervals)
        throw Refusal("--intervals: expected --trajectory, found --configuration");
    if (request.configuration && request.tolerance)
        throw Refusal("--tolerance: expected --trajectory, found --configuration");
    if (request.output && !request.output->ends_with(".html"))
        throw Refusal(fmt::format("-o {}: expected a name that ends in .html", *request.output));
}

TrajectoryOptions options_of(const RobotRequest& request) {
    TrajectoryOptions options;
    if (request.clearance) options.clearance = parse_length("--clearance", *request.clearance);
    if (request.tolerance) options.tolerance = parse_length("--tolerance", *request.tolerance);
    if (!(options.tolerance >= 1e-12 && options.tolerance <= 0.1))
        throw Refusal(fmt::format("--tolerance: expected a number from 1e-12 to 0.1, found {}",
                                  request.tolerance.value_or("")));
    return options;
}

// Reads the robot and the scene. Nothing is printed until all input has been read, so standard output stays
// empty if it is refused.
RobotWorld world_of(const RobotRequest& request) {
    RobotFileOptions options{.packages = {request.packages.begin(), request.packages.end()},
                             .visuals = RobotFileOptions::Visuals::skip,
                             .meshes = load_options(request.reading)};
    if (request.srdf) options.srdf = *request.srdf;
    const Robot robot = value_or_refuse(load_robot(request.robot, options), request.robot);
    const std::vector<std::filesystem::path> files(request.scene.begin(), request.scene.end());
    const auto obstacles =
        value_or_refuse(load_obstacles(files, robot.links(), options.meshes), request.robot);
    return value_or_refuse(RobotWorld::build(robot, obstacles), request.robot);
}

void warn(const RobotRequest& request, const RobotWorld& world,
          const std::vector<std::vector<double>>& waypoints) {
    for (const std::string& joint : joints_outside_limits(world.robot(), waypoints)) {
        const JointLimits limits = *world.robot().joints()[*world.robot().joint_number(joint)].limits;
        print_message(fmt::format("{}: the joint '{}' leaves its limits, {:g} to {:g}",
                                  request.trajectory.value_or("--configuration"), joint, limits.lower,
                                  limits.upper));
    }
    for (const LinkDescription& link : world.robot().description().links)
        if (!link.collision.empty()) return;
    print_message(fmt::format("{}: no link has collision shapes, so nothing can touch", request.robot));
}

void write_page(const RobotRequest& request, const RobotWorld& world, const JointPath& path,
                const TrajectoryCheck& check, const std::string& report) {
    const std::string title = request.scene.empty() ? file_name_of(request.robot)
                                                    : fmt::format("{} among {}", file_name_of(request.robot),
                                                                  file_name_of(request.scene.front()));
    const Result<std::string> page =
        trajectory_page(world, path, check, report,
                        {.title = title, .made = time_for_people(), .units = request.units.value_or("")});
    if (!page) throw Refusal(page.error().text());
    write_whole(*request.output, *page);
}

// The check with everything that the page draws: intervals, the smallest clearance and the steps of the
// proof.
TrajectoryCheck check_for_page(const RobotWorld& world, const JointPath& path, TrajectoryOptions options) {
    options.detail = TrajectoryDetail::all;
    options.steps = TrajectoryOptions::Steps::listed;
    return world.check_trajectory(path.waypoints, options);
}

int run_configuration(const RobotRequest& request) {
    const TrajectoryOptions options = options_of(request);
    const RobotWorld world = world_of(request);
    const auto q =
        value_or_refuse(parse_configuration(*request.configuration, world.robot()), "--configuration");
    warn(request, world, {q});
    ConfigurationAnswer answer{.check = {}, .configuration = q, .clearance = options.clearance};
    const Timed clock;
    answer.check = world.check(q, {.clearance = options.clearance});
    answer.seconds = clock.seconds();
    if (request.output) {
        const JointPath path{.waypoints = {q}};
        TrajectoryAnswer shown{
            .check = check_for_page(world, path, options), .waypoints = 1, .has_intervals = true};
        shown.clearance = options.clearance;
        write_page(request, world, path, shown.check, as_json(shown));
    }
    print_answer(request.json ? as_json(answer, world) : as_text(answer, world, request.robot));
    return answer.check.free ? nothing_touches : contact;
}

int run_trajectory(const RobotRequest& request) {
    TrajectoryOptions options = options_of(request);
    const RobotWorld world = world_of(request);
    const JointPath path =
        value_or_refuse(load_joint_path(*request.trajectory, world.robot()), *request.trajectory);
    warn_about_unknown_keys_of_path(*request.trajectory);
    warn(request, world, path.waypoints);
    options.detail = request.intervals ? TrajectoryDetail::all : TrajectoryDetail::clearance;
    TrajectoryAnswer answer{.check = {},
                            .waypoints = path.waypoints.size(),
                            .has_intervals = request.intervals,
                            .clearance = options.clearance};
    const Timed clock;
    answer.check = world.check_trajectory(path.waypoints, options);
    answer.seconds = clock.seconds();
    if (request.output) {
        TrajectoryAnswer shown = answer;
        shown.check = check_for_page(world, path, options);
        shown.has_intervals = true;
        write_page(request, world, path, shown.check, as_json(shown));
    }
    print_answer(request.json ? as_json(answer) : as_text(answer, request.robot));
    return answer.check.outcome == Outcome::clear ? nothing_touches : contact;
}

}  // namespace

void add_robot(CLI::App& program, Job& job) {
    const auto request = std::make_shared<RobotRequest>();
    CLI::App& verb =
        *program.add_subcommand("robot", "Check a robot's configuration or trajectory for contact");
    verb.add_option("ROBOT", request->robot, "Robot in URDF")->required()->type_name("FILE");
    add_text(verb, "--configuration", request->configuration, "Q",
             "Check this configuration: values of all movable joints in the file's order, or name=value,...")
        ->group("Query");
    add_text(verb, "--trajectory", request->trajectory, "FILE",
             "Check this path in joint space, a JSON file (see below)")
        ->group("Query");
    add_text(verb, "--clearance", request->clearance, "D", "Treat a distance of at most D as contact")
        ->group("Query");
    add_text(verb, "--tolerance", request->tolerance, "T",
             "Bracket times of contact within T, 1e-12 to 0.1 (default: 1e-9)")
        ->group("Query");
    add_text(verb, "--srdf", request->srdf, "FILE",
             "Read from an SRDF file which pairs of links are not tested")
        ->group("Input");
    verb.add_option("--scene", request->scene, "Add each part of this mesh file as an obstacle")
        ->expected(1, 1 << 20)
        ->type_name("FILE")
        ->group("Input");
    verb.add_option("--package", request->packages,
                    "Search DIR for packages, for mesh names package://NAME/...")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("DIR")
        ->group("Input");
    add_reading_options(verb, request->reading);
    verb.add_flag("--intervals", request->intervals, "Also list all intervals of contact")->group("Output");
    add_text(verb, "-o", request->output, "FILE", "Also write a page that plays the trajectory: .html")
        ->group("Output");
    add_text(verb, "--units", request->units, "U", "Label lengths with unit U; nothing is converted")
        ->group("Output");
    verb.add_flag("--json", request->json, "Print one JSON document instead of text")->group("Output");
    verb.footer(
        "Trajectories: {\"joints\":[names], \"waypoints\":[[values],...], \"times\":[...]}; times are "
        "optional. "
        "The path between waypoints is a straight line in joint space. Times t in answers count waypoints: "
        "2.5 is "
        "halfway between the third and the fourth.\n"
        "All pairs of a link and an obstacle are tested, and all pairs of links that no joint connects and "
        "that the "
        "SRDF file does not disable.\n"
        "Exit code 0: certainly no contact; 1: contact, or too close to decide.\n"
        "Example: allide robot arm.urdf --scene cell.glb --trajectory swing.json --intervals");
    verb.callback([request, &job] {
        job = [request] {
            check(*request);
            return request->configuration ? run_configuration(*request) : run_trajectory(*request);
        };
    });
}

}  // namespace allide::cli
