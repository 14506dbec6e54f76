// Reads motions and lists of poses from arguments.
#pragma once

#include "values.hpp"

#include <allide/motion.hpp>

#include <vector>

namespace allide::wasm {

Motion motion_of(Arguments& in);
// Reads 12 numbers per pose. An error names the pose.
std::vector<Pose> poses_of(Arguments& in);

}  // namespace allide::wasm
