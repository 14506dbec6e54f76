// The one spelling of infinity in doubles.
#pragma once

#include <limits>

namespace allide::base {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace allide::base
