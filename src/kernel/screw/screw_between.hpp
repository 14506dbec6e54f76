// The shortest screw from one pose to another, in double: a leg of a path.
#pragma once

#include "kernel/screw/screw_map.hpp"

#include <allide/geometry.hpp>

namespace allide::kernel {

struct Between {
    Screw screw;
    Vec3 translation;
    bool is_linear = false;  // no turn that double can tell: the translation, else the screw
};

// The same bits on every machine. A half turn takes the axis whose first component that is not 0 is positive.
Between screw_between(const Pose& from, const Pose& to);
// Of poses that are closer together than doubles tell: it ends where it should up to 2⁻⁵⁰ of how far it goes.
Between screw_between(const DoubleDoubleRows& from, const DoubleDoubleRows& to);

}  // namespace allide::kernel
