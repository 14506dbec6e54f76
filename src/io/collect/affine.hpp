// Affine maps of instances: their products, and points mapped with a single rounding.
#pragma once

#include <allide/geometry.hpp>

#include <array>

namespace allide::io {

// Three rows of [A|t]; A may scale, shear and mirror.
using Affine = std::array<double, 12>;

inline constexpr Affine identity_map{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

// The map that scales first, then rotates, then translates. The rotation is a quaternion x, y, z, w of any
// nonzero length.
Affine from_translation_rotation_scale(const std::array<double, 3>& translation,
                                       const std::array<double, 4>& rotation,
                                       const std::array<double, 3>& scale);
// The map that applies b first, then a. Computed in double precision.
Affine product(const Affine& a, const Affine& b);
bool is_finite(const Affine& map);

// Returns A p + t, each coordinate rounded only once, from the exact value to the nearest double. If a number
// is not finite, computes in floating point and skips terms whose factor is 0, so that an infinite coordinate
// does not make the other coordinates NaN.
Vec3 mapped(const Affine& map, const Vec3& point);

}  // namespace allide::io
