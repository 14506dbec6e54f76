// The measurements of a clash: how far the parts must be moved apart, how deep they interpenetrate, the
// volume that they share, and the area in which their faces coincide.
#pragma once

#include "query/clash/clash_part.hpp"
#include "query/clash/contact_intersections.hpp"

#include <allide/query.hpp>

#include <optional>
#include <vector>

namespace allide::query {

// Fills in the measurements in `clash` of two parts that overlap, or of an open part that touches a closed
// one. Returns the depth of each region, where it is defined. `regions` may be null.
std::vector<std::optional<LocalDepth>> measure_overlap(const ClashPart& a, const ClashPart& b,
                                                       ContactIntersections& intersections,
                                                       const RegionBoxes* regions, const ClashLimits& limits,
                                                       PairClash& clash);

// The area in which coplanar faces of the two parts overlap, rounded.
double contact_area(const ClashPart& a, const ClashPart& b, ContactIntersections& intersections);

}  // namespace allide::query
