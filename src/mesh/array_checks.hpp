// Checks of whole arrays of a mesh, vectorised: they are a large part of the time in which a saved model is
// loaded.
#pragma once

#include <allide/mesh.hpp>

#include <cstddef>
#include <span>

namespace allide::detail {

// True if every index is below `count`. May be false although they are if `count` is above 2³¹.
bool indices_are_below(std::span<const TriangleIndices> triangles, std::size_t count);

bool all_finite(std::span<const Vec3> points);

}  // namespace allide::detail
