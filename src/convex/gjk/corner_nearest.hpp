// The search of gjk.hpp for the distance of two bodies that both have corners: most questions about
// distances are of this kind, and short ones. Bounds are found once, at the end.
#pragma once

#include "convex/gjk/gjk_answer.hpp"

namespace allide::convex {

// Starts in a direction and fills the answer. Only the numbers and w of its corners are set.
void search_nearest_corners(const BodyPair& pair, const Vec3& start, GjkAnswer& answer);

}  // namespace allide::convex
