// The data that copies of a RobotWorld share: obstacles with bounds in the world, and the pairs to be tested.
#pragma once

#include "robot/box_tree.hpp"
#include "robot/chain.hpp"
#include "robot/outer_body.hpp"
#include "robot/robot_data.hpp"
#include "robot/shape_pair.hpp"

#include <allide/robot.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace allide::robot {

// An obstacle in the world.
struct PlacedObstacle {
    LinkShape shape;
    PlacedShape placed;  // refers to `shape`; exact
    Box box = Box::empty();
    BoxTree tree;     // in the world
    OuterBody outer;  // in the world
};

// Two shapes to be tested: `a` is a shape of a link, `b` a shape of another link or an obstacle.
struct TestedPair {
    std::uint32_t a = 0, b = 0;
};

// All tested pairs of two rigid groups, `frame` and `mover`; the mover moves relative to the frame. Group 0,
// with obstacles and the links that do not move, is the world.
struct GroupPair {
    std::size_t frame = 0, mover = 0;
    std::vector<TestedPair> links;      // shapes of the mover and shapes of the frame's links
    std::vector<TestedPair> obstacles;  // shapes of the mover and obstacles
};

// The data that the search along a path uses for a GroupPair whose mover moves relative to its frame.
struct MoverPlan {
    const GroupPair* group = nullptr;
    Chain chain;
    // A ball around all shapes of the mover, in the frame of its reference link.
    Vec3 center;
    double radius = 0;
    std::string link_name, frame_name;  // the frame's name is empty for the world

    std::size_t pairs() const { return group->obstacles.size() + group->links.size(); }
};

}  // namespace allide::robot

namespace allide::detail {

struct RobotWorldData {
    explicit RobotWorldData(Robot r) : robot(std::move(r)) {}

    Robot robot;
    std::vector<Obstacle> obstacles;
    std::vector<robot::PlacedObstacle> placed;
    // The link of each shape of the robot.
    std::vector<std::size_t> link_of;
    // The trees of the robot's shapes, in the frames of their links; empty for convex bodies.
    std::vector<robot::BoxTree> trees;
    std::vector<robot::OuterBody> outer;  // per shape of the robot
    // Sorted by (mover, frame). The pair (0, 0) has the obstacles and the links that do not move.
    std::vector<robot::GroupPair> groups;
    // One per element of `groups` whose mover is not its frame. Movers at the ends of chains come first,
    // since they move most.
    std::vector<robot::MoverPlan> plans;

    const RobotData& robot_data() const { return RobotAccess::data(robot); }
};

}  // namespace allide::detail

namespace allide::robot {

// The names of the pair with this number in a plan, in which the pairs with obstacles come first.
RobotPair names_of(const detail::RobotWorldData& world, const MoverPlan& plan, std::size_t number);

// A robot at one configuration: frames of links, and shapes of links in the world.
struct PlacedRobotShapes {
    std::vector<Frame> frames;
    std::vector<PlacedShape> shapes;
    std::vector<Vec3> centers;  // of the shapes' balls, in the world
};
PlacedRobotShapes place_robot(const detail::RobotWorldData& world, std::span<const Ball> values);

// The pairs of links that may touch at a configuration, sorted, each with the smaller number first.
std::vector<std::array<std::size_t, 2>> touching_links(const detail::RobotWorldData& world,
                                                       std::span<const double> q);

// The first pair that may touch, or come within the clearance, at a configuration.
std::optional<RobotPair> touching_pair(const detail::RobotWorldData& world, std::span<const double> q,
                                       double clearance);

// The closest pair among obstacles and the links that rest in the world.
std::optional<RobotDistance> closest_fixed_pair(const detail::RobotWorldData& world,
                                                std::span<const double> q);

// A lower bound of the distance between a point and a box.
double distance_down(const Vec3& point, const Box& box);

// Lower bounds of the distance between two placed shapes by their balls and boxes alone, all errors included.
double far_from_obstacle(const PlacedShape& shape, const Vec3& center, const PlacedObstacle& obstacle);
double far_from_link(const PlacedShape& a, const Vec3& center_a, const Frame& frame_a, const PlacedShape& b,
                     const Vec3& center_b, const Frame& frame_b);

}  // namespace allide::robot
