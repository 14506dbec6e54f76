// The shortest screw from one pose to another, in double: a leg of a path.
#pragma once

#include <allide/screw.hpp>

namespace allide::kernel {

struct Between {
    Screw screw;
    Vec3 translation;
    bool is_linear = false;  // no turn that double can tell: the translation, else the screw
};

// The same bits on every machine. A half turn takes the axis whose first component that is not 0 is positive.
Between screw_between(const Pose& from, const Pose& to);

}  // namespace allide::kernel
