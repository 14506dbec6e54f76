// A triangle by its corners.
#pragma once

#include <allide/geometry.hpp>

#include <array>

namespace allide::kernel {

using Triangle = std::array<Vec3, 3>;

}  // namespace allide::kernel
