// Tells whether a point, or a vertex of another placed model, is inside a model. Images are not rounded.
#pragma once

#include <allide/probe.hpp>

namespace allide::query {

// Uses InsideRule::odd. The result has no meaning unless `solid` is closed.
PointLocation locate_vertex(const Vec3& vertex, const Pose& pose, const Placed& solid);

// True if the mesh has an inside by the rule.
bool has_inside(const Placed& model, InsideRule rule);
// The location of a point of the world. Requires has_inside.
PointLocation locate_point(const Vec3& point, const Placed& solid, const ContainsOptions& options);

}  // namespace allide::query
