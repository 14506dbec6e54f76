// Finds the directions in which a body's supporting face or edge along a normal extends.
#pragma once

#include "convex/body/body_data.hpp"

#include <vector>

namespace allide::query {

// Appends vectors in the world that span the part of the body within `tolerance` of its highest point along
// the unit vector `normal`: none for a corner, one for an edge, two or more for a face.
void add_flat_directions(const PlacedBody& placed, const Vec3& normal, double tolerance,
                         std::vector<Vec3>& directions);

// The part of a normal that is perpendicular to these directions, of length 1 up to rounding; 0 if there are
// three independent ones. It removes the error of a normal that was computed from two close points.
Vec3 perpendicular_part(const Vec3& normal, const std::vector<Vec3>& directions);

}  // namespace allide::query
