// Compares how allide and urdfdom read a robot, if the library was built with urdfdom.
#pragma once

#include "robot/files/xml.hpp"

#include <allide/robot.hpp>

namespace allide::detail::robot {

// Parses the links, joints and shapes below `root` with urdfdom. Throws io::Failure if urdfdom refuses them,
// logs a warning, or reads other links, joints, limits or shapes than those of `robot`. Does nothing without
// urdfdom.
void compare_with_urdfdom(const XMLElement& root, const RobotDescription& robot);

}  // namespace allide::detail::robot
