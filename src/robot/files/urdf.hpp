// Robots in the Unified Robot Description Format.
#pragma once

#include "robot/files/mesh_files.hpp"

#include <allide/robot.hpp>

#include <string>
#include <string_view>

namespace allide::detail::robot {

// Reads the text of a URDF file. Throws io::Failure with the line; the caller adds the file's name.
RobotDescription read_urdf(std::string_view text, MeshSource& meshes, RobotFileOptions::Visuals visuals);

// Adds the disabled pairs, groups and the virtual joint of an SRDF file's text to the description. Throws
// io::Failure with the line, without the file.
void read_srdf(std::string_view text, RobotDescription& robot);

}  // namespace allide::detail::robot
