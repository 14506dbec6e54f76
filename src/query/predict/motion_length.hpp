// The limit on the length of a motion. Beyond it, models move too far between two adjacent doubles of time.
#pragma once

#include "model/model_data.hpp"

#include <allide/motion.hpp>

namespace allide::query {

// The diagonal of the mesh's bounding box; 0 for a point and for an empty mesh.
double size_of_mesh(const Mesh& mesh);

// Times are doubles, so the motion between two adjacent times must not exceed a fraction of the models' size:
// a travel of 2⁵⁰ sizes is an eighth of a size per step of 2⁻⁵³. Throws PreconditionError for a motion in
// which the angle in radians times the mover's largest distance from the axis exceeds 2⁵⁰ times the larger of
// the mover's size and `other_size`. If both models are points, nothing is refused.
void expect_resolvable(const Moving& mover, double other_size);
void expect_resolvable(const Moving& mover, const detail::ModelData& other);

}  // namespace allide::query
