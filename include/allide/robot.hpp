// Robots: chains of rigid links joined by joints. Is a configuration free? Does a whole path in joint space
// stay free of contact, and if not, when is the first one?
//
//     const Robot arm = Robot::build(description).value();
//     const RobotWorld world = RobotWorld::build(arm, {{"table", table, Pose::identity()}}).value();
//     if (world.is_free(q)) …
//     const TrajectoryCheck c = world.check_trajectory({{q0, q1, q2}});
//     if (c.outcome == Outcome::impact) std::printf("%s hits %s", c.a.c_str(), c.b.c_str());
//
// Nothing is sampled: `clear` is a proof for every moment of the path, rounding included. A path consists of
// waypoints joined by straight lines in joint space; its time t counts waypoints: 2.5 is halfway between the
// third and the fourth. docs/guarantees.md, "Robots", has the proof.
#pragma once

#include <allide/convex.hpp>
#include <allide/geometry.hpp>
#include <allide/io.hpp>
#include <allide/mesh.hpp>
#include <allide/model.hpp>
#include <allide/predict.hpp>
#include <allide/result.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ALLIDE_EXPORT allide {

namespace detail {
struct RobotData;
struct RobotWorldData;
struct RobotAccess;
}  // namespace detail

// ---- 1. The description of a robot, as a URDF file gives it ----

// How a joint moves its child link.
enum class JointKind {
    // The child link does not move.
    fixed,
    // Rotation about the axis, usually between limits; the value is an angle in radians.
    revolute,
    // Rotation about the axis without limits.
    continuous,
    // Translation along the axis; the value is a length.
    prismatic,
    // Six values: a translation x, y, z, and the rotation Rz(yaw)·Ry(pitch)·Rx(roll), in radians. The axis is
    // not used.
    floating,
};
// Returns "fixed", "revolute", "continuous", "prismatic" or "floating".
std::string_view name_of(JointKind kind);

// The smallest and the largest value of a joint. Queries do not check them: a path may leave them.
struct JointLimits {
    double lower = 0, upper = 0;
};

// One shape of a link.
struct LinkGeometry {
    // A mesh counts as a surface; if it is closed, a shape entirely inside it is in contact with it, too. A
    // convex body is a solid; half-spaces are refused.
    std::variant<Mesh, ConvexBody> shape = {};
    // The shape's place in the link's frame. Corners are mapped and rounded to double once; the rounded shape
    // is the input of all queries.
    Pose origin = {};
    // Any name; not used by queries.
    std::string name = {};
};

struct LinkDescription {
    // The name, unique within the robot.
    std::string name = {};
    // The shapes that queries use; may be empty.
    std::vector<LinkGeometry> collision = {};
    // The shapes for drawing; queries ignore them.
    std::vector<LinkGeometry> visual = {};
};

// Makes a joint follow another one: value = multiplier · (value of `joint`) + offset.
struct Mimic {
    std::string joint = {};
    double multiplier = 1, offset = 0;
};

struct JointDescription {
    // The name, unique within the robot.
    std::string name = {};
    JointKind kind = JointKind::fixed;
    // The names of the two links.
    std::string parent = {}, child = {};
    // The joint's frame in the parent's frame. The child's frame is the joint's frame, moved by the joint.
    // The rotation is the orthonormal matrix nearest to the pose's.
    Pose origin = {};
    // The axis in the joint's frame, of any length except 0. The exact direction is axis/|axis|.
    Vec3 axis{1, 0, 0};
    std::optional<JointLimits> limits = {};
    // If set, the joint follows another one, and its own limits are not used. Not allowed for floating and
    // fixed joints. The other joint may itself follow a joint.
    std::optional<Mimic> mimic = {};
};

// A tree of links. Every link is the child of at most one joint; links that are the child of none are roots
// and stay at the origin of the world.
struct RobotDescription {
    std::string name = {};
    std::vector<LinkDescription> links = {};
    std::vector<JointDescription> joints = {};
    // Pairs of links that are not tested against each other.
    std::vector<std::array<std::string, 2>> ignored_pairs = {};
    // Named sets of joints or links, as SRDF has them. Kept for callers; queries do not use them.
    std::map<std::string, std::vector<std::string>> groups = {};
};

// A robot, or any moving part, at a place in the world, see join_robots.
struct PlacedRobot {
    RobotDescription description = {};
    // The place of its root.
    Pose base = {};
    // A prefix for the names of its links and joints: "left/" makes "left/gripper".
    std::string prefix = {};
};
// One description of several robots, for queries about all of them at once: two arms, an arm and a conveyor.
// All names get the prefix of their robot. A configuration lists the values of the first robot, then those of
// the second, and so on. The new root link is named "world".
RobotDescription join_robots(std::span<const PlacedRobot> robots);

