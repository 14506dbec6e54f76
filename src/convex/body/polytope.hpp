// Vertices, faces and edges of a convex hull.
#pragma once

#include "convex/body/body_data.hpp"

#include <span>

namespace allide::convex {

// Keeps only the vertices of the hull and merges coplanar triangles into one face. Requires at least one
// point, and all points finite.
detail::BodyData make_polytope(std::span<const Vec3> points);

// Sets the coordinate arrays, the middle and the norm from the vertices.
void arrange(detail::BodyData& body);

// Sets the inner and outer balls. Call it after all other fields are set.
void add_balls(detail::BodyData& body);

// Mass properties: for a polytope from its faces, which must be known, for other kinds from their dimensions.
MassProperties mass_of(const detail::BodyData& body);

}  // namespace allide::convex
