#pragma once

#include "arguments.hpp"

#include <allide/motion.hpp>

namespace allide::python {

// The motion from the given pose; as it is if the pose is None.
Motion started(const Motion& motion, const PoseArgument& pose, const char* argument);

}  // namespace allide::python
