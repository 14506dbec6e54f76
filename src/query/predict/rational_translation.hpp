// Exact arithmetic for segments without rotation: translations, and screws with angle 0.
#pragma once

#include "kernel/number/number_vectors.hpp"

#include <allide/motion.hpp>

#include <optional>

namespace allide::query {

// The segment's shift is the vector `translation` divided by `by`.
struct RationalShift {
    kernel::NumberPoint<kernel::Exact> translation;
    kernel::Exact by{1.0};  // positive
};
// Empty for a segment that rotates, or that moves along an axis whose length is not rational.
std::optional<RationalShift> rational_shift(const MotionSegment& segment);
// The same shift, if doubles represent it exactly.
std::optional<Vec3> shift_in_doubles(const MotionSegment& segment);

// The axis of a screw, and its rounded length. The axis is scaled by a power of two to a length of about 1,
// if that is possible without rounding.
struct AxisAboutOne {
    Vec3 direction;
    double length;
};
AxisAboutOne axis_about_one(const Screw& screw);

}  // namespace allide::query
