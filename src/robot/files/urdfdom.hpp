// A second opinion about a robot: urdfdom's, if the library was built with it.
#pragma once

#include "robot/files/xml.hpp"

#include <allide/robot.hpp>

namespace allide::detail::robot {

// Parses the links, joints and shapes below `root` with urdfdom. Throws io::Failure if urdfdom refuses them,
// logs a warning, or reads other links, joints, limits or shapes than those of `robot`. Does nothing without
// urdfdom.
void compare_with_urdfdom(const XMLElement& root, const RobotDescription& robot);

}  // namespace allide::detail::robot
