// The GJK distance search of gjk.hpp, specialised for two bodies with vertices. Most distance queries are of
// this kind and take few steps, so bounds are computed only once, at the end.
#pragma once

#include "convex/gjk/gjk_answer.hpp"

namespace allide::convex {

// Starts in the given direction and fills in the answer. In the corners of its simplex, only the vertex
// indices and w are set.
void search_nearest_corners(const BodyPair& pair, const Vec3& start, GjkAnswer& answer);

}  // namespace allide::convex
