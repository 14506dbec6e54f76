// A triangle given by its three corners.
#pragma once

#include <allide/geometry.hpp>

#include <array>

namespace allide::kernel {

using Triangle = std::array<Vec3, 3>;

}  // namespace allide::kernel
