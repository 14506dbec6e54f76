// Robots and certified checks of their paths (allide/robot.hpp).
#include "robot.hpp"

#include "convex.hpp"
#include "errors.hpp"
#include "jobs.hpp"
#include "module.hpp"
#include "surface.hpp"

#include <allide/report.hpp>
#include <allide/robot.hpp>

#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/stl/map.h>
#include <nanobind/stl/tuple.h>

namespace allide::python {
namespace {

using Waypoints = std::vector<std::vector<double>>;

// The Python classes hold the C++ ones; results share the world's memory.
NamePair names_of(const RobotPair& pair) {
    return {pair.a, pair.b};
}
std::vector<NamePair> names_of(const std::vector<RobotPair>& pairs) {
    std::vector<NamePair> names;
    for (const RobotPair& pair : pairs) names.push_back(names_of(pair));
    return names;
}
std::optional<std::string> name_or_none(const std::string& name) {
    return name.empty() ? std::nullopt : std::optional(name);
}
template <typename T>
std::optional<T> unless_clear(const TrajectoryCheck& check, T value) {
    return check.outcome == Outcome::clear ? std::nullopt : std::optional(std::move(value));
}

// ---- Arguments

// Values of a configuration: an array, or a dictionary from the names of all joints.
std::vector<double> configuration_of(const Robot& robot, nb::handle object, const char* argument) {
    if (nb::isinstance<nb::dict>(object)) {
        const auto values = nb::cast<std::map<std::string, double>>(object);
        std::vector<double> q;
        for (const RobotJoint& joint : robot.joints()) {
            const auto found = values.find(joint.name);
            if (found == values.end())
                refuse(std::string(argument) + ": expected a value for the joint '" + joint.name + "' too");
            q.push_back(found->second);
        }
        for (const auto& [name, value] : values)
            if (!robot.joint_number(name))
                refuse(std::string(argument) + ": the robot has no movable joint '" + name + "'");
        return q;
    }
    std::vector<double> q = numbers_of(object, argument);
    if (q.size() != robot.joints().size())
        refuse(std::string(argument) + ": expected " + std::to_string(robot.joints().size()) +
               " values, one per movable joint, found " + std::to_string(q.size()));
    for (const double value : q)
        if (!(std::abs(value) <= 0x1p30))
            refuse(std::string(argument) + ": expected finite values of at most 2**30, found " +
                   text_of(value));
    return q;
}

Waypoints waypoints_of(const Robot& robot, nb::handle object) {
    Waypoints waypoints;
    if (!nb::isinstance<nb::iterable>(object))
        refuse("waypoints: expected an array of shape (n, joints), found " + description_of(object));
    for (const nb::handle item : nb::iter(object)) {
        const std::string argument = "waypoints[" + std::to_string(waypoints.size()) + "]";
        waypoints.push_back(configuration_of(robot, item, argument.c_str()));
    }
    if (waypoints.empty()) refuse("waypoints: expected at least one configuration, found none");
    return waypoints;
}

bool is_path(nb::handle object) {
    return nb::isinstance<nb::str>(object) || nb::hasattr(object, "__fspath__");
}

Model model_of(nb::handle object) {
    if (nb::isinstance<Model>(object)) return *nb::inst_ptr<Model>(object);
    return value_of(Model::build(mesh_of(object)));
}

// Collects obstacles and gives each a name that no other one has.
class SceneReader {
  public:
    explicit SceneReader(const Robot& robot) : taken_(robot.links().begin(), robot.links().end()) {}

    std::vector<Obstacle> read(nb::handle scene) {
        if (scene.is_none()) return {};
        if (nb::isinstance<nb::dict>(scene)) {
            for (const auto& [name, item] : nb::borrow<nb::dict>(scene))
                add(item, nb::cast<std::string>(name));
        } else if (is_path(scene) || nb::isinstance<Model>(scene) || nb::isinstance<Mesh>(scene)) {
            add(scene, "");
        } else {
            for (const nb::handle item : nb::iter(scene)) add(item, "");
        }
        return std::move(obstacles_);
    }

