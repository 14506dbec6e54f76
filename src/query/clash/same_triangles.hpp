// Tests whether two placed models are the same set of triangles, by position.
#pragma once

#include <allide/model.hpp>

namespace allide::query {

// The order of triangles, the order of their corners and repetitions do not matter.
bool same_triangles(const Placed& a, const Placed& b);

}  // namespace allide::query
