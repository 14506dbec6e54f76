// Makes the elements of larger shapes (triangles, points, boxes) into bodies quickly: without faces, edges
// and mass properties. They suffice for overlap and distance, but not for the penetration depth.
#pragma once

#include <allide/convex.hpp>

#include <array>

namespace allide::convex {

// The hull of the corners, which may be degenerate, offset outward by a radius.
ConvexBody triangle_body(const std::array<Vec3, 3>& corners, double radius);
// The ball of a radius around a point. A radius is a length in the world.
ConvexBody ball_body(const Vec3& center, double radius);
// The box, offset outward by a radius. Requires that it is not empty.
ConvexBody box_body(const Box& box, double radius);
// The body with another radius, which replaces its own. Requires one of the kinds that exact arithmetic
// handles.
ConvexBody rounded_body(const ConvexBody& body, double radius);

}  // namespace allide::convex
