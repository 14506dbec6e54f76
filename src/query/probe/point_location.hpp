// Where a vertex of one placed model is with regard to another, as the exact image that it is.
#pragma once

#include <allide/probe.hpp>

namespace allide::query {

// By the odd rule; `solid` must be closed for the answer to mean something.
Where where_is_vertex(const Vec3& vertex, const Pose& pose, const Placed& solid);

}  // namespace allide::query