// ---- 2. Robots ----

// One value of a configuration.
struct RobotJoint {
    // The joint's name; the six values of a floating joint are named "joint.x", "joint.y", "joint.z",
    // "joint.roll", "joint.pitch", "joint.yaw".
    std::string name;
    // Revolute, continuous, prismatic; floating for all six values of a floating joint.
    JointKind kind = JointKind::revolute;
    std::optional<JointLimits> limits;
};

// The place of a link at a configuration.
struct PlacedLink {
    // The link's frame in the world, rounded.
    Pose pose;
    // Bounds of the rounding errors: the true frame, for exact joint values, is a rotation whose matrix
    // differs from the pose's by at most `rotation_error` (Frobenius norm), and a position that differs by at
    // most `position_error`, a length.
    double rotation_error = 0, position_error = 0;
};

// Why a pair of links needs no test, or in how many sampled configurations it is in contact.
enum class PairStatus {
    // The links are joined by a joint, or rigidly connected. Proven.
    adjacent,
    // Listed in RobotDescription::ignored_pairs.
    ignored,
    // The links cannot reach each other: proven by bounds of their reach.
    out_of_reach,
    // No sampled configuration has a contact. Not a proof.
    never_sampled,
    // Every sampled configuration has a contact. Not a proof.
    always_sampled,
    // Some sampled configurations have a contact.
    sometimes,
};
std::string_view name_of(PairStatus status);

struct SelfCollisionPair {
    // Numbers of the links, a < b.
    std::size_t a = 0, b = 0;
    PairStatus status = PairStatus::sometimes;
    // The number of sampled configurations with a contact of this pair.
    std::size_t contacts = 0;
};
struct SelfCollisionOptions {
    // The number of random configurations within the limits (joints without limits: −π … π, or −1 … 1 for
    // lengths); 1,000 by default.
    std::size_t samples = 1000;
    // The seed of the random numbers; 1 by default.
    std::uint64_t seed = 1;
};
struct SelfCollisionMatrix {
    // All pairs of links with collision shapes, sorted by (a, b).
    std::vector<SelfCollisionPair> pairs;
    // The number of configurations that were sampled.
    std::size_t samples = 0;
};

// Immutable and cheap to copy: copies share their data. Const members are safe from any number of threads.
class Robot {
  public:
    // An Error that names the link or joint for names that are missing or repeated, cycles, a link with two
    // parents, an axis of length 0, numbers that are not finite, limits in the wrong order, mimics of joints
    // that do not exist or go around in a circle, meshes with vertices that are not finite.
    static Result<Robot> build(const RobotDescription& description);

    const RobotDescription& description() const;
    // The values of a configuration: the movable joints without mimics, in the order of the description.
    std::span<const RobotJoint> joints() const;
    // The names of the links, in the order of the description.
    std::span<const std::string> links() const;
    // The number of a link or a value; empty if there is none of that name.
    std::optional<std::size_t> link_number(std::string_view name) const;
    std::optional<std::size_t> joint_number(std::string_view name) const;

    // Forward kinematics: one place per link. There must be as many values as joints(), all finite and at
    // most 2³⁰ in magnitude.
    std::vector<PlacedLink> at(std::span<const double> q) const;

    // The collision shapes of a link as one mesh in the link's frame, for drawing: curved bodies as polyhedra
    // around them.
    Mesh link_mesh(std::size_t link) const;

    // This robot with one more collision shape, such as a gripped part, fixed to a link. An Error if there is
    // no such link.
    Result<Robot> with_attached(std::string_view link, const LinkGeometry& geometry) const;
    // This robot with further pairs of links that are not tested.
    Result<Robot> with_ignored_pairs(std::span<const std::array<std::string, 2>> pairs) const;

    // Finds which pairs of links can touch, like MoveIt's setup assistant. Adjacency and lack of reach are
    // proven; other statuses come from samples.
    SelfCollisionMatrix self_collision_matrix(const SelfCollisionOptions& options = {}) const;

  private:
    friend struct detail::RobotAccess;
    explicit Robot(std::shared_ptr<const detail::RobotData> data);
    std::shared_ptr<const detail::RobotData> data_;
};

// ---- 3. Robots among obstacles ----

// A part of the surroundings that does not move. A part that moves is a robot of its own, see join_robots.
struct Obstacle {
    // The name that results use; should differ from those of links.
    std::string name = {};
    Model model;
    Pose pose = {};
};

// Options of RobotWorld::check.
struct CheckOptions {
    // Two shapes at most this far apart count as in contact. A length, finite and not negative; 0 by default.
    double clearance = 0;
};

