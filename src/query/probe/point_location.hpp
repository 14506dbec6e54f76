// Tells whether a vertex of one placed model is inside another model, without rounding the vertex's image.
#pragma once

#include <allide/probe.hpp>

namespace allide::query {

// Uses InsideRule::odd. The result has no meaning unless `solid` is closed.
PointLocation locate_vertex(const Vec3& vertex, const Pose& pose, const Placed& solid);

}  // namespace allide::query
