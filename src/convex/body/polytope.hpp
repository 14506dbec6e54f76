// Vertices, faces and edges of a convex hull.
#pragma once

#include "convex/body/body_data.hpp"

#include <span>

namespace allide::convex {

// The convex hull of the points: keeps only its vertices, and merges coplanar triangles into one face.
// Requires at least one point, and all points finite.
detail::BodyData make_polytope(std::span<const Vec3> points);

// Sets `middle`, `norm` and the per-axis coordinate arrays from the vertices.
void arrange(detail::BodyData& body);

// Sets the radii of the inner and outer balls. Must be called after all other fields are set.
void add_balls(detail::BodyData& body);

// Mass properties of a body. Those of a polytope are computed from its faces, which must be set; those of
// other kinds, from their dimensions.
MassProperties mass_of(const detail::BodyData& body);
// The same of a polytope, a cylinder, a cone or an ellipsoid with a positive radius: by numerical
// integration, within rounding, and within 1e-6 for ellipsoids flatter than 1:100.
MassProperties mass_of_rounded(const detail::BodyData& body);

}  // namespace allide::convex