// A link, and the link or obstacle that it touches or is close to.
struct RobotPair {
    std::string a, b;
    friend bool operator==(const RobotPair&, const RobotPair&) = default;
};

// The distance of two shapes. The exact distance at the exact configuration is between the bounds; both are 0
// for a contact.
struct RobotDistance {
    // A link, and a link or an obstacle. Empty if there is no pair to measure.
    std::string a, b;
    double lower = std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();
    // The closest points in the world, rounded; equal for a contact.
    Vec3 point_a, point_b;
};

// The result of RobotWorld::check.
struct ConfigurationCheck {
    // True if no tested pair is in contact or at most the clearance apart. Proven for the exact
    // configuration; a gap of less than the rounding errors (about 1e-13 of the robot's size) counts as a
    // contact.
    bool free = true;
    // The pairs in contact: link and obstacle, or two links in the order of the description. Sorted by link,
    // then links before obstacles in their order.
    std::vector<RobotPair> pairs;
    // The closest pair of all.
    RobotDistance closest;
    // The closest pair of each link, by the number of the link; `a` is the link. Links without tested pairs
    // have an empty `a`.
    std::vector<RobotDistance> per_link;
};

// The parts of a TrajectoryCheck that take extra time.
enum class TrajectoryDetail {
    // The outcome only.
    outcome,
    // Also the smallest clearance.
    clearance,
    // Also the intervals of contact.
    intervals,
    // Also the smallest clearance and the intervals of contact.
    all,
};

// Options of RobotWorld::check_trajectory.
struct TrajectoryOptions {
    // Two shapes at most this far apart count as in contact. A length, finite and not negative; 0 by default.
    double clearance = 0;
    // The maximum width of time brackets, in units of t: from 1e-12 to 0.1; 1e-9 by default.
    double tolerance = 1e-9;
    // The results to be computed; the outcome by default.
    TrajectoryDetail detail = TrajectoryDetail::outcome;
    // The largest value of (upper − lower) / upper of the smallest clearance: from 1e-4 to 0.5; 1e-3 by
    // default.
    double clearance_error = 1e-3;
    // If `listed`, the answer lists the steps of the proof; by default they are only counted.
    enum class Steps { counted, listed };
    Steps steps = Steps::counted;
    // The search for one link gives up after this many steps between two waypoints and leaves the
    // rest undecided; 20,000 by default.
    std::uint64_t max_steps = 20000;
};

// One step of the proof: from t0 to t1 the link is certainly free of some obstacles or of another link.
struct CertifiedStep {
    double t0 = 0, t1 = 0;
    // `link` is proven free of the link `frame`, in whose frame its motion is considered. An empty `frame` is
    // the world: `link` is then free of some obstacles.
    std::string link, frame;
    // The deviation of the true motion from the polynomials of time that were tested; 0 if a bound of the
    // link's speed was enough for the proof.
    double delta = 0;
};

// The result of RobotWorld::check_trajectory.
struct TrajectoryCheck {
    // As for `predict`: clear; impact, with no contact before t_lo and a certain contact between t_lo and
    // t_hi; touching_at_start; undecided, a graze.
    Outcome outcome = Outcome::clear;
    // There is no contact before this time; the number of waypoints − 1 if clear.
    double free_until = 0;
    // The bracket of the first contact; both 0 unless impact or undecided.
    double t_lo = 0, t_hi = 0;
    // A link, and the link or obstacle that it touches there; empty if clear.
    std::string a, b;
    // An upper bound of the gap or depth in doubt, if undecided or if the bracket is that of a graze that
    // precedes a certain contact; else 0.
    double delta = 0;
    // If asked for: intervals of certain contact of any pair, in units of t, sorted and disjoint; gaps
    // narrower than the tolerance may be closed. A contact at the end ends at the number of waypoints − 1.
    std::vector<ContactInterval> intervals;
    // If asked for: intervals of possible contact.
    std::vector<ContactInterval> undecided_intervals;
    // If asked for: bounds of the smallest distance of any pair over the whole path, and a time where it is
    // at most `clearance_upper`. Both are 0 if there is a contact, infinite if there is nothing to measure.
    std::optional<double> clearance_lower, clearance_upper, clearance_t;
    // The pair whose distance is at most `clearance_upper` at `clearance_t`.
    RobotPair clearance_pair;
    // The number of certified steps.
    std::uint64_t checks = 0;
    // The steps, if asked for, in the order in which they were proven.
    std::vector<CertifiedStep> steps;
};

// The result of RobotWorld::max_safe_step.
struct SafeStep {
    // All configurations q + s·direction with 0 ≤ s < step are certainly free. If step is 1, q + direction is
    // free, too.
    double step = 1;
    // The pair that limits the step; empty if step is 1.
    RobotPair limit;
};

