// Are two placed models the same set of triangles, by position?
#pragma once

#include <allide/model.hpp>

namespace allide::query {

// Whatever their order, that of their corners, and how often each is there.
bool same_triangles(const Placed& a, const Placed& b);

}  // namespace allide::query
