// The GJK distance search of gjk.hpp, specialised for two bodies with vertices. Most distance queries are of
// this kind, and short. Bounds are computed once, at the end.
#pragma once

#include "convex/gjk/gjk_answer.hpp"

namespace allide::convex {

// Starts in the given direction and fills in the answer. Only the vertex indices and w of its simplex are
// set.
void search_nearest_corners(const BodyPair& pair, const Vec3& start, GjkAnswer& answer);

}  // namespace allide::convex
