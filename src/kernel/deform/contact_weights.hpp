// Decides whether two coplanar features are in contact, from the signs of their barycentric weights over a
// short interval of time.
#pragma once

#include "kernel/deform/coplanarity_cubic.hpp"

namespace allide::kernel {

enum class Inside : std::uint8_t { no, yes, unknown };

// yes: the features are in contact at every root of the cubic in the span. no: they are in contact at none of
// them. unknown: rounding leaves this undecided.
Inside inside_over(FeatureKind kind, const MotionDifferences& v, const TimeSpan& span);

}  // namespace allide::kernel
