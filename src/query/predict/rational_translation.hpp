// Exact arithmetic for segments without rotation: translations, and screws with angle 0.
#pragma once

#include "kernel/number/number_vectors.hpp"

#include <allide/motion.hpp>

#include <optional>

namespace allide::query {

// The segment's shift is `way` / `by`.
struct RationalShift {
    kernel::NumberPoint<kernel::Exact> way;
    kernel::Exact by{1.0};  // positive
};
// Empty for a segment that rotates, or along an axis whose length is not rational.
std::optional<RationalShift> rational_shift(const MotionLeg& segment);
// The same shift, if doubles represent it exactly.
std::optional<Vec3> shift_in_doubles(const MotionLeg& segment);

// The axis of a screw, scaled to a length of about 1 if a power of two does so without rounding, and its
// rounded length.
struct AxisAboutOne {
    Vec3 direction;
    double length;
};
AxisAboutOne axis_about_one(const Screw& screw);

}  // namespace allide::query
