#include "base/float_environment.hpp"
#include "report/packed.hpp"
#include "report/page.hpp"
#include "report/page_part.hpp"

#include <allide/report.hpp>
#include <allide/result.hpp>
#include <allide/robot.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace allide {

namespace {

using detail::report::PackedPieces;

// The page shows this many moments per segment of the path, in total from `fewest_moments` to `most_moments`.
constexpr int moments_per_segment = 60;
constexpr int fewest_moments = 240, most_moments = 1200;
constexpr std::size_t most_steps = 20000;  // steps of the proof that the page draws

void write_part(JsonWriter& json, std::string_view name, const Mesh& mesh, PackedPieces& pieces) {
    std::vector<std::array<Vec3, 3>> triangles(mesh.triangles().size());
    for (std::uint32_t i = 0; i < triangles.size(); ++i) triangles[i] = mesh.corners(i);
    const detail::report::PackedBody body = detail::report::pack_triangles(triangles, pieces);
    std::vector<std::uint32_t> numbers(triangles.size());
    std::iota(numbers.begin(), numbers.end(), 0U);
    detail::report::write_page_part(json, name, "", mesh, numbers, body);
}

std::vector<double> shown_times(const TrajectoryCheck& check, std::size_t waypoints) {
    const double end = static_cast<double>(waypoints - 1);
    std::vector<double> times{0};
    if (end == 0) return times;
    const int moments =
        std::clamp(static_cast<int>(std::min(end, 1e4)) * moments_per_segment, fewest_moments, most_moments);
    for (int i = 1; i <= moments; ++i) times.push_back(end * i / moments);
    const auto add = [&](double t) {
        if (t >= 0 && t <= end) times.push_back(t);
    };
    if (check.outcome != Outcome::clear) add(check.t_lo);
    if (check.clearance_t && std::isfinite(*check.clearance_t)) add(*check.clearance_t);
    for (std::size_t i = 0; i < std::min<std::size_t>(check.intervals.size(), most_moments); ++i) {
        add(check.intervals[i].t0_hi);
        add(check.intervals[i].t1_lo);
    }
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
}

std::vector<double> values_at(const JointPath& path, double t) {
    const std::size_t last = path.waypoints.size() - 1;
    const std::size_t i = std::min(static_cast<std::size_t>(t), last == 0 ? 0 : last - 1);
    std::vector<double> q = path.waypoints[i];
    if (last == 0) return q;
    const double s = t - static_cast<double>(i);
    for (std::size_t k = 0; k < q.size(); ++k) q[k] += s * (path.waypoints[i + 1][k] - q[k]);
    return q;
}

// The numbers of the links that have shapes and are drawn.
std::vector<std::size_t> shown_links(const Robot& robot) {
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < robot.links().size(); ++i)
        if (!robot.description().links[i].collision.empty()) shown.push_back(i);
    return shown;
}

// Finds which links move along the path. Pairs of resting links are left out of the distances, since a
// constant small distance would hide all others.
std::vector<bool> moving_links(const RobotWorld& world, const JointPath& path) {
    const std::vector<PlacedLink> first = world.robot().at(path.waypoints.front());
    std::vector<bool> moves(first.size(), path.waypoints.size() == 1);
    for (const std::vector<double>& q : path.waypoints) {
        const std::vector<PlacedLink> now = world.robot().at(q);
        for (std::size_t i = 0; i < now.size(); ++i)
            if (now[i].pose.matrix() != first[i].pose.matrix()) moves[i] = true;
    }
    return moves;
}

// The closest pair of which at least one link moves.
RobotDistance closest_of(const ConfigurationCheck& check, const std::vector<bool>& moves) {
    RobotDistance closest;
    for (std::size_t i = 0; i < check.per_link.size(); ++i)
        if (moves[i] && !check.per_link[i].a.empty() && check.per_link[i].upper < closest.upper)
            closest = check.per_link[i];
    return closest;
}

struct ShownRobot {
    const RobotWorld& world;
    std::vector<std::size_t> links;
    std::vector<bool> moves;
};

void write_moment(JsonWriter& json, const ShownRobot& robot, const std::vector<double>& q, double t) {
    json.begin_object().key("t").value(t).key("poses").begin_array();
    const std::vector<PlacedLink> places = robot.world.robot().at(q);
    for (const std::size_t link : robot.links) json.value(places[link].pose);
    json.end_array();
    const ConfigurationCheck check = robot.world.check(q);
    if (const RobotDistance d = closest_of(check, robot.moves); !d.a.empty()) {
        json.key("closest").begin_array().value(d.a).value(d.b).end_array();
        json.key("distance").value(d.upper);
        json.key("points").begin_array().value(d.point_a).value(d.point_b).end_array();
    }
    if (!check.pairs.empty()) {
        json.key("pairs").begin_array();
        for (const RobotPair& pair : check.pairs) json.begin_array().value(pair.a).value(pair.b).end_array();
        json.end_array();
    }
    json.end_object();
}

// Writes the steps as rows of link, from, to, frame and deviation.
void write_steps(JsonWriter& json, const TrajectoryCheck& check) {
    json.key("steps").begin_array();
    for (std::size_t i = 0; i < std::min(check.steps.size(), most_steps); ++i) {
        const CertifiedStep& s = check.steps[i];
        json.begin_array().value(s.link).value(s.t0).value(s.t1).value(s.frame).value(s.delta).end_array();
    }
    json.end_array();
}

}  // namespace

Result<std::string> trajectory_page(const RobotWorld& world, const JointPath& path,
                                    const TrajectoryCheck& check, std::string_view report,
                                    const PageLabels& labels) {
    const base::DefaultFloatEnvironment environment;
    if (path.waypoints.empty()) throw PreconditionError("trajectory_page: expected at least one waypoint");
    PackedPieces pieces;
    JsonWriter json;
    json.begin_object().key("type").value("robot").key("title").value(labels.title);
    json.key("program").value(std::string("allide ") + std::string(version()));
    json.key("made").value(labels.made).key("units").value(labels.units);
    json.key("end").value(static_cast<double>(path.waypoints.size() - 1));
    const ShownRobot robot{world, shown_links(world.robot()), moving_links(world, path)};
    json.key("links").begin_array();
    for (const std::size_t link : robot.links)
        write_part(json, world.robot().links()[link], world.robot().link_mesh(link), pieces);
    json.end_array().key("obstacles").begin_array();
    for (const Obstacle& obstacle : world.obstacles()) {
        json.begin_object().key("pose").value(obstacle.pose);
        json.key("part");
        write_part(json, obstacle.name, obstacle.model.mesh(), pieces);
        json.end_object();
    }
    json.end_array().key("times").begin_array();
    for (const double t : path.times) json.value(t);
    json.end_array().key("moments").begin_array();
    for (const double t : shown_times(check, path.waypoints.size()))
        write_moment(json, robot, values_at(path, t), t);
    json.end_array();
    write_steps(json, check);
    json.end_object();
    return detail::report::filled_page(json.text(), report, pieces.letters());
}

}  // namespace allide
