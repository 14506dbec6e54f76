// Forward kinematics: the frames of links at given values of the joints.
#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "robot/robot_data.hpp"

#include <algorithm>
#include <cmath>

namespace allide::robot {
namespace {

// The largest values of a joint and of a joint that mimics another. sin_cos() accepts angles up to 2³⁵.
constexpr double largest_value = 0x1p30, largest_mimic_value = 0x1p34;

Ball value_of(const LinkNode& node, std::span<const Ball> values, std::size_t k = 0) {
    const Ball& q = values[node.value + k];
    if (!node.is_mimic) return q;
    const Ball &m = node.multiplier, &o = node.offset;
    const double product = m.value * q.value, sum = product + o.value;
    base::expect(std::abs(sum) <= largest_mimic_value, "a mimic joint's value is above 2^34");
    const double error = m.error * (std::abs(q.value) + q.error) + std::abs(m.value) * q.error + o.error +
                         0x1p-52 * (std::abs(product) + std::abs(sum));
    return {sum, error * (1 + 0x1p-40) + 0x1p-1060};
}

Frame floating_frame(const LinkNode& node, std::span<const Ball> values) {
    const auto value = [&](std::size_t k) { return values[node.value + k]; };
    Frame shift;
    shift.place = {value(0).value, value(1).value, value(2).value};
    shift.place_error = value(0).error + value(1).error + value(2).error;
    return shift * (rotation_about({0, 0, 1}, value(5)) *
                    (rotation_about({0, 1, 0}, value(4)) * rotation_about({1, 0, 0}, value(3))));
}

Frame joint_frame(const LinkNode& node, std::span<const Ball> values) {
    switch (node.kind) {
        case JointKind::fixed:
            return node.origin;
        case JointKind::prismatic:
            return node.origin * translation_along(node.axis, value_of(node, values));
        case JointKind::floating:
            return node.origin * floating_frame(node, values);
        default:
            return node.origin * rotation_about(node.axis, value_of(node, values));
    }
}

}  // namespace

void place_links(const detail::RobotData& robot, std::span<const std::size_t> links,
                 std::span<const Ball> values, std::vector<Frame>& frames) {
    for (const std::size_t link : links) {
        const LinkNode& node = robot.nodes[link];
        if (node.parent == none)
            frames[link] = {};
        else if (robot.nodes[node.parent].parent == none)
            frames[link] = joint_frame(node, values);
        else
            frames[link] = frames[node.parent] * joint_frame(node, values);
    }
}

std::vector<Ball> exact_values(const detail::RobotData& robot, std::span<const double> q) {
    base::expect(q.size() == robot.joints.size(), "a configuration must have one value per joint");
    std::vector<Ball> values;
    values.reserve(q.size());
    for (const double value : q) {
        base::expect(std::abs(value) <= largest_value, "joint values must be finite and at most 2^30");
        values.push_back({value, 0});
    }
    return values;
}

}  // namespace allide::robot

namespace allide {

std::vector<PlacedLink> Robot::at(std::span<const double> q) const {
    const base::DefaultFloatEnvironment environment;
    std::vector<robot::Frame> frames(data_->nodes.size());
    robot::place_links(*data_, data_->order, robot::exact_values(*data_, q), frames);
    std::vector<PlacedLink> out;
    out.reserve(frames.size());
    for (const robot::Frame& frame : frames)
        out.push_back({robot::pose_of(frame), frame.turn_error, frame.place_error});
    return out;
}

}  // namespace allide