  private:
    void add(nb::handle item, const std::string& name) {
        if (is_path(item) && name.empty()) {
            const std::vector<std::filesystem::path> files{path_of(item)};
            for (Obstacle& obstacle : value_of(load_obstacles(files, taken_)))
                add_obstacle(std::move(obstacle));
        } else if (nb::isinstance<nb::tuple>(item) && nb::len(item) == 2) {
            const nb::tuple placed = nb::borrow<nb::tuple>(item);
            add_obstacle({name, model_of(placed[0]), pose_of(nb::object(placed[1]), "scene")});
        } else {
            add_obstacle({name, model_of(item), Pose::identity()});
        }
    }

    void add_obstacle(Obstacle obstacle) {
        if (obstacle.name.empty()) obstacle.name = "obstacle " + std::to_string(obstacles_.size());
        taken_.push_back(obstacle.name);
        obstacles_.push_back(std::move(obstacle));
    }

    std::vector<std::string> taken_;
    std::vector<Obstacle> obstacles_;
};

RobotWorld world_of(const Robot& robot, nb::handle scene, const std::vector<NamePair>& ignored = {}) {
    std::vector<Obstacle> obstacles = SceneReader(robot).read(scene);
    const auto pairs = pairs_of(ignored);
    return value_of(run_long([robot, obstacles = std::move(obstacles), pairs] {
        return RobotWorld::build(robot, obstacles, pairs);
    }));
}

double checked_clearance(double clearance) {
    if (!(clearance >= 0 && clearance <= std::numeric_limits<double>::max()))
        refuse("clearance: expected a finite, non-negative number, found " + text_of(clearance));
    return clearance;
}

// The options of check_trajectory(). Without a `detail`, the clearance is computed, and the intervals if
// asked for.
#define ALLIDE_PATH_PARAMETERS                                                                               \
    double clearance, double tolerance, bool intervals, bool steps, const std::optional<std::string>&detail, \
        double clearance_error, std::uint64_t max_steps
#define ALLIDE_PATH_NAMES                                                                               \
    "clearance"_a = 0.0, "tolerance"_a = 1e-9, nb::kw_only(), "intervals"_a = false, "steps"_a = false, \
    "detail"_a.none() = nb::none(), "clearance_error"_a = 1e-3, "max_steps"_a = std::uint64_t {         \
        20000                                                                                           \
    }
#define ALLIDE_PATH_SIGNATURE                                                                     \
    "clearance: float = 0.0, tolerance: float = 1e-9, *, intervals: bool = False, steps: bool = " \
    "False, detail: Literal[\"outcome\", \"clearance\", \"intervals\", \"all\"] | None = None, "  \
    "clearance_error: float = 0.001, max_steps: int = 20000) -> TrajectoryCheck"
TrajectoryOptions options_of(ALLIDE_PATH_PARAMETERS) {
    if (!(tolerance >= 1e-12 && tolerance <= 0.1))
        refuse("tolerance: expected a number from 1e-12 to 0.1, found " + text_of(tolerance));
    if (!(clearance_error >= 1e-4 && clearance_error <= 0.5))
        refuse("clearance_error: expected a number from 1e-4 to 0.5, found " + text_of(clearance_error));
    TrajectoryOptions options;
    options.clearance = checked_clearance(clearance);
    options.tolerance = tolerance;
    options.clearance_error = clearance_error;
    options.max_steps = max_steps;
    options.detail = named<TrajectoryDetail>("detail", detail.value_or(intervals ? "all" : "clearance"),
                                             {{"outcome", TrajectoryDetail::outcome},
                                              {"clearance", TrajectoryDetail::clearance},
                                              {"intervals", TrajectoryDetail::intervals},
                                              {"all", TrajectoryDetail::all}});
    options.steps = steps ? TrajectoryOptions::Steps::listed : TrajectoryOptions::Steps::counted;
    return options;
}

// ---- Queries, shared by Robot and RobotWorld

ConfigurationCheck check_configuration(const RobotWorld& world, nb::handle q, double clearance) {
    const CheckOptions options{.clearance = checked_clearance(clearance)};
    const std::vector<double> values = configuration_of(world.robot(), q, "q");
    return run_short([&] { return world.check(values, options); });
}

TrajectoryCheck check_path(const RobotWorld& world, nb::handle waypoints, ALLIDE_PATH_PARAMETERS) {
    const TrajectoryOptions options =
        options_of(clearance, tolerance, intervals, steps, detail, clearance_error, max_steps);
    return run_long([world, path = waypoints_of(world.robot(), waypoints), options] {
        return world.check_trajectory(path, options);
    });
}

SafeStep safe_step(const RobotWorld& world, nb::handle q, nb::handle direction, double clearance,
                   double tolerance, std::uint64_t max_steps) {
    const TrajectoryOptions options =
        options_of(clearance, tolerance, false, false, "outcome", 1e-3, max_steps);
    const std::vector<double> from = configuration_of(world.robot(), q, "q"),
                              along = configuration_of(world.robot(), direction, "direction");
    return run_long([world, from, along, options] { return world.max_safe_step(from, along, options); });
}

nb::object free_many(const RobotWorld& world, nb::handle configurations, double clearance) {
    const CheckOptions options{.clearance = checked_clearance(clearance)};
    const Waypoints all = waypoints_of(world.robot(), configurations);
    auto answers = run_long([world, all, options] {
        auto free = std::make_unique<bool[]>(all.size());
        for (std::size_t i = 0; i < all.size(); ++i) free[i] = world.is_free(all[i], options);
        return free;
    });
    bool* const data = answers.get();
    const nb::capsule owner(data, [](void* array) noexcept { delete[] static_cast<bool*>(array); });
    static_cast<void>(answers.release());
    return nb::cast(Bools(data, {all.size()}, owner));
}

// ---- Classes

void bind_results_of_robots(nb::module_& module) {
    nb::class_<RobotJoint>(module, "RobotJoint", "One value of a robot's configuration.")
        .def_ro("name", &RobotJoint::name)
        .def_prop_ro(
            "kind", [](const RobotJoint& self) { return std::string(name_of(self.kind)); },
            "\"revolute\", \"continuous\", \"prismatic\" or \"floating\".")
        .def_prop_ro(
            "limits",
            [](const RobotJoint& self) {
                return self.limits ? std::optional(std::pair(self.limits->lower, self.limits->upper))
                                   : std::nullopt;
            },
            "(lower, upper), or None. Queries do not check them.")
        .def("__repr__", [](const RobotJoint& self) {
            return "RobotJoint('" + self.name + "', '" + std::string(name_of(self.kind)) + "')";
        });
    nb::class_<PlacedLink>(module, "PlacedLink", "The place of a link at a configuration.")
        .def_ro("pose", &PlacedLink::pose, "The link's frame in the world, rounded.")
        .def_ro("rotation_error", &PlacedLink::rotation_error,
                "Bound of the rounding error of the rotation (Frobenius norm).")
        .def_ro("position_error", &PlacedLink::position_error,
                "Bound of the rounding error of the position, a length.");
    nb::class_<RobotDistance>(module, "RobotDistance", "How far apart two shapes are, certified.")
        .def_prop_ro(
            "a", [](const RobotDistance& self) { return name_or_none(self.a); }, "A link.")
        .def_prop_ro(
            "b", [](const RobotDistance& self) { return name_or_none(self.b); }, "A link or an obstacle.")
        .def_ro("lower", &RobotDistance::lower)
        .def_ro("upper", &RobotDistance::upper)
        .def_prop_ro(
            "point_a", [](const RobotDistance& self) { return point_from(self.point_a); },
            nb::rv_policy::automatic)
        .def_prop_ro(
            "point_b", [](const RobotDistance& self) { return point_from(self.point_b); },
            nb::rv_policy::automatic)
        .def("__repr__", [](const RobotDistance& self) {
            return "RobotDistance('" + self.a + "', '" + self.b + "', upper=" + text_of(self.upper) + ")";
        });
    nb::class_<ConfigurationCheck>(module, "ConfigurationCheck",
                                   "Contacts and distances at one configuration.")
        .def_ro("free", &ConfigurationCheck::free,
                "True if no pair is in contact, or within the clearance. Proven.")
        .def_prop_ro(
            "pairs", [](const ConfigurationCheck& self) { return names_of(self.pairs); },
            "The pairs in contact: (link, link or obstacle).")
        .def_prop_ro(
            "distance", [](const ConfigurationCheck& self) { return self.closest.upper; },
            "The distance of the closest pair; 0 for a contact, infinite if there is no pair.")
        .def_ro("closest", &ConfigurationCheck::closest)
        .def_ro("per_link", &ConfigurationCheck::per_link,
                "The closest pair of each link, in the order of Robot.links.")
        .def("__repr__", [](const ConfigurationCheck& self) {
            return std::string("ConfigurationCheck(free=") + (self.free ? "True" : "False") +
                   ", distance=" + text_of(self.closest.upper) + ")";
        });
    nb::class_<CertifiedStep>(
        module, "CertifiedStep",
        "From t0 to t1 the link is certainly free of some obstacles or of another link.")
        .def_ro("t0", &CertifiedStep::t0)
        .def_ro("t1", &CertifiedStep::t1)
        .def_ro("link", &CertifiedStep::link)
        .def_prop_ro(
            "frame", [](const CertifiedStep& self) { return name_or_none(self.frame); },
            "The link in whose frame it moves; None for the world.")
        .def_ro("delta", &CertifiedStep::delta, "The deviation of the true motion from the tested screw.");
    using Intervals = Array<double, -1, 4>;
    nb::class_<TrajectoryCheck>(module, "TrajectoryCheck", "Contact along a path in joint space; certified.")
        .def_prop_ro(
            "outcome", [](const TrajectoryCheck& self) { return std::string(name_of(self.outcome)); },
            "\"clear\", \"impact\", \"touching_at_start\" or \"undecided\" (a graze).",
            nb::sig(
                "def outcome(self) -> Literal[\"clear\", \"impact\", \"touching_at_start\", \"undecided\"]"))
        .def_ro("free_until", &TrajectoryCheck::free_until,
                "No contact at any time before this; times count waypoints.")
        .def_prop_ro(
            "t_lo", [](const TrajectoryCheck& self) { return unless_clear(self, self.t_lo); },
            "Start of the bracket of the first contact, or None.")
        .def_prop_ro(
            "t_hi", [](const TrajectoryCheck& self) { return unless_clear(self, self.t_hi); },
            "End of the bracket of the first contact, or None.")
        .def_prop_ro(
            "a", [](const TrajectoryCheck& self) { return name_or_none(self.a); },
            "The link that touches first, or None.")
        .def_prop_ro(
            "b", [](const TrajectoryCheck& self) { return name_or_none(self.b); },
            "The link or obstacle that it touches, or None.")
        .def_ro("delta", &TrajectoryCheck::delta,
                "Upper bound on the gap or depth that is in doubt; 0 if nothing is.")
        .def_prop_ro(
            "intervals",
            [](nb::handle_t<TrajectoryCheck> self) {
                const auto& intervals = nb::inst_ptr<TrajectoryCheck>(self)->intervals;
                return view_of<Intervals>(intervals.data(), intervals.size(), self);
            },
            "float64[n, 4]: t0_lo, t0_hi, t1_lo, t1_hi of each contact, with intervals=True; else empty.")
        .def_prop_ro(
            "undecided_intervals",
            [](nb::handle_t<TrajectoryCheck> self) {
                const auto& intervals = nb::inst_ptr<TrajectoryCheck>(self)->undecided_intervals;
                return view_of<Intervals>(intervals.data(), intervals.size(), self);
            },
            "float64[n, 4]: intervals of possible contact.")
        .def_ro("clearance_lower", &TrajectoryCheck::clearance_lower,
                "The smallest distance over the path is at least this.")
        .def_ro("clearance_upper", &TrajectoryCheck::clearance_upper,
                "The smallest distance over the path is at most this.")
        .def_ro("clearance_t", &TrajectoryCheck::clearance_t,
                "A time at which the distance is at most clearance_upper.")
        .def_prop_ro(
            "clearance_pair",
            [](const TrajectoryCheck& self) {
                return self.clearance_pair.a.empty() ? std::nullopt
                                                     : std::optional(names_of(self.clearance_pair));
            },
            "The pair that is that close, or None.")
        .def_ro("checks", &TrajectoryCheck::checks, "The number of certified steps.")
        .def_ro("steps", &TrajectoryCheck::steps, "The certified steps, with steps=True; else empty.")
        .def("__repr__", [](const TrajectoryCheck& self) {
            std::string text = "TrajectoryCheck('" + std::string(name_of(self.outcome)) +
                               "', free_until=" + text_of(self.free_until);
            if (!self.a.empty()) text += ", a='" + self.a + "', b='" + self.b + "'";
            return text + ")";
        });
    nb::class_<SafeStep>(module, "SafeStep", "How far a robot can go.")
        .def_ro("step", &SafeStep::step, "All configurations q + s·direction with 0 ≤ s < step are free.")
        .def_prop_ro(
            "limit",
            [](const SafeStep& self) {
                return self.limit.a.empty() ? std::nullopt : std::optional(names_of(self.limit));
            },
            "The pair that limits the step, or None.");
}

constexpr const char* check_doc =
    R"(Which pairs of shapes touch at the configuration q, and how far apart is everything? Certified.

With `clearance`, a distance of at most that counts as contact. `q` is an array with a value per joint, or a dictionary.)";
constexpr const char* check_trajectory_doc =
    R"(When does the path through the waypoints, straight in joint space, first touch anything? Certified.

Times count waypoints: 2.5 is halfway between the third and the fourth. `intervals` also lists all times of contact,
`steps` the steps of the proof. With detail="outcome" the smallest clearance is not computed, which is faster.)";
constexpr const char* safe_step_doc =
    "How far can the robot go from q along `direction`, in units of that vector, at most 1?";
