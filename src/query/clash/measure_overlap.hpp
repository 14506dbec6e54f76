// The numbers of a clash: how far to move the parts apart, how deep they interpenetrate, the volume that they
// share, and the area in which faces lie on each other.
#pragma once

#include "query/clash/clash_part.hpp"
#include "query/clash/contact_intersections.hpp"

#include <allide/query.hpp>

#include <optional>
#include <vector>

namespace allide::query {

// Fills in the numbers of two parts that overlap, or of an open part that touches a closed one; `regions` may
// be null. Returns the depth of each region, empty if there is none.
std::vector<std::optional<LocalDepth>> measure_overlap(const ClashPart& a, const ClashPart& b,
                                                       ContactIntersections& intersections,
                                                       const RegionBoxes* regions, const ClashLimits& limits,
                                                       PairClash& clash);

// The area in which faces of the two parts lie on each other, rounded.
double contact_area(const ClashPart& a, const ClashPart& b, ContactIntersections& intersections);

}  // namespace allide::query
