// The shortest screw from one pose to another, in double: one segment of a path.
#pragma once

#include "kernel/screw/screw_map.hpp"

#include <allide/geometry.hpp>

namespace allide::kernel {

struct Between {
    Screw screw;
    Vec3 translation;
    bool is_linear = false;  // no rotation is detectable in double: `translation` is valid, `screw` is not
};

// The result has the same bits on every machine. For a half turn the axis has a positive first nonzero
// component.
Between screw_between(const Pose& from, const Pose& to);
// For poses closer together than double can resolve: the error of the end pose is at most 2⁻⁵⁰ of the
// displacement.
Between screw_between(const DoubleDoubleRows& from, const DoubleDoubleRows& to);

}  // namespace allide::kernel
