// The triangles of a height field, its walls and its floor.
#pragma once

#include <allide/shape.hpp>

namespace allide::query {

// Returns an Error if the field has too few vertices, a number of heights that does not match, heights that
// are not finite, a spacing that is not positive, or a floor that is not below all heights.
Result<Mesh> mesh_of(const HeightField& field);

}  // namespace allide::query
