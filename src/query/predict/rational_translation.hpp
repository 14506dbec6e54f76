// Legs that shift without a turn, in exact numbers: translations, and screws without an angle.
#pragma once

#include "kernel/number/number_vectors.hpp"

#include <allide/motion.hpp>

#include <optional>

namespace allide::query {

// A leg's shift is `way` over `by`.
struct RationalShift {
    kernel::NumberPoint<kernel::Exact> way;
    kernel::Exact by{1.0};  // positive
};
// None for a leg that turns, nor along an axis whose length is no quotient.
std::optional<RationalShift> rational_shift(const MotionLeg& leg);
// The same, if doubles hold it.
std::optional<Vec3> shift_in_doubles(const MotionLeg& leg);

// The axis of a screw, about as long as one if a power of two makes it so without rounding, and its length,
// rounded.
struct AxisAboutOne {
    Vec3 direction;
    double length;
};
AxisAboutOne axis_about_one(const Screw& screw);

}  // namespace allide::query