// A robot and the obstacles around it. Immutable and cheap to copy; const members are safe from any number of
// threads. All pairs of a link and an obstacle are tested, and all pairs of links that are not adjacent,
// rigidly connected or ignored. A mesh inside a closed mesh or inside a convex body is in contact with it.
class RobotWorld {
  public:
    // `ignored` lists pairs that are not tested, each of two links or of a link and an obstacle, in addition
    // to those that the robot itself ignores. Returns an Error if a name is unknown.
    static Result<RobotWorld> build(const Robot& robot, std::span<const Obstacle> obstacles,
                                    std::span<const std::array<std::string, 2>> ignored = {});

    const Robot& robot() const;
    std::span<const Obstacle> obstacles() const;

    // True if no tested pair is in contact or at most the clearance apart. Faster than check().
    bool is_free(std::span<const double> q, const CheckOptions& options = {}) const;
    // Contacts, distances and closest pairs at one configuration.
    ConfigurationCheck check(std::span<const double> q, const CheckOptions& options = {}) const;
    // The path through the waypoints: at least one, each with one value per joint. With one waypoint, t is 0.
    TrajectoryCheck check_trajectory(std::span<const std::vector<double>> waypoints,
                                     const TrajectoryOptions& options = {}) const;
    // The largest step from q along `direction` that is certainly safe, as a multiple of that vector, at most
    // 1.
    SafeStep max_safe_step(std::span<const double> q, std::span<const double> direction,
                           const TrajectoryOptions& options = {}) const;

  private:
    friend struct detail::RobotAccess;
    explicit RobotWorld(std::shared_ptr<const detail::RobotWorldData> data);
    std::shared_ptr<const detail::RobotWorldData> data_;
};

// ---- 4. Files ----

// Options of load_robot and load_robot_description.
struct RobotFileOptions {
    // An SRDF file, whose disabled pairs and groups are added to the description.
    std::optional<std::filesystem::path> srdf = {};
    // Folders in which `package://NAME/…` is searched for as NAME/…; a folder called NAME counts too.
    // Searched next are the folders above the robot's file, then those in the environment variables
    // ROS_PACKAGE_PATH and AMENT_PREFIX_PATH.
    std::vector<std::filesystem::path> packages = {};
    // Reads the meshes of visual shapes (the default), or leaves visual shapes out. Their files must exist in
    // either case.
    enum class Visuals { read, skip };
    Visuals visuals = Visuals::read;
    // Options for reading meshes.
    LoadOptions meshes = {};
};

// Reads a robot in the Unified Robot Description Format (URDF). An Error names the file, and the line where
// there is one: broken XML, misspelt elements, bad numbers, names that are missing, repeated or unknown,
// cycles, several roots, sizes and scales of 0, meshes that cannot be read. Planar joints are refused. A
// floating virtual joint of the SRDF file becomes a floating joint between a new root link and the robot.
// Elements that do not concern geometry (inertia, materials, transmissions, sensors) are not read.
Result<RobotDescription> load_robot_description(const std::filesystem::path& file,
                                                const RobotFileOptions& options = {});
Result<Robot> load_robot(const std::filesystem::path& file, const RobotFileOptions& options = {});
// True if this library was built with urdfdom: each file is then also parsed by urdfdom, and an Error if
// urdfdom refuses it or reads other links, joints, limits or shapes. The answers are the same without it.
bool has_urdfdom();

// Reads the surroundings of a robot: each part of each file (see Mesh::part_names) becomes an obstacle at the
// place that the file gives it. An obstacle is named after its part; if several parts, or one of `taken`,
// have that name, the file's name is put before it or a number after it. Parts without triangles are left
// out.
Result<std::vector<Obstacle>> load_obstacles(std::span<const std::filesystem::path> files,
                                             std::span<const std::string> taken = {},
                                             const LoadOptions& options = {});

// A path in joint space.
struct JointPath {
    // At least one; each has one value per joint of the robot, in the order of Robot::joints().
    std::vector<std::vector<double>> waypoints;
    // The time of each waypoint, strictly ascending; empty if not given. Queries count waypoints instead.
    std::vector<double> times = {};
};
// Reads {"joints": [names], "waypoints": [[values], …], "times": [t, …]}. All joints of the robot must be
// named, in any order; "times" is optional. Values are finite and at most 2³⁰ in magnitude.
Result<JointPath> load_joint_path(const std::filesystem::path& file, const Robot& robot);
// Parses a configuration: all values in the order of Robot::joints(), or name=value for each of them in any
// order, separated by commas or blanks.
Result<std::vector<double>> parse_configuration(std::string_view text, const Robot& robot);

}  // namespace allide