constexpr const char* free_many_doc =
    "Whether each configuration is free: bool[k] for an array of shape (k, joints).";

void bind_robot_class(nb::module_& module) {
    nb::class_<Robot>(module, "Robot", R"(A robot: links joined by joints. Immutable.

>>> import pathlib, tempfile
>>> file = pathlib.Path(tempfile.mkdtemp()) / "bar.urdf"
>>> _ = file.write_text('''<robot name="bar"><link name="base"/>
... <link name="bar"><collision><origin xyz="1 0 0"/><geometry><box size="2 0.1 0.1"/></geometry></collision></link>
... <joint name="turn" type="continuous"><parent link="base"/><child link="bar"/><axis xyz="0 0 1"/></joint></robot>''')
>>> robot = allide.Robot(file)
>>> [joint.name for joint in robot.joints], robot.links
(['turn'], ['base', 'bar'])
>>> post = allide.Model(allide.generate("cube"))
>>> scene = {"post": (post, allide.Pose.translation([0, 2.5, 0]))}
>>> robot.check([0.5], scene).free
True
>>> swing = robot.check_trajectory([[0.0], [3.0]], scene)
>>> swing.outcome, swing.a, swing.b, swing.free_until < 0.5
('impact', 'bar', 'post', True))")
        .def(
            "__init__",
            [](Robot* self, const PathArgument& file, const std::optional<std::filesystem::path>& srdf,
               const std::vector<std::filesystem::path>& packages, bool visuals, std::optional<double> sag) {
                const RobotFileOptions options = robot_file_options_of(srdf, packages, visuals, sag);
                new (self) Robot(value_of(
                    run_long([path = path_of(file), options] { return load_robot(path, options); })));
            },
            "file"_a, "srdf"_a.none() = nb::none(), "packages"_a = std::vector<std::filesystem::path>(),
            nb::kw_only(), "visuals"_a = true, "sag"_a.none() = nb::none(),
            nb::sig("def __init__(self, file: str | os.PathLike[str], srdf: str | os.PathLike[str] | None = "
                    "None, packages: typing.Sequence[str | os.PathLike[str]] = (), *, visuals: bool = True, "
                    "sag: float | None = None) -> None"),
            "Reads a URDF file, and an SRDF file with pairs of links that are not tested. `packages` are "
            "folders for mesh names package://NAME/…; `visuals=False` leaves out the shapes for drawing.")
        .def_static(
            "build",
            [](const RobotDescription& description) {
                return value_of(run_long([description] { return Robot::build(description); }));
            },
            "description"_a, "The robot of a description that was made without a file.")
        .def_prop_ro(
            "description", [](const Robot& self) { return self.description(); },
            "The links with their shapes, and the joints.")
        .def_prop_ro("name", [](const Robot& self) { return self.description().name; })
        .def_prop_ro(
            "links",
            [](const Robot& self) {
                return std::vector<std::string>(self.links().begin(), self.links().end());
            },
            "The names of the links, in the order of the file.")
        .def_static(
            "join",
            [](const nb::list& robots) {
                std::vector<PlacedRobot> placed;
                for (const nb::handle item : robots) {
                    const nb::tuple one = nb::cast<nb::tuple>(item);
                    if (nb::len(one) != 3)
                        refuse("robots: expected (robot, base, prefix), found " + description_of(one));
                    placed.push_back({nb::cast<const Robot&>(one[0]).description(),
                                      pose_of(nb::object(one[1]), "base"), nb::cast<std::string>(one[2])});
                }
                return value_of(run_short([&] { return Robot::build(join_robots(placed)); }));
            },
            "robots"_a, nb::sig("def join(robots: list[tuple[Robot, PoseLike | None, str]]) -> Robot"),
            "One robot of several, each (robot, base, prefix): the place of its root, and what is put before "
            "its names. "
            "Their values follow each other.")
        .def_prop_ro(
            "joints",
            [](const Robot& self) {
                return std::vector<RobotJoint>(self.joints().begin(), self.joints().end());
            },
            "The values of a configuration: the movable joints without mimics, in the order of the file.")
        .def_prop_ro(
            "groups", [](const Robot& self) { return self.description().groups; },
            "The groups of the SRDF file: names of joints or links.")
        .def(
            "at",
            [](const Robot& self, const nb::object& q) {
                const std::vector<double> values = configuration_of(self, q, "q");
                const std::vector<PlacedLink> places = run_short([&] { return self.at(values); });
                nb::dict result;
                for (std::size_t i = 0; i < places.size(); ++i)
                    result[self.links()[i].c_str()] = nb::cast(places[i]);
                return result;
            },
            "q"_a, nb::sig("def at(self, q: ArrayLike | dict[str, float]) -> dict[str, PlacedLink]"),
            "Forward kinematics: the place of each link, with bounds of all rounding errors.")
        .def(
            "link_mesh",
            [](const Robot& self, const std::string& link) {
                const auto number = self.link_number(link);
                if (!number) refuse("link: the robot has no link '" + link + "'");
                return run_short([&] { return self.link_mesh(*number); });
            },
            "link"_a,
            "The collision shapes of a link as one mesh in its frame; curved bodies as polyhedra around "
            "them.")
        .def(
            "with_attached",
            [](const Robot& self, const std::string& link, const nb::object& shape, const PoseArgument& pose,
               const std::string& name) {
                const LinkGeometry geometry = link_geometry_of(shape, pose_of(pose, "pose"), name);
                return value_of(run_short([&] { return self.with_attached(link, geometry); }));
            },
            "link"_a, "shape"_a, "pose"_a.none() = nb::none(), "name"_a = "",
            nb::sig("def with_attached(self, link: str, shape: MeshLike | ConvexBody, pose: PoseLike | None "
                    "= None, "
                    "name: str = '') -> Robot"),
            "This robot with one more collision shape, such as a gripped part, fixed to a link.")
        .def(
            "with_ignored_pairs",
            [](const Robot& self, const std::vector<NamePair>& pairs) {
                return value_of(self.with_ignored_pairs(pairs_of(pairs)));
            },
            "pairs"_a, "This robot with further pairs of links that are not tested.")
        .def(
            "self_collision_matrix",
            [](const Robot& self, std::size_t samples, std::uint64_t seed) {
                const SelfCollisionOptions options{.samples = samples, .seed = seed};
                const SelfCollisionMatrix matrix =
                    run_long([self, options] { return self.self_collision_matrix(options); });
                std::vector<std::tuple<std::string, std::string, std::string, std::size_t>> rows;
                for (const SelfCollisionPair& pair : matrix.pairs)
                    rows.emplace_back(self.links()[pair.a], self.links()[pair.b], name_of(pair.status),
                                      pair.contacts);
                return rows;
            },
            "samples"_a = 1000, "seed"_a = 1,
            "(link, link, status, contacts) of each pair. \"adjacent\", \"ignored\" and \"out_of_reach\" are "
            "facts; "
            "\"never_sampled\", \"always_sampled\" and \"sometimes\" are what the samples show, not proofs.")
        .def(
            "check",
            [](const Robot& self, const nb::object& q, const nb::object& scene, double clearance) {
                return check_configuration(world_of(self, scene), q, clearance);
            },
            "q"_a, "scene"_a.none() = nb::none(), "clearance"_a = 0.0,
            nb::sig("def check(self, q: ArrayLike | dict[str, float], scene: RobotScene | None = None, "
                    "clearance: float = 0.0) -> ConfigurationCheck"),
            check_doc)
        .def(
            "check_trajectory",
            [](const Robot& self, const nb::object& waypoints, const nb::object& scene,
               ALLIDE_PATH_PARAMETERS) {
                return check_path(world_of(self, scene), waypoints, clearance, tolerance, intervals, steps,
                                  detail, clearance_error, max_steps);
            },
            "waypoints"_a, "scene"_a.none() = nb::none(), ALLIDE_PATH_NAMES,
            nb::sig("def check_trajectory(self, waypoints: ArrayLike | typing.Sequence[dict[str, float]], "
                    "scene: RobotScene | None = None, " ALLIDE_PATH_SIGNATURE),
            check_trajectory_doc)
        .def(
            "max_safe_step",
            [](const Robot& self, const nb::object& q, const nb::object& direction, const nb::object& scene,
               double clearance, double tolerance, std::uint64_t max_steps) {
                return safe_step(world_of(self, scene), q, direction, clearance, tolerance, max_steps);
            },
            "q"_a, "direction"_a, "scene"_a.none() = nb::none(), "clearance"_a = 0.0, "tolerance"_a = 1e-9,
            nb::kw_only(), "max_steps"_a = std::uint64_t{20000},
            nb::sig(
                "def max_safe_step(self, q: ArrayLike | dict[str, float], direction: ArrayLike | "
                "dict[str, float], scene: RobotScene | None = None, "
                "clearance: float = 0.0, tolerance: float = 1e-9, *, max_steps: int = 20000) -> SafeStep"),
            safe_step_doc)
        .def("__repr__", [](const Robot& self) {
            return "Robot('" + self.description().name + "', " + std::to_string(self.links().size()) +
                   " links, " + std::to_string(self.joints().size()) + " joints)";
        });
}

