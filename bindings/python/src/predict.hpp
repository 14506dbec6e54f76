#pragma once

#include "arguments.hpp"

#include <allide/motion.hpp>

namespace allide::python {

// The motion started from the given pose; unchanged if the pose is None.
Motion started(const Motion& motion, const PoseArgument& pose, const char* argument);

}  // namespace allide::python
