// The volume of the intersection of two closed parts, from their triangles alone: no intersection is built.
//
// A vertical line through a solid enters and leaves it at triangles. With s = 1 for a triangle that has the
// solid below it and −1 for one that has the solid above it, a point is in the solid if and only if the s of
// the triangles above it sum to 1. So the volume inside both solids and above a height z₀ is the sum over all
// pairs of triangles i of A and j of B, of s_i s_j times the integral, over the overlap of their projections,
// of the smaller of their two heights above z₀. docs/guarantees.md derives the error bound.
#pragma once

#include "query/clash/clash_part.hpp"
#include "query/clash/overlap_frame.hpp"

#include <allide/query.hpp>

namespace allide::query {

// `box_a` and `box_b` are the boxes of the parts in the world, rounded. Both parts are closed.
CommonVolume common_volume(const ClashPart& a, const Box& box_a, const ClashPart& b, const Box& box_b,
                           const OverlapFrame& frame);

}  // namespace allide::query
