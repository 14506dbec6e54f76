// The volume of the intersection of two closed parts, from their triangles alone: no intersection is built.
//
// A vertical line through a solid enters and leaves it at triangles. With s = 1 for a triangle that has the
// solid below it and −1 for one that has the solid above it, a point is in the solid if and only if the s of
// the triangles above it sum to 1. For a triangle i of A and a triangle j of B, take the lower of their two
// heights above some z₀, integrated over the overlap of their projections onto the horizontal plane, times
// s_i s_j. The sum over all pairs of triangles is the volume above z₀ that is inside both solids.
//
// Components of a part that overlap each other count twice in that sum, and not at all in the solid. So the
// volume that two components share with the other part, a sum over triples of triangles, is subtracted twice.
// docs/guarantees.md derives the error bound.
#pragma once

#include "query/clash/clash_part.hpp"
#include "query/clash/overlap_frame.hpp"

#include <allide/query.hpp>

namespace allide::query {

// `box_a` and `box_b` are the boxes of the parts in the world, rounded. Both parts must be closed.
CommonVolume common_volume(const ClashPart& a, const Box& box_a, const ClashPart& b, const Box& box_b,
                           const OverlapFrame& frame);

}  // namespace allide::query
