// Affine maps of glTF's nodes: how they are multiplied, and how they are applied with a single rounding.
#pragma once

#include <allide/geometry.hpp>

#include <array>

namespace allide::io {

// Row-major [A|t]; A may scale, shear and mirror.
using Affine = std::array<double, 12>;

inline constexpr Affine identity_map{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

// The map of a translation, a rotation (x, y, z, w; of any length but 0) and a scale, the scale first.
Affine from_parts(const std::array<double, 3>& translation, const std::array<double, 4>& rotation,
                  const std::array<double, 3>& scale);
// First b, then a; in double.
Affine product(const Affine& a, const Affine& b);
bool is_finite(const Affine& map);

// The exact A p + t, each coordinate rounded to the nearest double once. Where a number is not finite, what
// plain arithmetic gives; factors of 0 are left out, so that an infinity stays in its coordinate.
Vec3 mapped(const Affine& map, const Vec3& point);

}  // namespace allide::io