void bind_robot_world(nb::module_& module) {
    nb::class_<RobotWorld>(module, "RobotWorld",
                           R"(A robot and the obstacles around it, for many questions about the same scene.

A scene is a file, a model, a list of these, or a dictionary from names to them. Each part of a file is an obstacle of its
own. (model, pose) places a model. Every C++ thread and every Python thread may ask the same world.)")
        .def(
            "__init__",
            [](RobotWorld* self, const Robot& robot, const nb::object& scene,
               const std::vector<NamePair>& ignored) {
                new (self) RobotWorld(world_of(robot, scene, ignored));
            },
            "robot"_a, "scene"_a.none() = nb::none(), "ignored"_a = std::vector<NamePair>(),
            nb::sig("def __init__(self, robot: Robot, scene: RobotScene | None = None, ignored: "
                    "typing.Sequence[tuple[str, str]] = ()) -> None"),
            "`ignored` are further pairs of names, of links or obstacles, that are not tested.")
        .def_prop_ro("robot", [](const RobotWorld& self) { return self.robot(); })
        .def_prop_ro(
            "obstacles",
            [](const RobotWorld& self) {
                std::vector<std::string> names;
                for (const Obstacle& obstacle : self.obstacles()) names.push_back(obstacle.name);
                return names;
            },
            "The names of the obstacles.")
        .def(
            "is_free",
            [](const RobotWorld& self, const nb::object& q, double clearance) {
                const CheckOptions options{.clearance = checked_clearance(clearance)};
                const std::vector<double> values = configuration_of(self.robot(), q, "q");
                return run_short([&] { return self.is_free(values, options); });
            },
            "q"_a, "clearance"_a = 0.0,
            nb::sig("def is_free(self, q: ArrayLike | dict[str, float], clearance: float = 0.0) -> bool"),
            "True if nothing touches, or is within the clearance.")
        .def("is_free_many", &free_many, "configurations"_a, "clearance"_a = 0.0,
             nb::sig("def is_free_many(self, configurations: ArrayLike, clearance: float = 0.0) -> "
                     "NDArray[numpy.bool_]"),
             free_many_doc)
        .def("check", &check_configuration, "q"_a, "clearance"_a = 0.0,
             nb::sig("def check(self, q: ArrayLike | dict[str, float], clearance: float = 0.0) -> "
                     "ConfigurationCheck"),
             check_doc)
        .def("check_trajectory", &check_path, "waypoints"_a, ALLIDE_PATH_NAMES,
             nb::sig("def check_trajectory(self, waypoints: ArrayLike | typing.Sequence[dict[str, "
                     "float]], " ALLIDE_PATH_SIGNATURE),
             check_trajectory_doc)
        .def("max_safe_step", &safe_step, "q"_a, "direction"_a, "clearance"_a = 0.0, "tolerance"_a = 1e-9,
             nb::kw_only(), "max_steps"_a = std::uint64_t{20000},
             nb::sig("def max_safe_step(self, q: ArrayLike | dict[str, float], direction: ArrayLike | "
                     "dict[str, float], clearance: float = 0.0, tolerance: float = 1e-9, *, max_steps: int = "
                     "20000) -> SafeStep"),
             safe_step_doc);
}

}  // namespace

