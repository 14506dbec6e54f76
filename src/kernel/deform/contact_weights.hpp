// Are two coplanar features in contact? Decided from the signs of their barycentric weights over a short span
// of time.
#pragma once

#include "kernel/deform/coplanarity_cubic.hpp"

namespace allide::kernel {

enum class Inside : std::uint8_t { no, yes, unknown };

// If the cubic has a root in the span: whether the features are in contact at every such root (yes), or at
// none (no).
Inside inside_over(FeatureKind kind, const MotionDifferences& v, const TimeSpan& span);

}  // namespace allide::kernel
