// The data that copies of a Robot share: the tree of links as arrays, in an order in which parents come
// first, and the shapes of all links.
#pragma once

#include "robot/frame.hpp"
#include "robot/link_shape.hpp"

#include <allide/robot.hpp>

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace allide::robot {

inline constexpr std::size_t none = static_cast<std::size_t>(-1);

// A link, and the joint that connects it to its parent.
struct LinkNode {
    // The parent link; `none` for roots.
    std::size_t parent = none;
    JointKind kind = JointKind::fixed;
    Frame origin;
    Vec3 axis{1, 0, 0};
    // The number of the joint's value in a configuration; the first of six if floating. `none` if fixed.
    std::size_t value = none;
    // The joint's value is multiplier·q[value] + offset.
    Ball multiplier{1, 0}, offset{0, 0};
    bool is_mimic = false;
    // The number of the rigid group, which consists of links connected by fixed joints. All roots are in
    // group 0.
    std::size_t group = 0;
};

}  // namespace allide::robot

namespace allide::detail {

struct RobotData {
    RobotDescription description;
    std::vector<RobotJoint> joints;
    std::vector<std::string> links;
    std::map<std::string, std::size_t, std::less<>> link_numbers, joint_numbers;
    std::vector<robot::LinkNode> nodes;
    // The numbers of all links, parents first.
    std::vector<std::size_t> order;
    // The number of rigid groups, and the first link of each in `order`.
    std::size_t groups = 1;
    std::vector<std::size_t> group_link;
    // The shapes of all links, sorted by link; link i has those from first_shape[i] to first_shape[i + 1].
    std::vector<std::shared_ptr<const robot::LinkShape>> shapes;
    std::vector<std::size_t> first_shape;
    // Pairs of links, the smaller number first, sorted.
    std::vector<std::array<std::size_t, 2>> ignored;
};

struct RobotAccess {
    static Robot make(RobotData data) { return Robot(std::make_shared<const RobotData>(std::move(data))); }
    static const RobotData& data(const Robot& robot) { return *robot.data_; }
    static RobotWorld make(std::shared_ptr<const RobotWorldData> data) { return RobotWorld(std::move(data)); }
    static const RobotWorldData& data(const RobotWorld& world) { return *world.data_; }
};

}  // namespace allide::detail

namespace allide::robot {

// True if the pair of links is among the ignored ones.
bool is_ignored(const detail::RobotData& robot, std::size_t a, std::size_t b);
// True if the links are joined by a joint, or are in the same rigid group.
bool is_adjacent(const detail::RobotData& robot, std::size_t a, std::size_t b);

// Sets the frames of the given links. The list must contain the ancestors of its links, and parents before
// their children. `frames` has one entry per link of the robot.
void place_links(const detail::RobotData& robot, std::span<const std::size_t> links,
                 std::span<const Ball> values, std::vector<Frame>& frames);

// The values as balls without an error. Throws PreconditionError for a wrong number of values, and for values
// that are not finite or whose magnitude exceeds 2³⁰.
std::vector<Ball> exact_values(const detail::RobotData& robot, std::span<const double> q);

}  // namespace allide::robot