void bind_robot(nb::module_& module) {
    bind_results_of_robots(module);
    bind_robot_class(module);
    bind_robot_world(module);
    module.def(
        "load_joint_path",
        [](const PathArgument& file, const Robot& robot) {
            const std::filesystem::path path = path_of(file);
            JointPath read = value_of(run_short([&] { return load_joint_path(path, robot); }));
            nb::list waypoints;
            for (std::vector<double>& q : read.waypoints) waypoints.append(rows_from<Numbers>(std::move(q)));
            nb::object times = nb::none();
            if (!read.times.empty()) times = nb::cast(rows_from<Numbers>(std::move(read.times)));
            return nb::make_tuple(waypoints, times);
        },
        "file"_a, "robot"_a,
        nb::sig("def load_joint_path(file: str | os.PathLike[str], robot: Robot) -> "
                "tuple[list[NDArray[numpy.float64]], "
                "NDArray[numpy.float64] | None]"),
        "The waypoints and the times of a path in joint space, from JSON; times may be None.");
    module.def(
        "parse_configuration",
        [](const std::string& text, const Robot& robot) {
            return rows_from<Numbers>(value_of(parse_configuration(text, robot)));
        },
        "text"_a, "robot"_a, nb::rv_policy::automatic,
        "All values in the order of the joints, or name=value for each of them in any order.");
    module.def(
        "trajectory_page",
        [](const RobotWorld& world, const nb::object& waypoints, const TrajectoryCheck& check,
           const std::string& report, const std::string& title, const std::string& made,
           const std::string& units) {
            const JointPath path{waypoints_of(world.robot(), waypoints), {}};
            return value_of(run_short([&] {
                return trajectory_page(world, path, check, report,
                                       {.title = title, .made = made, .units = units});
            }));
        },
        "world"_a, "waypoints"_a, "check"_a, nb::kw_only(), "report"_a = "{}", "title"_a = "", "made"_a = "",
        "units"_a = "",
        nb::sig("def trajectory_page(world: RobotWorld, waypoints: ArrayLike | typing.Sequence[dict[str, "
                "float]], check: "
                "TrajectoryCheck, *, report: str = '{}', title: str = '', made: str = '', units: str = '') "
                "-> str"),
        "A page that plays the path; `check` comes from check_trajectory() with intervals=True and "
        "steps=True.");
    module.def("has_urdfdom", &has_urdfdom, "True if each robot is also read by urdfdom, for comparison.");
}

}  // namespace allide::python
