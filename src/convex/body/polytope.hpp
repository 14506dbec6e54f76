// The corners, faces and edges of a hull.
#pragma once

#include "convex/body/body_data.hpp"

#include <span>

namespace allide::convex {

// Only the corners are kept; triangles in one plane become one face. There is at least one point, and all are
// finite.
detail::BodyData make_polytope(std::span<const Vec3> points);

// Fills in the arrays, the middle and the norm from the vertices.
void arrange(detail::BodyData& body);

// Fills in the balls; after all else.
void add_balls(detail::BodyData& body);

// Of a polytope whose faces are known; of the others from their measures.
MassProperties mass_of(const detail::BodyData& body);

}  // namespace allide::convex
