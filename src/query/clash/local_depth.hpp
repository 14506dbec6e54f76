// The local interference depth of two parts: the largest distance to the surface of one part from a point of
// the other part's surface inside it.
//
// Branch and bound over pieces of surface. A triangle is cut along its contacts into convex pieces, each of
// which is inside or outside the other part. For a piece inside, the distance from any one facet of the other
// part to the piece's farthest corner is an upper bound of the depth; the facet with the smallest such
// distance is used. The distance from a corner of the piece to its nearest facet is a lower bound. The piece
// with the largest upper bound is divided, until the two bounds of the depth agree. docs/guarantees.md
// derives them.
#pragma once

#include "query/clash/clash_part.hpp"
#include "query/clash/contact_intersections.hpp"
#include "query/clash/overlap_frame.hpp"

#include <allide/query.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace allide::query {

struct DepthQuestion {
    Box box_a, box_b;     // bounding boxes of the parts in the world, rounded
    double reach = 0;     // an upper bound of the depth, in the world
    double relative = 0;  // allowed width of the bounds, relative to the upper one
    double absolute = 0;  // allowed width of the bounds, in the world
    // The region of each contact, by contact index; empty if no depths of regions are wanted.
    std::span<const std::uint32_t> region_of = {};
    std::size_t regions = 0;
};

struct FoundDepths {
    LocalDepth all;
    std::vector<LocalDepth> regions;  // one per region
};

// Empty if neither part is closed.
std::optional<FoundDepths> local_depths(const ClashPart& a, const ClashPart& b,
                                        ContactIntersections& intersections, const OverlapFrame& frame,
                                        const DepthQuestion& question);

}  // namespace allide::query
