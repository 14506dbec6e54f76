// Finds which pairs of links can touch. Adjacency and lack of reach are proven; other statuses come from
// samples.
#include "base/float_environment.hpp"
#include "base/infinity.hpp"
#include "base/random.hpp"
#include "robot/world_data.hpp"

#include <algorithm>
#include <cmath>

namespace allide {
namespace {

using detail::RobotData;
using robot::none;

// The largest magnitude of a joint's value within its limits; infinite without limits.
double largest_value(const RobotData& robot, const robot::LinkNode& node) {
    const RobotJoint& joint = robot.joints[node.value];
    if (!joint.limits) return base::infinity;
    const double q = std::max(std::abs(joint.limits->lower), std::abs(joint.limits->upper));
    return (std::abs(node.multiplier.value) + node.multiplier.error) * q + std::abs(node.offset.value) +
           node.offset.error;
}

// An upper bound of the distance between the origins of a link's frame and of its parent's.
double step_length(const RobotData& robot, const robot::LinkNode& node) {
    double length = robot::length_up(node.origin.place);
    if (node.kind == JointKind::prismatic) length += largest_value(robot, node);
    if (node.kind == JointKind::floating) length = base::infinity;
    return length * (1 + 0x1p-30);
}

std::vector<std::size_t> to_root(const RobotData& robot, std::size_t link) {
    std::vector<std::size_t> path;
    for (; link != none; link = robot.nodes[link].parent) path.push_back(link);
    return path;
}

double largest_reach(const RobotData& robot, std::size_t link) {
    double reach = 0;
    for (std::size_t s = robot.first_shape[link]; s < robot.first_shape[link + 1]; ++s)
        reach = std::max(reach, robot.shapes[s]->reach());
    return reach;
}

// True if the links certainly never touch, for all joint values within the limits: one step of constant
// length in the chain between their origins is longer than all other steps and the reaches of both links
// together.
bool certainly_out_of_reach(const RobotData& robot, std::size_t a, std::size_t b) {
    std::vector<std::size_t> up = to_root(robot, a), down = to_root(robot, b);
    while (!up.empty() && !down.empty() && up.back() == down.back()) {
        up.pop_back();
        down.pop_back();
    }
    double sum = largest_reach(robot, a) + largest_reach(robot, b), longest = 0;
    const auto add = [&](std::size_t link) {
        const robot::LinkNode& node = robot.nodes[link];
        const double high = step_length(robot, node);
        sum += high;
        // A step of constant length can keep the links apart. The length of other steps has no lower bound.
        if (node.parent != none && (node.kind == JointKind::fixed || node.kind == JointKind::revolute ||
                                    node.kind == JointKind::continuous))
            longest = std::max(longest, high);
    };
    for (const std::size_t link : up) add(link);
    for (const std::size_t link : down) add(link);
    return std::isfinite(sum) && 2 * longest * (1 - 0x1p-25) > sum;
}

std::vector<double> random_configuration(const RobotData& robot, base::Random& random) {
    std::vector<double> q;
    q.reserve(robot.joints.size());
    for (std::size_t i = 0; i < robot.joints.size(); ++i) {
        const RobotJoint& joint = robot.joints[i];
        const std::string_view name = joint.name;
        const bool is_length = joint.kind == JointKind::prismatic ||
                               (joint.kind == JointKind::floating &&
                                (name.ends_with(".x") || name.ends_with(".y") || name.ends_with(".z")));
        const double most = is_length ? 1 : 3.14159265358979323846;
        double low = -most, high = most;
        if (joint.limits) low = joint.limits->lower, high = joint.limits->upper;
        q.push_back(std::clamp(random.between(low, high), -0x1p30, 0x1p30));
    }
    return q;
}

// The status of a pair if it can be proven without samples; otherwise `sometimes`.
PairStatus proven_status(const RobotData& robot, std::size_t a, std::size_t b) {
    if (robot::is_adjacent(robot, a, b)) return PairStatus::adjacent;
    if (robot::is_ignored(robot, a, b)) return PairStatus::ignored;
    if (certainly_out_of_reach(robot, a, b)) return PairStatus::out_of_reach;
    return PairStatus::sometimes;
}

}  // namespace

SelfCollisionMatrix Robot::self_collision_matrix(const SelfCollisionOptions& options) const {
    const base::DefaultFloatEnvironment environment;
    const RobotData& robot = *data_;
    SelfCollisionMatrix out;
    for (std::size_t a = 0; a < robot.links.size(); ++a)
        for (std::size_t b = a + 1; b < robot.links.size(); ++b)
            if (robot.first_shape[a] < robot.first_shape[a + 1] &&
                robot.first_shape[b] < robot.first_shape[b + 1])
                out.pairs.push_back({a, b, proven_status(robot, a, b), 0});
    const RobotWorld world = RobotWorld::build(*this, {}).value();
    base::Random random(options.seed);
    for (out.samples = 0; out.samples < options.samples; ++out.samples) {
        const auto touching =
            robot::touching_links(detail::RobotAccess::data(world), random_configuration(robot, random));
        for (SelfCollisionPair& pair : out.pairs)
            if (pair.status == PairStatus::sometimes &&
                std::binary_search(touching.begin(), touching.end(), std::array{pair.a, pair.b}))
                ++pair.contacts;
    }
    for (SelfCollisionPair& pair : out.pairs) {
        if (pair.status != PairStatus::sometimes) continue;
        if (pair.contacts == 0)
            pair.status = PairStatus::never_sampled;
        else if (pair.contacts == out.samples)
            pair.status = PairStatus::always_sampled;
    }
    return out;
}

}  // namespace allide
