// Infinity as a double, defined once for the whole library.
#pragma once

#include <limits>

namespace allide::base {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace allide::base
